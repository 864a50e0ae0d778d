package dev.squeeze.feature.fill;

import dev.squeeze.kit.unit.ByteCount;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A topic that was filled.
 *
 * @param topic with the prefix
 * @param phases that were begun, in their order
 */
record FilledTopic(String topic, int partitions, List<FilledPhase> phases) {
    FilledTopic {
        phases = List.copyOf(phases);
    }

    /** As a person reads it: the topic, then a line for each phase. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add("created topic " + topic + " with " + partitions + (partitions == 1 ? " partition" : " partitions"));
        phases.forEach(phase -> lines.add(line(phase)));
        return lines;
    }

    private static String line(FilledPhase phase) {
        return String.format(
                Locale.ROOT,
                "%s: %,d records, %s of keys and values in %.1f s (%.2f MiB/s); sent as %s (%.2f MiB/s)%s",
                phase.name(),
                phase.records(),
                new ByteCount(phase.payloadBytes()),
                phase.seconds(),
                phase.payloadBytes() / phase.seconds() / ByteCount.MIB,
                ByteCount.binary(phase.wireBytes()),
                phase.wireBytes() / phase.seconds() / ByteCount.MIB,
                phase.diskBytes()
                        .map(bytes ->
                                "; the topic grew by " + ByteCount.binary(bytes) + " on disk, all replicas together")
                        .orElse(""));
    }
}
