package dev.squeeze.report;

import dev.squeeze.environment.Environment;
import dev.squeeze.source.ReadNotice;
import dev.squeeze.source.StoredBatches;
import dev.squeeze.unit.ByteCount;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What every report begins with: the data and the machine, before any figure. */
final class ResultHeader {
    private ResultHeader() {}

    /** Data and machine, one line after the other. */
    static List<String> lines(SampledResult result) {
        List<String> lines = new ArrayList<>();
        lines.add(sourceLine(result));
        lines.addAll(detailLines(result));
        return lines;
    }

    static String sourceLine(SampledResult result) {
        SourceInfo source = result.source();
        return String.format(
                Locale.ROOT,
                "%s: %,d records (%s), %s of keys and values, %s%s",
                source.source(),
                source.records(),
                source.format(),
                new ByteCount(source.payloadBytes()),
                source.keyed() ? "keyed" : "no keys",
                source.timestamps() ? ", own timestamps" : "");
    }

    static List<String> detailLines(SampledResult result) {
        SourceInfo source = result.source();
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                Locale.ROOT,
                "record bytes: %,d least, %,d median, %,.0f mean, %,d at 99 %%, %,d most; sampling seed %d",
                source.recordBytes().min(),
                source.recordBytes().median(),
                source.recordBytes().mean(),
                source.recordBytes().p99(),
                source.recordBytes().max(),
                source.seed()));
        source.stored()
                .ifPresent(stored ->
                        lines.add(source.storedIn().map(topic -> topic + " ").orElse("") + stored(stored)));
        lines.addAll(machineLines(result.run().environment()));
        return lines;
    }

    private static String stored(StoredBatches stored) {
        return String.format(
                Locale.ROOT,
                "as it lies: %s for %.0f %% of the bytes, %,.1f records and %s in a batch, %.2fx; %s%s",
                stored.codec().label(),
                100 * stored.codecShare(),
                stored.recordsPerBatch(),
                ByteCount.binary(stored.recordBytesPerBatch()),
                stored.ratio(),
                stored.whole() ? "read as a whole" : "a sample",
                stored.fetchedBytes().isPresent()
                        ? ", " + new ByteCount(stored.fetchedBytes().getAsLong()) + " fetched"
                        : "");
    }

    static List<String> machineLines(Environment machine) {
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                Locale.ROOT,
                "%d cores %s, %s; heap %s",
                machine.cores(),
                machine.processor(),
                machine.java(),
                new ByteCount(machine.heapBytes())));
        lines.add("squeeze " + machine.squeezeVersion() + ", kafka-clients " + machine.kafkaVersion() + ", "
                + machine.libraries().entrySet().stream()
                        .map(library -> library.getKey() + " " + library.getValue())
                        .collect(Collectors.joining(", ")));
        return lines;
    }

    /** What was noticed, and what a reader must know about the run. */
    static List<String> warnings(OfflineResult result) {
        List<String> lines = new ArrayList<>();
        for (ReadNotice notice : result.source().notices()) {
            lines.add(notice.message());
        }
        if (result.sweep().interrupted()) {
            lines.add("The run was interrupted: this is what was measured until then.");
        }
        result.sweep().contention().ifPresent(contention -> {
            if (!contention.speedsTrustworthy()) {
                lines.add(String.format(
                        Locale.ROOT,
                        "The machine was too busy to trust speeds: wall time was %.2f times CPU time. Ratios are not affected.",
                        contention.wallOverCpu()));
            }
        });
        return lines;
    }

    static String runLine(OfflineResult result) {
        return String.format(
                Locale.ROOT,
                "%.1f s in all; rounds of speeds: %d%s",
                result.run().elapsedSeconds(),
                result.sweep().rounds(),
                result.sweep()
                        .contention()
                        .map(contention ->
                                String.format(Locale.ROOT, ", wall / CPU time %.2f", contention.wallOverCpu()))
                        .orElse(""));
    }
}
