package dev.squeeze.feature.doctor;

import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Checks of what a cluster does not show about its clients: the user is asked. */
final class LibraryChecks {
    static final Rule UNDECODABLE_CODEC = Rule.question(
            "a consumer that cannot decode the codec",
            "KIP-110; client libraries' notes",
            LibraryChecks::undecodableCodec);

    static final Rule VULNERABLE_LIBRARIES = Rule.question(
            "codec libraries with known vulnerabilities",
            "CVE-2026-35554 (kafka-clients); CVE-2025-12183, CVE-2025-66566, CVE-2026-59949 (lz4-java)",
            zstdProposed ->
                    Optional.of("Which codec libraries do clients and brokers use? A cluster does not show this. Look"
                            + " for kafka-clients below 3.9.2, 4.0.2 or 4.1.2 (CVE-2026-35554) and for lz4-java with"
                            + " CVE-2025-12183, CVE-2025-66566 or CVE-2026-59949"));

    private static final int MAX_NAMED = 10;

    private LibraryChecks() {}

    private static Optional<String> undecodableCodec(Set<String> zstdProposed) {
        return zstdProposed.isEmpty()
                ? Optional.empty()
                : Optional.of("Can every consumer of " + named(zstdProposed)
                        + " read zstd? It needs Kafka 2.1, librdkafka 1.0, or a zstd module in kafka-python and"
                        + " Node.js clients; a cluster shows client IDs, but not what clients can decode");
    }

    private static String named(Set<String> topics) {
        return topics.size() <= MAX_NAMED
                ? String.join(", ", topics)
                : topics.stream().limit(MAX_NAMED).collect(Collectors.joining(", ")) + " and "
                        + (topics.size() - MAX_NAMED) + " other topics";
    }
}
