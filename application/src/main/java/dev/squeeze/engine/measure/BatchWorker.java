package dev.squeeze.engine.measure;

import dev.squeeze.kit.environment.CpuClock;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.PackedBatch;
import dev.squeeze.kit.format.RecordFormatV2;
import dev.squeeze.kit.kafka.KafkaBatchCodec;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Compresses and verifies groups of batches on one thread, reusing buffers like a producer's buffer pool. */
final class BatchWorker implements AutoCloseable {
    private final Map<Codec, KafkaBatchCodec> codecs = new HashMap<>();
    private final OpenClients clients = new OpenClients();
    private ByteBuffer target = ByteBuffer.allocate(1 << 16);

    /** The codecs of other client libraries. */
    OpenClients clients() {
        return clients;
    }

    /**
     * Compresses each batch, reads it back and compares.
     *
     * @throws RoundTripException if a batch read back differs from the original
     */
    GroupCost compressAndVerify(Codec codec, int nominalBytes, List<PackedBatch> batches) {
        KafkaBatchCodec kafka = codecs.computeIfAbsent(codec, KafkaBatchCodec::new);
        BatchRecord[][] records = batches.stream().map(PackedBatch::unpack).toArray(BatchRecord[][]::new);
        long needed = 0;
        for (PackedBatch batch : batches) {
            needed += boundBytes(batch.recordBytes());
        }
        ByteBuffer arena = arena(Math.toIntExact(needed));
        ByteBuffer[] encoded = new ByteBuffer[records.length];
        int[] starts = new int[records.length + 1];
        for (int i = 0; i < records.length; i++) {
            starts[i + 1] = starts[i] + boundBytes(batches.get(i).recordBytes());
        }
        long allocatedBefore = CpuClock.allocatedBytes();
        long start = CpuClock.cpuNanos();
        for (int i = 0; i < records.length; i++) {
            encoded[i] = kafka.encode(records[i], arena.slice(starts[i], starts[i + 1] - starts[i]));
        }
        long middle = CpuClock.cpuNanos();
        long allocatedBetween = CpuClock.allocatedBytes();
        int[] sizes = new int[records.length];
        for (int i = 0; i < records.length; i++) {
            sizes[i] = encoded[i].remaining();
            Optional<String> difference = kafka.firstDifference(encoded[i], records[i]);
            if (difference.isPresent()) {
                throw RoundTripException.of(codec.toString(), nominalBytes, batches.get(i), difference.get());
            }
        }
        return new GroupCost(
                sizes,
                middle - start,
                CpuClock.cpuNanos() - middle,
                allocatedBetween - allocatedBefore,
                CpuClock.allocatedBytes() - allocatedBetween);
    }

    /** Upper bound of a batch's size with any codec, so that no buffer grows during timing. */
    static int boundBytes(int recordBytes) {
        return RecordFormatV2.BATCH_HEADER_BYTES + recordBytes + recordBytes / 8 + 1024;
    }

    private ByteBuffer arena(int bytes) {
        if (target.capacity() < bytes) {
            target = ByteBuffer.allocate(Math.max(bytes, (int) Math.min(1L << 30, 2L * target.capacity())));
        }
        return target;
    }

    @Override
    public void close() {
        codecs.values().forEach(KafkaBatchCodec::close);
        clients.close();
    }
}
