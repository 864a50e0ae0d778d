package dev.squeeze.feature.plan;

import dev.squeeze.engine.predict.ClientProfile;
import dev.squeeze.engine.predict.ClientSupport;
import dev.squeeze.kit.cluster.ClientSoftware;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.unit.VersionNumber;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A client library that is connected to the cluster, and what it lacks for the plan.
 *
 * @param name as the client reports it, such as {@code apache-kafka-java}
 * @param version as the client reports it
 * @param connections open when the brokers were queried
 * @param known whether Squeeze knows this library, and its version could be parsed
 * @param lacks what the planned codecs need and this client lacks, each a clause; empty if nothing is missing or the
 *     library is unknown
 */
public record ConnectedClient(String name, String version, long connections, boolean known, List<String> lacks) {
    private static final Map<String, ClientProfile> LIBRARIES = Map.of(
            "apache-kafka-java", ClientProfile.JAVA,
            "librdkafka", ClientProfile.LIBRDKAFKA,
            "kgo", ClientProfile.FRANZ_GO,
            "sarama", ClientProfile.SARAMA);

    /** Versions of clients built on librdkafka, such as {@code 2.3.0-librdkafka-2.3.0}. */
    private static final Pattern ON_LIBRDKAFKA = Pattern.compile(".*-(?:lib)?rdkafka-([0-9.]+).*");

    private static final Pattern NUMBERS = Pattern.compile("[vV]?(\\d{1,6}(?:\\.\\d{1,6}){0,2}).*");

    public ConnectedClient {
        lacks = List.copyOf(lacks);
    }

    /** @param codecs all codecs in the plan */
    static ConnectedClient of(ClientSoftware client, List<Codec> codecs) {
        Matcher inside = ON_LIBRDKAFKA.matcher(client.version());
        boolean wrapped = inside.matches();
        Optional<ClientProfile> library =
                wrapped ? Optional.of(ClientProfile.LIBRDKAFKA) : Optional.ofNullable(LIBRARIES.get(client.name()));
        Matcher numbers = NUMBERS.matcher(wrapped ? inside.group(1) : client.version());
        Optional<VersionNumber> version =
                numbers.matches() ? Optional.of(VersionNumber.parse(numbers.group(1))) : Optional.empty();
        boolean known = library.isPresent() && version.isPresent();
        List<String> lacks = !known
                ? List.of()
                : codecs.stream()
                        .flatMap(codec -> ClientSupport.refusal(library.get(), version, codec).stream())
                        .distinct()
                        .toList();
        return new ConnectedClient(client.name(), client.version(), client.connections(), known, lacks);
    }
}
