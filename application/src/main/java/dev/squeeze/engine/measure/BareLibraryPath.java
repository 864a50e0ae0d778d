package dev.squeeze.engine.measure;

import dev.squeeze.kit.format.BareCodec;
import dev.squeeze.kit.format.BareLibraries;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.PackedBatch;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The records of a batch as one block, compressed directly by the library, without Kafka's code around it. */
final class BareLibraryPath implements CodecPath {
    private final Map<Codec, BareCodec> codecs = new HashMap<>();
    private byte[] source = new byte[1 << 20];
    private byte[] arena = new byte[1 << 20];
    private byte[] restored = new byte[1 << 20];

    @Override
    public SpeedCell.Direction compressing(SpeedCell cell) {
        return cell.bareCompress;
    }

    @Override
    public SpeedCell.Direction decompressing(SpeedCell cell) {
        return cell.bareDecompress;
    }

    @Override
    public Slice prepare(SpeedCell cell, int[] indices, List<PackedBatch> packed) {
        BareCodec codec = codecs.computeIfAbsent(cell.ratio().codec(), BareLibraries::open);
        int batches = packed.size();
        int[] starts = new int[batches + 1];
        int[] sourceStarts = new int[batches + 1];
        long bytes = packed.stream().mapToLong(PackedBatch::recordBytes).sum();
        if (source.length < bytes) {
            source = new byte[Math.toIntExact(bytes)];
        }
        int longest = 0;
        for (int i = 0; i < batches; i++) {
            // Contiguous, as in a C program: small batches scattered over the heap would cause cache misses.
            byte[] records = packed.get(i).encodedRecords();
            System.arraycopy(records, 0, source, sourceStarts[i], records.length);
            sourceStarts[i + 1] = sourceStarts[i] + records.length;
            starts[i + 1] = starts[i] + codec.maxCompressedLength(records.length);
            longest = Math.max(longest, records.length);
        }
        if (arena.length < starts[batches]) {
            arena = new byte[starts[batches]];
        }
        if (restored.length < longest) {
            restored = new byte[longest];
        }
        return new Blocks(cell, packed, codec, sourceStarts, starts);
    }

    @Override
    public void close() {
        codecs.values().forEach(BareCodec::close);
    }

    private final class Blocks implements Slice {
        private final SpeedCell cell;
        private final List<PackedBatch> packed;
        private final BareCodec codec;
        private final int[] sourceStarts;
        private final int[] starts;
        private final int[] lengths;

        Blocks(SpeedCell cell, List<PackedBatch> packed, BareCodec codec, int[] sourceStarts, int[] starts) {
            this.cell = cell;
            this.packed = packed;
            this.codec = codec;
            this.sourceStarts = sourceStarts;
            this.starts = starts;
            this.lengths = new int[packed.size()];
        }

        @Override
        public void compress() {
            for (int i = 0; i < lengths.length; i++) {
                lengths[i] = codec.compress(
                        source, sourceStarts[i], sourceStarts[i + 1] - sourceStarts[i], arena, starts[i]);
            }
        }

        /** Does nothing: there is no previous size of a bare block to compare with. */
        @Override
        public void verifyCompressed() {}

        @Override
        public void decompress() {
            for (int i = 0; i < lengths.length; i++) {
                codec.decompress(arena, starts[i], lengths[i], restored, sourceStarts[i + 1] - sourceStarts[i]);
            }
        }

        @Override
        public void verifyDecompressed(int repeats) {
            for (int i = 0; i < lengths.length; i++) {
                byte[] original = packed.get(i).encodedRecords();
                codec.decompress(arena, starts[i], lengths[i], restored, original.length);
                int differsAt = Arrays.mismatch(original, 0, original.length, restored, 0, original.length);
                if (differsAt >= 0) {
                    throw cell.mismatch(
                            packed.get(i), "the bare library returned a different byte at offset " + differsAt);
                }
            }
        }
    }
}
