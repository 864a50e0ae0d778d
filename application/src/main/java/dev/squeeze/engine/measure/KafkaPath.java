package dev.squeeze.engine.measure;

import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.PackedBatch;
import dev.squeeze.kit.kafka.KafkaBatchCodec;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Batches as built by Kafka's producer and read by its consumer. */
final class KafkaPath implements CodecPath {
    private final Map<Codec, KafkaBatchCodec> codecs = new HashMap<>();
    private ByteBuffer arena = ByteBuffer.allocate(1 << 20);

    @Override
    public SpeedCell.Direction compressing(SpeedCell cell) {
        return cell.kafkaCompress;
    }

    @Override
    public SpeedCell.Direction decompressing(SpeedCell cell) {
        return cell.kafkaDecompress;
    }

    @Override
    public Slice prepare(SpeedCell cell, int[] indices, List<PackedBatch> packed) {
        BatchRecord[][] records = packed.stream().map(PackedBatch::unpack).toArray(BatchRecord[][]::new);
        int[] starts = new int[records.length + 1];
        for (int i = 0; i < records.length; i++) {
            starts[i + 1] = starts[i] + BatchWorker.boundBytes(packed.get(i).recordBytes());
        }
        if (arena.capacity() < starts[records.length]) {
            arena = ByteBuffer.allocate(starts[records.length]);
        }
        KafkaBatchCodec codec = codecs.computeIfAbsent(cell.ratio().codec(), KafkaBatchCodec::new);
        return new KafkaSlice(cell, indices, packed, codec, records, starts, arena);
    }

    @Override
    public void close() {
        codecs.values().forEach(KafkaBatchCodec::close);
    }

    private static final class KafkaSlice implements Slice {
        private final SpeedCell cell;
        private final int[] indices;
        private final List<PackedBatch> packed;
        private final KafkaBatchCodec codec;
        private final BatchRecord[][] records;
        private final int[] starts;
        private final ByteBuffer arena;
        private final ByteBuffer[] encoded;
        private long payloadBytes;

        KafkaSlice(
                SpeedCell cell,
                int[] indices,
                List<PackedBatch> packed,
                KafkaBatchCodec codec,
                BatchRecord[][] records,
                int[] starts,
                ByteBuffer arena) {
            this.cell = cell;
            this.indices = indices;
            this.packed = packed;
            this.codec = codec;
            this.records = records;
            this.starts = starts;
            this.arena = arena;
            this.encoded = new ByteBuffer[records.length];
        }

        @Override
        public void compress() {
            for (int i = 0; i < records.length; i++) {
                encoded[i] = codec.encode(records[i], arena.slice(starts[i], starts[i + 1] - starts[i]));
            }
        }

        @Override
        public void verifyCompressed() {
            for (int i = 0; i < records.length; i++) {
                if (encoded[i].remaining() != cell.ratio().compressedBytes(indices[i])) {
                    throw cell.mismatch(packed.get(i), "compressing it again produced a different size");
                }
            }
        }

        @Override
        public void decompress() {
            long bytes = 0;
            for (ByteBuffer batch : encoded) {
                bytes += codec.consume(batch);
            }
            payloadBytes += bytes;
        }

        @Override
        public void verifyDecompressed(int repeats) {
            long expected = 0;
            for (BatchRecord[] batch : records) {
                for (BatchRecord record : batch) {
                    expected += record.payloadBytes();
                }
            }
            if (payloadBytes != expected * repeats) {
                throw cell.mismatch(packed.get(0), "reading it again returned different records");
            }
        }
    }
}
