package dev.squeeze.benchmarks;

import dev.squeeze.engine.load.Payload;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.source.ReadOptions;
import dev.squeeze.kit.source.Sample;
import dev.squeeze.kit.source.Sampler;
import dev.squeeze.kit.source.SamplingPlan;
import dev.squeeze.kit.source.Sources;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** Records of a source for live loads, with or without keys, regardless of the source's own keys. */
public final class SourceRecords {
    private static final long MAX_BYTES = 32L << 20;
    private static final long PAYLOAD_BYTES = 64L << 20;
    private static final int KEYS = 10_000;

    private SourceRecords() {}

    /**
     * Draws at most 32 MiB for each batch size.
     *
     * @param batchBytes the batch sizes; must include {@link Payload#STRETCH_BYTES} if records are to be sent
     */
    static Sample draw(String source, List<Integer> batchBytes, int cores) {
        return Sampler.draw(
                Sources.open(List.of(source), ReadOptions.DEFAULT, () -> System.in),
                new SamplingPlan(batchBytes, MAX_BYTES, (int) (MAX_BYTES / Payload.STRETCH_BYTES), 1, cores),
                (read, total) -> {});
    }

    /** At most 64 MiB in the order of the source, to be written repeatedly. */
    static Payload payload(String source, long seed, int cores) {
        return Payload.of(Sampler.draw(
                Sources.open(List.of(source), ReadOptions.DEFAULT, () -> System.in),
                new SamplingPlan(List.of(Payload.STRETCH_BYTES), PAYLOAD_BYTES, Integer.MAX_VALUE, seed, cores),
                (read, total) -> {}));
    }

    /** Each file of a folder as a separate source; {@code .md} and {@code .avsc} files are skipped. */
    public static List<String> expanded(List<String> sources) throws IOException {
        List<String> notations = new ArrayList<>();
        for (String source : sources) {
            if (source.startsWith("sample:") || !Files.isDirectory(Path.of(source))) {
                notations.add(source);
                continue;
            }
            try (Stream<Path> files = Files.walk(Path.of(source))) {
                files.filter(Files::isRegularFile)
                        .map(Path::toString)
                        .filter(name -> !name.endsWith(".md") && !name.endsWith(".avsc"))
                        .sorted()
                        .forEach(notations::add);
            }
        }
        return notations;
    }

    /** The source without its folders. */
    public static String shortName(String source) {
        return source.substring(source.lastIndexOf('/') + 1);
    }

    /** The same records, either each with one of ten thousand random keys, or all without a key. */
    static List<BatchRecord> keyed(List<BatchRecord> records, boolean keyed) {
        SplittableRandom random = new SplittableRandom(5);
        return records.stream()
                .map(record -> new BatchRecord(
                        keyed
                                ? String.format("key-%06d", random.nextInt(KEYS))
                                        .getBytes(StandardCharsets.US_ASCII)
                                : null,
                        record.value(),
                        record.headers(),
                        record.timestampMillis()))
                .toList();
    }
}
