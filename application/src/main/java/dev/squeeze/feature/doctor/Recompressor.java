package dev.squeeze.feature.doctor;

import dev.squeeze.engine.measure.RoundTripException;
import dev.squeeze.kit.environment.CpuClock;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.RecordFormatV2;
import dev.squeeze.kit.kafka.KafkaBatchCodec;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Rebuilds batches with Kafka's own code, reads each one back, and measures the CPU time of both. Not thread-safe. */
final class Recompressor implements AutoCloseable {
    /**
     * The JIT compiler needs a while before a codec's CPU time is meaningful; a longer warm-up would be noticeable to
     * users.
     */
    private static final long WARM_UP_NANOS = 50_000_000L;

    private static final int MAX_WARM_UPS = 500;

    private final Map<Codec, KafkaBatchCodec> codecs = new HashMap<>();
    private ByteBuffer arena = ByteBuffer.allocate(1 << 20);

    /**
     * Sizes and CPU time of a number of batches.
     *
     * @param batchBytes size of each, including the header
     */
    record Cost(int[] batchBytes, long compressNanos, long decompressNanos) {
        long bytes() {
            long sum = 0;
            for (int one : batchBytes) {
                sum += one;
            }
            return sum;
        }
    }

    /**
     * Builds and reads batches.
     *
     * @throws RoundTripException if a batch is not the same when read back
     */
    Cost run(Codec codec, List<BatchRecord[]> batches) {
        KafkaBatchCodec known = codecs.get(codec);
        if (known != null) {
            return run(known, codec, batches);
        }
        KafkaBatchCodec kafka = new KafkaBatchCodec(codec);
        codecs.put(codec, kafka);
        long start = CpuClock.cpuNanos();
        for (int i = 0; i < MAX_WARM_UPS && CpuClock.cpuNanos() - start < WARM_UP_NANOS; i++) {
            run(kafka, codec, batches);
        }
        return run(kafka, codec, batches);
    }

    private Cost run(KafkaBatchCodec kafka, Codec codec, List<BatchRecord[]> batches) {
        int[] starts = new int[batches.size() + 1];
        for (int i = 0; i < batches.size(); i++) {
            starts[i + 1] = Math.addExact(starts[i], boundBytes(batches.get(i)));
        }
        if (arena.capacity() < starts[batches.size()]) {
            arena = ByteBuffer.allocate(starts[batches.size()]);
        }
        ByteBuffer[] built = new ByteBuffer[batches.size()];
        long start = CpuClock.cpuNanos();
        for (int i = 0; i < built.length; i++) {
            built[i] = kafka.encode(batches.get(i), arena.slice(starts[i], starts[i + 1] - starts[i]));
        }
        long middle = CpuClock.cpuNanos();
        int[] sizes = new int[built.length];
        for (int i = 0; i < built.length; i++) {
            sizes[i] = built[i].remaining();
            kafka.consume(built[i].duplicate());
        }
        long end = CpuClock.cpuNanos();
        for (int i = 0; i < built.length; i++) {
            requireSame(kafka.firstDifference(built[i], batches.get(i)), codec);
        }
        return new Cost(sizes, middle - start, end - middle);
    }

    private static void requireSame(Optional<String> difference, Codec codec) {
        difference.ifPresent(what -> {
            throw new RoundTripException(codec + " did not give back a batch of the topic: " + what);
        });
    }

    /** Upper bound of a batch's size with any codec. */
    private static int boundBytes(BatchRecord[] records) {
        int bytes = 0;
        for (BatchRecord record : records) {
            bytes += RecordFormatV2.encodedBytes(
                    record, records.length, record.timestampMillis() - records[0].timestampMillis());
        }
        return RecordFormatV2.BATCH_HEADER_BYTES + bytes + bytes / 8 + 1024;
    }

    @Override
    public void close() {
        codecs.values().forEach(KafkaBatchCodec::close);
    }
}
