package dev.squeeze.benchmarks;

import dev.squeeze.kit.format.BareCodec;
import dev.squeeze.kit.format.BareLibraries;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.PackedBatch;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;

/**
 * Times one bare library over blocks in the same way as the C program: complete passes over all blocks in order, for at
 * least a given CPU time of this thread; the number of passes is determined in advance and then kept. The calls are the
 * same as the product's.
 */
final class BlockTimer implements AutoCloseable {
    private final Codec codec;
    private final BareCodec library;
    /** All blocks consecutively, as in the C program: scattered over the heap they would miss the caches. */
    private final byte[] source;

    private final byte[] compressed;
    private final int[] starts;
    private final int[] compressedStarts;
    private final long totalBytes;
    private final byte[] target;
    private final byte[] restored;
    private final long[] passes = new long[2];
    private long wallNanos;
    private long cpuNanos;

    /**
     * Compresses and decompresses every block once.
     *
     * @throws IllegalStateException if a block is changed by that
     */
    BlockTimer(Codec codec, List<PackedBatch> batches) {
        this.codec = codec;
        this.library = BareLibraries.open(codec);
        int blocks = batches.size();
        this.starts = new int[blocks + 1];
        int largest = 0;
        for (int i = 0; i < blocks; i++) {
            starts[i + 1] = Math.addExact(starts[i], batches.get(i).recordBytes());
            largest = Math.max(largest, batches.get(i).recordBytes());
        }
        this.totalBytes = starts[blocks];
        this.source = new byte[starts[blocks]];
        this.target = new byte[library.maxCompressedLength(largest)];
        this.restored = new byte[largest];
        this.compressedStarts = new int[blocks + 1];
        byte[] packed = new byte[1 << 16];
        for (int i = 0; i < blocks; i++) {
            byte[] block = batches.get(i).encodedRecords();
            System.arraycopy(block, 0, source, starts[i], block.length);
            int bytes = library.compress(block, 0, block.length, target, 0);
            int end = Math.addExact(compressedStarts[i], bytes);
            if (end > packed.length) {
                packed = Arrays.copyOf(packed, (int) Math.min(Integer.MAX_VALUE - 16L, Math.max(end, 2L * end)));
            }
            System.arraycopy(target, 0, packed, compressedStarts[i], bytes);
            compressedStarts[i + 1] = end;
            Arrays.fill(restored, (byte) 0);
            library.decompress(packed, compressedStarts[i], bytes, restored, block.length);
            if (!Arrays.equals(block, 0, block.length, restored, 0, block.length)) {
                throw new IllegalStateException(codec + " does not give block " + i + " back");
            }
        }
        this.compressed = Arrays.copyOf(packed, compressedStarts[blocks]);
    }

    Codec codec() {
        return codec;
    }

    double ratio() {
        return (double) totalBytes / compressed.length;
    }

    /** Warms up in each direction, and determines the number of passes per visit. */
    void settle(long warmUpNanos, long visitNanos) {
        for (Direction direction : Direction.values()) {
            long used = 0;
            long done = 0;
            while (used < warmUpNanos) {
                used += pass(direction, 1);
                done++;
            }
            double nanosPerPass = (double) pass(direction, (done + 3) / 4) / ((done + 3) / 4);
            passes[direction.ordinal()] = (long) Math.ceil(1.25 * visitNanos / nanosPerPass);
        }
    }

    /** Makes one visit. @return uncompressed MiB per second of thread CPU time */
    double visit(Direction direction) {
        long count = passes[direction.ordinal()];
        long wallStart = System.nanoTime();
        long cpu = pass(direction, count);
        wallNanos += System.nanoTime() - wallStart;
        cpuNanos += cpu;
        return (double) totalBytes * count / (1 << 20) / (cpu / 1e9);
    }

    long wallNanos() {
        return wallNanos;
    }

    long cpuNanos() {
        return cpuNanos;
    }

    private long pass(Direction direction, long count) {
        long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        for (long pass = 0; pass < count; pass++) {
            if (direction == Direction.COMPRESS) {
                compressAll();
            } else {
                decompressAll();
            }
        }
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start;
    }

    private void compressAll() {
        long written = 0;
        for (int i = 0; i + 1 < starts.length; i++) {
            written += library.compress(source, starts[i], starts[i + 1] - starts[i], target, 0);
        }
        if (written != compressed.length) {
            throw new IllegalStateException(
                    codec + " wrote " + written + " bytes, not the " + compressed.length + " of the comparison");
        }
    }

    private void decompressAll() {
        for (int i = 0; i + 1 < starts.length; i++) {
            library.decompress(
                    compressed,
                    compressedStarts[i],
                    compressedStarts[i + 1] - compressedStarts[i],
                    restored,
                    starts[i + 1] - starts[i]);
        }
    }

    /** Direction of the work. */
    enum Direction {
        COMPRESS,
        DECOMPRESS;

        /** As written by the C program. */
        String label() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    @Override
    public void close() {
        library.close();
    }
}
