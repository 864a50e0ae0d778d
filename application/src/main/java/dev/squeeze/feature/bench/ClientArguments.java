package dev.squeeze.feature.bench;

import dev.squeeze.engine.drivers.DriverPrograms;
import dev.squeeze.engine.load.ForeignClient;
import dev.squeeze.engine.load.LoadSettings;
import dev.squeeze.engine.predict.ClientProfile;
import dev.squeeze.kit.unit.UsageException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import picocli.CommandLine.Option;

/** The factor of client libraries that send. */
public final class ClientArguments {
    static final String FACTOR = "client";
    private static final String EXEC = "exec:";

    @Option(
            names = "--client",
            split = ",",
            paramLabel = "LIST",
            description =
                    "Client libraries that send: java, librdkafka, franz-go, sarama, or exec:PATH for a driver of your"
                            + " own (docs/clients.md). Default: java. Kafka's producer properties are translated.")
    List<String> clients = List.of();

    @Option(
            names = "--client-property",
            paramLabel = "CLIENT:KEY=VALUE",
            description = "A setting of a client under its own name, such as franz-go:ProducerLinger=20ms or"
                    + " sarama:Producer.Flush.Bytes=65536; may be given more than once.")
    List<String> clientProperties = List.of();

    /** The given properties, by client label. */
    private Map<String, Map<String, String>> properties() {
        Map<String, Map<String, String>> properties = new TreeMap<>();
        for (String text : clientProperties) {
            String client = labels().stream()
                    .filter(label -> begins(text, label))
                    .findFirst()
                    .orElseThrow(() -> new UsageException("--client-property " + text
                            + ": write CLIENT:KEY=VALUE, with a client that --client names"));
            String setting = text.substring(client.length() + 1);
            int equals = setting.indexOf('=');
            if (equals < 1) {
                throw new UsageException("--client-property " + text + ": write CLIENT:KEY=VALUE");
            }
            if (client.equals(ClientProfile.JAVA.label())) {
                throw new UsageException("--client-property " + text + ": use --producer-property for Java's producer");
            }
            properties
                    .computeIfAbsent(client, label -> new TreeMap<>())
                    .put(setting.substring(0, equals), setting.substring(equals + 1));
        }
        return properties;
    }

    private static boolean begins(String text, String label) {
        if (isProgram(label)) {
            return text.startsWith(label + ":");
        }
        return ClientProfile.named(text.substring(0, Math.max(0, text.indexOf(':'))))
                .filter(profile -> profile.label().equals(label))
                .isPresent();
    }

    /**
     * Finds mistakes before any work is done.
     *
     * @param arms the producer properties of each arm, in Kafka's terms
     */
    void check(List<Map<String, String>> arms) {
        properties();
        for (String label : labels()) {
            ForeignClient client = client(label);
            arms.forEach(client::settings);
        }
    }

    /** The settings with the client of that label. */
    LoadSettings with(LoadSettings settings, String label) {
        return label.equals(ClientProfile.JAVA.label())
                ? settings.withClient(Optional.empty())
                : settings.withClient(Optional.of(client(label)));
    }

    private ForeignClient client(String label) {
        Map<String, String> own = properties().getOrDefault(label, Map.of());
        if (isProgram(label)) {
            List<String> command = List.of(label.substring(EXEC.length()));
            return new ForeignClient(label, Optional.empty(), stop -> command, kafka -> kafka, own);
        }
        return ForeignClient.of(UsageException.parse(label, ClientProfile::parse), own);
    }

    /**
     * Builds the drivers that have not been built yet.
     *
     * @param progress receives a line for each
     * @param stop polled several times per second; true cancels the build
     * @throws dev.squeeze.engine.drivers.DriverException if that is not possible on this machine
     */
    void build(Consumer<String> progress, BooleanSupplier stop) {
        DriverPrograms programs = new DriverPrograms(progress, stop);
        for (String label : labels()) {
            if (!isProgram(label)) {
                programs.command(UsageException.parse(label, ClientProfile::parse));
            }
        }
    }

    /** Whether a client is a driver that the user provides. */
    static boolean isProgram(String label) {
        return label.startsWith(EXEC);
    }

    /**
     * Labels of the chosen clients: {@link ClientProfile#label} for libraries, the text as given for programs; empty
     * without {@code --client}.
     */
    List<String> labels() {
        return clients.stream().map(ClientArguments::label).toList();
    }

    private static String label(String typed) {
        return isProgram(typed)
                ? typed
                : UsageException.parse(typed, ClientProfile::parse).label();
    }
}
