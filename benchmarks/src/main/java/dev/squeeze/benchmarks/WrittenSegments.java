package dev.squeeze.benchmarks;

import dev.squeeze.engine.load.Payload;
import dev.squeeze.kit.format.BatchCutter;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.RecordFormatV2;
import dev.squeeze.kit.kafka.KafkaBatchCodec;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

/** Segments of real records, written as a producer's batches without a producer id, each cut at a nominal size. */
final class WrittenSegments {
    private WrittenSegments() {}

    /**
     * Writes the segments.
     *
     * @param recordBytes approximate uncompressed size of all records
     * @param segmentBytes approximate uncompressed size of the records in a segment
     */
    static void write(Path partition, Payload payload, Codec codec, int batchBytes, long recordBytes, long segmentBytes)
            throws IOException {
        Files.createDirectories(partition);
        BatchCutter cutter = new BatchCutter(batchBytes);
        long offset = 0;
        long written = 0;
        int next = 0;
        ByteBuffer room = ByteBuffer.allocate(2 * batchBytes + (1 << 20));
        try (KafkaBatchCodec kafka = new KafkaBatchCodec(codec)) {
            while (written < recordBytes) {
                long end = Math.min(recordBytes, written + segmentBytes);
                Path file = partition.resolve(String.format("%020d.log", offset));
                try (OutputStream out = Files.newOutputStream(file)) {
                    while (written < end) {
                        BatchRecord record = payload.record(next);
                        while (!cutter.isFullFor(record)) {
                            cutter.add(record);
                            next = next + 1 == payload.size() ? 0 : next + 1;
                            record = payload.record(next);
                        }
                        BatchRecord[] records = cutter.take().orElseThrow().unpack();
                        ByteBuffer batch = kafka.encode(records, room.clear());
                        // The offset and the leader epoch precede what the CRC covers.
                        batch.putLong(batch.position(), offset)
                                .putInt(batch.position() + Long.BYTES + Integer.BYTES, 0);
                        out.write(batch.array(), batch.arrayOffset() + batch.position(), batch.remaining());
                        offset += records.length;
                        for (BatchRecord batchRecord : records) {
                            written += RecordFormatV2.encodedBytes(batchRecord, 0, 0);
                        }
                    }
                }
            }
        }
    }
}
