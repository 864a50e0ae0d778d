package dev.squeeze.benchmarks;

import dev.squeeze.kit.format.BareCodec;
import dev.squeeze.kit.format.BareLibraries;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.kafka.RecordBytes;
import dev.squeeze.kit.kafka.UnreadableBatchException;
import dev.squeeze.kit.source.Segments;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Time that the codec libraries alone need for the work of rewriting: blocks in memory, one call per block, without
 * frames, headers, batch CRCs and files. Threads take turns at groups of neighbouring blocks.
 */
final class BareRewriting implements AutoCloseable {
    private static final int BLOCKS_IN_A_TURN = 16;

    private final Codec from;
    private final Codec to;
    private final List<byte[]> blocks;
    private final List<byte[]> packedSource = new ArrayList<>();
    private final List<Integer> sourceBytes = new ArrayList<>();
    private final int largest;
    private final int threads;
    private final ExecutorService pool;

    /** The work that is timed. */
    enum Work {
        /** Compress. */
        COMPRESS,
        /** Decompress what is stored, then compress. */
        REWRITE,
        /** Decompress what is stored, compress, decompress the result and compare. */
        REWRITE_AND_CHECK
    }

    /**
     * @param source the original segments
     * @param made the rewritten segments, whose batches are the blocks
     */
    BareRewriting(Path source, Codec from, Path made, Codec to, int threads) {
        this.from = from;
        this.to = to;
        this.threads = threads;
        this.blocks = records(made);
        this.largest = blocks.stream().mapToInt(block -> block.length).max().orElse(0);
        this.pool = Executors.newFixedThreadPool(threads);
        try (BareCodec library = BareLibraries.open(from)) {
            for (byte[] block : records(source)) {
                byte[] target = new byte[library.maxCompressedLength(block.length)];
                int bytes = library.compress(block, 0, block.length, target, 0);
                packedSource.add(Arrays.copyOf(target, bytes));
                sourceBytes.add(block.length);
            }
        }
    }

    private static List<byte[]> records(Path folder) {
        List<byte[]> all = new ArrayList<>();
        try (RecordBytes reader = new RecordBytes()) {
            Segments.find(List.of(folder.toString()))
                    .walk(
                            (file, position, header) -> {
                                all.add(unpacked(reader, header.batch()));
                                return true;
                            },
                            (read, total) -> {});
        }
        return all;
    }

    private static byte[] unpacked(RecordBytes reader, ByteBuffer batch) {
        try {
            ByteBuffer records = reader.unpack(batch);
            byte[] bytes = new byte[records.remaining()];
            records.get(bytes);
            return bytes;
        } catch (UnreadableBatchException e) {
            throw new IllegalStateException("a batch that was just written cannot be read", e);
        }
    }

    /** Uncompressed size of the records. */
    long bytes() {
        return blocks.stream().mapToLong(block -> block.length).sum();
    }

    /** Runs it once, on all threads. */
    void run(Work work) throws InterruptedException {
        AtomicInteger nextSource = new AtomicInteger();
        AtomicInteger nextBlock = new AtomicInteger();
        List<Future<?>> all = new ArrayList<>();
        for (int thread = 0; thread < threads; thread++) {
            all.add(pool.submit(() -> runShare(work, nextSource, nextBlock)));
        }
        for (Future<?> share : all) {
            try {
                share.get();
            } catch (ExecutionException e) {
                throw new IllegalStateException("a library failed", e.getCause());
            }
        }
    }

    private void runShare(Work work, AtomicInteger nextSource, AtomicInteger nextBlock) {
        byte[] unpacked = new byte
                [Math.max(
                        largest,
                        sourceBytes.stream().mapToInt(bytes -> bytes).max().orElse(0))];
        if (work != Work.COMPRESS && !from.equals(Codec.NONE)) {
            try (BareCodec library = BareLibraries.open(from)) {
                forEach(packedSource.size(), nextSource, i -> {
                    byte[] packed = packedSource.get(i);
                    library.decompress(packed, 0, packed.length, unpacked, sourceBytes.get(i));
                });
            }
        }
        try (BareCodec library = BareLibraries.open(to)) {
            byte[] target = new byte[library.maxCompressedLength(largest)];
            forEach(blocks.size(), nextBlock, i -> {
                byte[] block = blocks.get(i);
                int bytes = library.compress(block, 0, block.length, target, 0);
                if (work == Work.REWRITE_AND_CHECK) {
                    library.decompress(target, 0, bytes, unpacked, block.length);
                    if (!Arrays.equals(unpacked, 0, block.length, block, 0, block.length)) {
                        throw new IllegalStateException("block " + i + " did not come back");
                    }
                }
            });
        }
    }

    private static void forEach(int count, AtomicInteger next, java.util.function.IntConsumer what) {
        while (true) {
            int first = next.getAndAdd(BLOCKS_IN_A_TURN);
            if (first >= count) {
                return;
            }
            for (int i = first; i < Math.min(count, first + BLOCKS_IN_A_TURN); i++) {
                what.accept(i);
            }
        }
    }

    @Override
    public void close() {
        pool.shutdownNow();
    }
}
