package dev.squeeze.benchmarks;

import dev.squeeze.kit.format.BatchCutter;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.PackedBatch;
import dev.squeeze.kit.format.RecordFormatV2;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.infra.Blackhole;

/** Cutting records into batches, and encoding and decoding the record format. One operation is one record. */
public class BatchBenchmark extends RecordBenchmark {
    @Param({"access-log", "json-events"})
    public String sample = "";

    @Param({"1024", "16384", "1048576"})
    public int batchBytes;

    private BatchRecord[] records = {};
    private List<PackedBatch> batches = List.of();

    @Setup
    public void cut() {
        records = Records.of(sample);
        batches = Records.cut(records, batchBytes);
    }

    /** Like a batch that a sample keeps: cut and copied. */
    @Benchmark
    @OperationsPerInvocation(Records.COUNT)
    public void cutAndTake(Blackhole hole) {
        BatchCutter cutter = new BatchCutter(batchBytes);
        for (BatchRecord record : records) {
            if (cutter.isFullFor(record)) {
                hole.consume(cutter.take());
            }
            cutter.add(record);
        }
        hole.consume(cutter.take());
    }

    /** Like a batch that a sample skips, which is the cost of most batches of a long source. */
    @Benchmark
    @OperationsPerInvocation(Records.COUNT)
    public long cutAndDrop() {
        BatchCutter cutter = new BatchCutter(batchBytes);
        long bytes = 0;
        for (BatchRecord record : records) {
            if (cutter.isFullFor(record)) {
                bytes += cutter.filledBytes();
                cutter.drop();
            }
            cutter.add(record);
        }
        return bytes + cutter.filledBytes();
    }

    /** Only the encoding, without checking whether a batch is full. */
    @Benchmark
    @OperationsPerInvocation(Records.COUNT)
    public long encode() {
        BatchCutter cutter = new BatchCutter(batchBytes);
        long bytes = 0;
        for (BatchRecord record : records) {
            cutter.add(record);
            if (cutter.filledBytes() >= batchBytes) {
                bytes += cutter.filledBytes();
                cutter.drop();
            }
        }
        return bytes + cutter.filledBytes();
    }

    @Benchmark
    @OperationsPerInvocation(Records.COUNT)
    public long encodedBytes() {
        long bytes = 0;
        for (int i = 0; i < records.length; i++) {
            bytes += RecordFormatV2.encodedBytes(records[i], i, i);
        }
        return bytes;
    }

    @Benchmark
    @OperationsPerInvocation(Records.COUNT)
    public void unpack(Blackhole hole) {
        for (PackedBatch batch : batches) {
            hole.consume(batch.unpack());
        }
    }
}
