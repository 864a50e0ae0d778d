package dev.squeeze.kit.document;

import dev.squeeze.kit.environment.Environment;
import dev.squeeze.kit.source.StoredBatches;
import dev.squeeze.kit.unit.ByteCount;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The beginning of every report: the data and the machine, before any figure. */
public final class ResultHeader {
    private ResultHeader() {}

    /** Data and machine, one item per line. */
    public static List<String> lines(SampledResult result) {
        List<String> lines = new ArrayList<>();
        lines.add(sourceLine(result));
        lines.addAll(detailLines(result));
        return lines;
    }

    public static String sourceLine(SampledResult result) {
        SourceInfo source = result.source();
        return String.format(
                Locale.ROOT,
                "%s: %s (%s), %s of keys and values, %s%s",
                source.source(),
                Figures.count(source.records(), "record"),
                source.format(),
                new ByteCount(source.payloadBytes()),
                source.keyed() ? "keyed" : "no keys",
                source.timestamps() ? ", own timestamps" : "");
    }

    /** Records, stored batches and the machine. */
    public static List<String> detailLines(SampledResult result) {
        List<String> lines = new ArrayList<>(sampleLines(result));
        lines.addAll(machineLines(result.run().environment()));
        return lines;
    }

    /** Sizes of the records, and how they are stored at their source. */
    public static List<String> sampleLines(SampledResult result) {
        SourceInfo source = result.source();
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                Locale.ROOT,
                "record bytes: min %,d, median %,d, mean %,.0f, p99 %,d, max %,d; sampling seed %d",
                source.recordBytes().min(),
                source.recordBytes().median(),
                source.recordBytes().mean(),
                source.recordBytes().p99(),
                source.recordBytes().max(),
                source.seed()));
        source.stored()
                .ifPresent(stored ->
                        lines.add(source.storedIn().map(topic -> topic + " ").orElse("") + stored(stored)));
        return lines;
    }

    private static String stored(StoredBatches stored) {
        return String.format(
                Locale.ROOT,
                "as stored: %s for %.0f %% of the bytes, %,.1f records and %s per batch, %.2fx; %s%s",
                stored.codec().label(),
                100 * stored.codecShare(),
                stored.recordsPerBatch(),
                ByteCount.binary(stored.recordBytesPerBatch()),
                stored.ratio(),
                stored.whole() ? "read completely" : "a sample",
                stored.fetchedBytes().isPresent()
                        ? ", " + new ByteCount(stored.fetchedBytes().getAsLong()) + " fetched"
                        : "");
    }

    public static List<String> machineLines(Environment machine) {
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
}
