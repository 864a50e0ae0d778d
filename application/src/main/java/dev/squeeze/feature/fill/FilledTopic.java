package dev.squeeze.feature.fill;

import dev.squeeze.kit.unit.ByteCount;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A topic that was filled.
 *
 * @param topic name, including the prefix
 * @param phases phases that were started, in order
 */
record FilledTopic(String topic, int partitions, List<FilledPhase> phases) {
    FilledTopic {
        phases = List.copyOf(phases);
    }

    /** Lines for the user: the topic, then each phase. */
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
