package dev.squeeze.kit.cli;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;

/** Flags of Kafka's own tools that have another name here, or no equivalent. */
final class KafkaToolFlags {
    private static final String SOURCE = "SOURCE";

    /**
     * For each flag of Kafka, what to use instead: flags of this tool, of which the first that the command has is named, or SOURCE.
     * The keys are flags of kafka-producer-perf-test, kafka-consumer-perf-test and the console producer and consumer, of Kafka 4 or
     * earlier.
     */
    private static final Map<String, List<String>> OURS = Map.ofEntries(
            Map.entry("--bootstrap-servers", List.of("--bootstrap-server")),
            Map.entry("--broker-list", List.of("--bootstrap-server")),
            Map.entry("--throughput", List.of("--rate")),
            Map.entry("--num-records", List.of("--sample")),
            Map.entry("--records", List.of("--num-records")),
            Map.entry("--messages", List.of("--num-records", "--sample")),
            Map.entry("--payload-file", List.of(SOURCE)),
            Map.entry("--topic", List.of(SOURCE, "--include")),
            Map.entry("--producer.config", List.of("--producer-config", "--command-config")),
            Map.entry("--consumer.config", List.of("--consumer-config", "--command-config")),
            Map.entry("--producer-config", List.of("--command-config")),
            Map.entry("--consumer-config", List.of("--command-config")),
            Map.entry("--config", List.of("--command-config")),
            Map.entry("--producer-props", List.of("--producer-property", "--command-property")),
            Map.entry("--consumer-props", List.of("--consumer-property", "--command-property")),
            Map.entry("--producer-property", List.of("--command-property")),
            Map.entry("--consumer-property", List.of("--command-property")),
            Map.entry("--compression-codec", List.of("--codecs", "--codec")),
            Map.entry("--compression-type", List.of("--codecs", "--codec")),
            Map.entry("--linger-ms", List.of("--linger", "--current")),
            Map.entry("--max-partition-memory-bytes", List.of("--batch-size")));

    private KafkaToolFlags() {}

    /** What to use instead of a flag; empty if it is not a flag of Kafka, or the command has no equivalent. */
    static Optional<String> ours(String flag, CommandSpec command) {
        if (flag.equals("--print-metrics")) {
            return Optional.of("all metrics are in the result, and in full with --json or --report: leave it out");
        }
        return OURS.getOrDefault(flag, List.of()).stream()
                .filter(ours -> ours.equals(SOURCE) ? takesSource(command) : command.findOption(ours) != null)
                .findFirst()
                .map(ours ->
                        ours.equals(SOURCE) ? asSource(flag, command) : "use " + ours + beyond(flag, ours, command));
    }

    /**
     * A client settings file of Kafka covers both connecting and sending or fetching; names the flag for the latter if the command
     * has one.
     */
    private static String beyond(String flag, String ours, CommandSpec command) {
        if (!ours.equals("--command-config") || flag.equals("--config")) {
            return "";
        }
        String property = flag.startsWith("--producer") ? "--producer-property" : "--consumer-property";
        return Stream.of(property, "--current-from")
                .filter(other -> command.findOption(other) != null)
                .findFirst()
                .map(other -> " for how to connect, and " + other + " for all other settings")
                .orElse("");
    }

    private static boolean takesSource(CommandSpec command) {
        return command.positionalParameters().stream()
                .anyMatch(parameter -> parameter.paramLabel().contains(SOURCE));
    }

    private static String asSource(String flag, CommandSpec command) {
        if (flag.equals("--payload-file")) {
            return "give the file without a flag, as the SOURCE";
        }
        String ownTopics =
                command.name().equals("bench") ? "topics to write to are created and deleted by bench; " : "";
        return ownTopics + "to read the records of a topic, give topic:NAME as the SOURCE";
    }
}
