package dev.squeeze.benchmarks;

import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.PackedBatch;
import dev.squeeze.kit.format.RecordFormatV2;
import dev.squeeze.kit.kafka.KafkaBatchCodec;
import java.nio.ByteBuffer;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/** Batches of 16 KiB encoded and decoded with Kafka's own classes. One operation is one record. */
public class KafkaBatchBenchmark extends RecordBenchmark {
    private static final int BATCH_BYTES = 16_384;

    @Param({"access-log", "json-events"})
    public String sample = "";

    @Param({"none", "lz4", "zstd:3"})
    public String codec = "";

    private KafkaBatchCodec kafka;
    private BatchRecord[][] batches = {};
    private ByteBuffer[] encoded = {};
    private ByteBuffer target = ByteBuffer.allocate(0);

    @Setup
    public void encodeAll() {
        kafka = new KafkaBatchCodec(Codec.parse(codec));
        List<PackedBatch> packed = Records.cut(Records.of(sample), BATCH_BYTES);
        batches = packed.stream().map(PackedBatch::unpack).toArray(BatchRecord[][]::new);
        int largest = packed.stream().mapToInt(PackedBatch::recordBytes).max().orElse(0);
        int room = RecordFormatV2.BATCH_HEADER_BYTES + largest + largest / 8 + 1024;
        encoded = new ByteBuffer[batches.length];
        for (int i = 0; i < batches.length; i++) {
            encoded[i] = kafka.encode(batches[i], ByteBuffer.allocate(room));
            kafka.firstDifference(encoded[i], batches[i]).ifPresent(difference -> {
                throw new IllegalStateException(codec + " does not give a batch back: " + difference);
            });
        }
        target = ByteBuffer.allocate(room);
    }

    @Benchmark
    @OperationsPerInvocation(Records.COUNT)
    public long encode() {
        long bytes = 0;
        for (BatchRecord[] batch : batches) {
            target.clear();
            bytes += kafka.encode(batch, target).remaining();
        }
        return bytes;
    }

    @Benchmark
    @OperationsPerInvocation(Records.COUNT)
    public long consume() {
        long bytes = 0;
        for (ByteBuffer batch : encoded) {
            bytes += kafka.consume(batch);
        }
        return bytes;
    }

    @TearDown
    public void close() {
        kafka.close();
    }
}
