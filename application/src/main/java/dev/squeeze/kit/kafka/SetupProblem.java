package dev.squeeze.kit.kafka;

import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.SslConfigs;
import org.apache.kafka.common.utils.Utils;

/** Explains which setting is wrong if connections cannot be created, and how to fix it. */
public final class SetupProblem {
    private static final List<String> STORES =
            List.of(SslConfigs.SSL_TRUSTSTORE_LOCATION_CONFIG, SslConfigs.SSL_KEYSTORE_LOCATION_CONFIG);

    private static final int MAX_PORT = 65_535;
    private static final int MAX_CAUSES = 20;

    private SetupProblem() {}

    /**
     * Returns the explanation in one line.
     *
     * @param servers to which no connection can be created
     * @param settings of the client
     * @param failure as thrown by Kafka's classes
     */
    public static String explain(String servers, Map<String, Object> settings, RuntimeException failure) {
        return cause(settings, failure)
                .map(cause -> "no connection to " + servers + ": " + cause)
                .orElseGet(() -> "the client settings for " + servers + " cannot be used: " + FailureWords.of(failure)
                        + "; correct them in the file or the flag that gives them");
    }

    /** Empty if no address, login or store is the cause, but a setting that Kafka's message names. */
    private static Optional<String> cause(Map<String, Object> settings, RuntimeException failure) {
        if (FailureWords.isAboutLogin(failure)) {
            return Optional.of(FailureWords.of(failure));
        }
        List<String> servers = Stream.of(text(settings, CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG)
                        .split(",", -1))
                .map(String::strip)
                .toList();
        return servers.stream()
                .flatMap(server -> malformed(server).stream())
                .findFirst()
                .or(() -> isAboutSettings(failure) ? unknownHosts(servers) : Optional.empty())
                .or(() -> missingStore(settings))
                .or(() -> unreadableStore(settings, failure))
                .or(() -> isAboutSettings(failure)
                        ? Optional.empty()
                        : Optional.of(FailureWords.of(failure) + "; check the client settings"));
    }

    /** Kafka's admin client wraps the exception in another one. */
    private static boolean isAboutSettings(RuntimeException failure) {
        return failure instanceof ConfigException || failure.getCause() instanceof ConfigException;
    }

    private static Optional<String> malformed(String server) {
        String host = Utils.getHost(server);
        Integer port = Utils.getPort(server);
        if (host != null && port != null && port > 0 && port <= MAX_PORT) {
            return Optional.empty();
        }
        if (server.isEmpty()) {
            return Optional.of(
                    "an address is empty in bootstrap.servers; write HOST:PORT, with commas between several");
        }
        int colon = server.lastIndexOf(':');
        String bare = colon < 0 ? server : server.substring(0, colon);
        return Optional.of(
                colon < 0 || colon == server.length() - 1
                        ? "the port is missing in " + server + "; write " + bare + ":9092, or the port that it uses"
                        : server + " is not HOST:PORT with a port from 1 to " + MAX_PORT);
    }

    private static Optional<String> unknownHosts(List<String> servers) {
        List<String> unknown = servers.stream()
                .filter(server -> new InetSocketAddress(Utils.getHost(server), Utils.getPort(server)).isUnresolved())
                .map(Utils::getHost)
                .distinct()
                .toList();
        return unknown.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        unknown.stream().collect(Collectors.joining(", ", "cannot resolve ", "")) + "; check the name");
    }

    private static Optional<String> missingStore(Map<String, Object> settings) {
        return STORES.stream()
                .filter(setting -> !text(settings, setting).isEmpty() && !exists(text(settings, setting)))
                .findFirst()
                .map(setting -> setting + ": " + text(settings, setting) + " does not exist; check the path");
    }

    /** The store exists, but its type or password is wrong: Kafka's message contains its path, or at least the word keystore. */
    private static Optional<String> unreadableStore(Map<String, Object> settings, RuntimeException failure) {
        List<String> said = messages(failure);
        List<String> given = STORES.stream()
                .filter(setting -> !text(settings, setting).isEmpty())
                .toList();
        List<String> named = given.stream()
                .filter(setting -> said.stream().anyMatch(words -> words.contains(text(settings, setting))))
                .toList();
        boolean aboutStores =
                said.stream().anyMatch(words -> words.toLowerCase(Locale.ROOT).contains("keystore"));
        List<String> blamed = named.isEmpty() && aboutStores ? given : named;
        return blamed.isEmpty()
                ? Optional.empty()
                : Optional.of(blamed.stream()
                                .map(setting -> setting + "=" + text(settings, setting))
                                .collect(Collectors.joining(" or "))
                        + " cannot be opened (" + FailureWords.of(failure) + "); check its type and password");
    }

    private static List<String> messages(Throwable failure) {
        List<String> messages = new ArrayList<>();
        Throwable cause = failure;
        for (int i = 0; i < MAX_CAUSES && cause != null; i++) {
            messages.add(String.valueOf(cause.getMessage()));
            cause = cause.getCause();
        }
        return messages;
    }

    private static String text(Map<String, Object> settings, String key) {
        Object value = settings.get(key);
        return value instanceof List<?> list
                ? list.stream().map(String::valueOf).collect(Collectors.joining(","))
                : value == null ? "" : value.toString();
    }

    private static boolean exists(String path) {
        try {
            return Files.exists(Path.of(path));
        } catch (InvalidPathException e) {
            return false;
        }
    }
}
