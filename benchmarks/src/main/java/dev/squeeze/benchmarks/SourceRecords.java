package dev.squeeze.benchmarks;

import dev.squeeze.engine.load.Payload;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.source.ReadOptions;
import dev.squeeze.kit.source.Sample;
import dev.squeeze.kit.source.Sampler;
import dev.squeeze.kit.source.SamplingPlan;
import dev.squeeze.kit.source.Sources;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;

/** Records of a source for live loads, with keys or without, whatever the source has. */
final class SourceRecords {
    private static final long MAX_BYTES = 32L << 20;
    private static final long PAYLOAD_BYTES = 64L << 20;
    private static final int KEYS = 10_000;

    private SourceRecords() {}

    /**
     * Draws at most 32 MiB for each batch size.
     *
     * @param batchBytes the batch sizes; {@link Payload#STRETCH_BYTES} among them where records are to be sent
     */
    static Sample draw(String source, List<Integer> batchBytes, int cores) {
        return Sampler.draw(
                Sources.open(List.of(source), ReadOptions.DEFAULT, () -> System.in),
                new SamplingPlan(batchBytes, MAX_BYTES, (int) (MAX_BYTES / Payload.STRETCH_BYTES), 1, cores),
                (read, total) -> {});
    }

    /** At most 64 MiB in the order of the source, to be written again and again. */
    static Payload payload(String source, long seed, int cores) {
        return Payload.of(Sampler.draw(
                Sources.open(List.of(source), ReadOptions.DEFAULT, () -> System.in),
                new SamplingPlan(List.of(Payload.STRETCH_BYTES), PAYLOAD_BYTES, Integer.MAX_VALUE, seed, cores),
                (read, total) -> {}));
    }

    /** The source less its folders. */
    static String shortName(String source) {
        return source.substring(source.lastIndexOf('/') + 1);
    }

    /** The same records, each with one of ten thousand keys at random, or none of them with any. */
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
