package dev.squeeze.feature.recompress;

import dev.squeeze.kit.environment.DaemonThreads;
import dev.squeeze.kit.format.BatchHeader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Rewrites segments in parallel. One thread reads batches in order, workers rewrite runs of consecutive batches, and
 * the reading thread writes the results in order. It waits neither for the end of a segment before it starts the next
 * one, nor for the disk, which is the job of another thread. The number of runs in progress is bounded.
 *
 * <p>How batches are divided into runs depends only on the segment, so the same segments always give the same bytes.
 */
final class RewritePipeline implements AutoCloseable {
    /** Stored bytes in a run: large enough that handing it to a worker costs little. */
    private static final int MIN_RUN_BYTES = 1 << 20;
    /** No joined batch extends over the end of a run, so a run should have several of them. */
    private static final int JOINED_IN_A_RUN = 4;
    /** The assumed memory of a run until the first run has been measured. */
    private static final long SUPPOSED_FOOTPRINT_BYTES = 16 << 20;
    /** Runs in progress may use one part in this many of the heap. */
    private static final int PART_OF_HEAP = 4;
    /** Bytes written between two forces to disk, so that little is left to force at the end of a segment. */
    private static final long BYTES_BETWEEN_FORCES = 32 << 20;

    private static final int MAX_PENDING_FORCES = 4;
    /**
     * The time that stopping may take: up to {@link #MAX_PENDING_FORCES} segments wait for the disk, each 1 GiB by
     * default, and each has to be forced and its original copied to another disk, at 20 MB/s.
     */
    static final Duration MAX_TIME_TO_STOP = Duration.ofMinutes(10);
    /** Bounds the steps as well as the runs: segments without batches also add steps, and each keeps two files open. */
    private static final int STEPS_OF_A_RUN = 4;

    private final ExecutorService workers;
    private final ExecutorService disk = Executors.newSingleThreadExecutor(DaemonThreads.factory("squeeze-rewrite"));
    private final ThreadLocal<BatchRewriter> rewriters;
    private final List<BatchRewriter> opened = new ArrayList<>();
    private final int runBytes;
    private final int mostRuns;
    private final Queue<RewrittenBatches> free = new ConcurrentLinkedQueue<>();
    private final Deque<Step> steps = new ArrayDeque<>();
    private final Deque<Future<Boolean>> onTheWayToDisk = new ArrayDeque<>();
    private final Set<SegmentOutput> open = new LinkedHashSet<>();
    private final SegmentTally tally = new SegmentTally();
    private long footprintBytes = SUPPOSED_FOOTPRINT_BYTES;
    private int runsUnderWay;
    private int finished;

    private interface Step {
        /** @return false if the run was stopped */
        boolean take() throws IOException;
    }

    /** @param rewriter creates a rewriter for a thread */
    RewritePipeline(int threads, int joinUpToBytes, Supplier<BatchRewriter> rewriter) {
        workers = Executors.newFixedThreadPool(threads, DaemonThreads.factory("squeeze-rewrite"));
        rewriters = ThreadLocal.withInitial(() -> opened(rewriter.get()));
        mostRuns = 2 * threads + 1;
        runBytes = Math.max(MIN_RUN_BYTES, Math.multiplyExact(JOINED_IN_A_RUN, joinUpToBytes));
    }

    private BatchRewriter opened(BatchRewriter rewriter) {
        synchronized (opened) {
            opened.add(rewriter);
        }
        return rewriter;
    }

    /** A segment while it is read. */
    final class Segment {
        private final SegmentOutput output;
        private final Set<Long> unjoined;
        private List<BatchRewriter.Source> run = new ArrayList<>();
        private long filledBytes;
        private long nextPosition;
        private long forcedBytes;
        private long lastOffset = -1;

        private Segment(SegmentOutput output, Set<Long> unjoined) {
            this.output = output;
            this.unjoined = unjoined;
        }

        /** @return false if the rewriting was stopped */
        boolean batch(long position, BatchHeader header) {
            if (position > nextPosition) {
                submit();
                long from = nextPosition;
                steps.add(() -> {
                    output.keep(from, position - from);
                    return true;
                });
            }
            if (header.baseOffset() <= lastOffset) {
                output.offsetGoesBack();
            }
            lastOffset = header.lastOffset();
            if (header.sizeBytes() > BatchRewriter.MAX_BATCH_BYTES) {
                return oversized(position, header);
            }
            ByteBuffer bytes = header.batch();
            run.add(new BatchRewriter.Source(bytes, !unjoined.contains(header.baseOffset())));
            filledBytes += bytes.remaining();
            nextPosition = position + bytes.remaining();
            if (filledBytes < runBytes) {
                return true;
            }
            submit();
            return goOn(mostUnderWay());
        }

        private boolean oversized(long position, BatchHeader header) {
            submit();
            long bytes = header.sizeBytes();
            long baseOffset = header.baseOffset();
            boolean intact = BatchUnpacker.isIntact(header.batch(), header);
            nextPosition = position + bytes;
            steps.add(() -> {
                output.keepBatch(position, bytes, baseOffset, intact);
                return true;
            });
            return goOn(mostUnderWay());
        }

        /**
         * Ends the segment after its last batch; the remaining bytes are copied unchanged. @return false if the
         * rewriting was stopped
         */
        boolean end() {
            submit();
            long from = nextPosition;
            steps.add(() -> {
                output.keepFrom(from);
                toDisk(() -> {
                    output.finish();
                    return finished(output);
                });
                return true;
            });
            return goOn(mostUnderWay());
        }

        private void submit() {
            if (run.isEmpty()) {
                return;
            }
            List<BatchRewriter.Source> batches = run;
            run = new ArrayList<>(batches.size());
            filledBytes = 0;
            RewrittenBatches out = reused();
            runsUnderWay++;
            Future<Integer> first = workers.submit(() -> rewriters.get().rewrite(batches, 0, out));
            steps.add(() -> {
                boolean whole = write(batches, out, get(first));
                runsUnderWay--;
                return whole;
            });
        }

        /**
         * Writes the results of a run, in several passes if its batches decompress to more than is held in memory at
         * once.
         */
        private boolean write(List<BatchRewriter.Source> batches, RewrittenBatches out, int done) throws IOException {
            int next = done;
            while (next > 0) {
                output.write(out);
                footprintBytes =
                        Math.max(footprintBytes == SUPPOSED_FOOTPRINT_BYTES ? 0 : footprintBytes, out.footprintBytes());
                forceNowAndThen();
                if (next == batches.size()) {
                    free.add(out);
                    return true;
                }
                out.clear();
                int from = next;
                next = get(workers.submit(() -> rewriters.get().rewrite(batches, from, out)));
            }
            return false;
        }

        private void forceNowAndThen() throws IOException {
            long written = output.writtenBytes();
            // The count is lower than before if a new part of the segment has been started.
            forcedBytes = Math.min(forcedBytes, written);
            if (written - forcedBytes >= BYTES_BETWEEN_FORCES) {
                forcedBytes = written;
                toDisk(() -> {
                    output.force();
                    return true;
                });
            }
        }
    }

    private RewrittenBatches reused() {
        RewrittenBatches out = free.poll();
        if (out == null) {
            return new RewrittenBatches();
        }
        out.clear();
        return out;
    }

    private int mostUnderWay() {
        long fit = Runtime.getRuntime().maxMemory() / PART_OF_HEAP / Math.max(1, footprintBytes);
        return (int) Math.max(2, Math.min(mostRuns, fit));
    }

    /** @param unjoined base offsets of batches that must not be joined, as their producers may retry them */
    Segment begin(SegmentOutput output, Set<Long> unjoined) {
        synchronized (open) {
            open.add(output);
        }
        return new Segment(output, unjoined);
    }

    private boolean finished(SegmentOutput output) {
        synchronized (open) {
            open.remove(output);
            tally.add(output.tally);
            finished += output.tally.asTheyAre.isEmpty() ? 1 : 0;
        }
        return true;
    }

    /**
     * Performs steps until fewer runs than the given number are in progress. @return false if the rewriting was stopped
     */
    private boolean goOn(int most) {
        try {
            while (!steps.isEmpty() && (runsUnderWay >= most || steps.size() >= STEPS_OF_A_RUN * most)) {
                if (!steps.remove().take()) {
                    return false;
                }
            }
            return true;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Performs all steps and waits for the disk. @return false if the rewriting was stopped */
    boolean finish() throws IOException {
        boolean all = takeSteps();
        awaitDisk(0);
        return all;
    }

    /** Performs all steps; the disk may still be busy. @return false if the rewriting was stopped */
    boolean takeSteps() throws IOException {
        boolean all = true;
        while (all && !steps.isEmpty()) {
            all = steps.remove().take();
        }
        return all;
    }

    private void toDisk(Callable<Boolean> work) throws IOException {
        awaitDisk(MAX_PENDING_FORCES - 1);
        onTheWayToDisk.add(disk.submit(work));
    }

    private void awaitDisk(int most) throws IOException {
        while (onTheWayToDisk.size() > most) {
            get(onTheWayToDisk.remove());
        }
    }

    private static <T> T get(Future<T> future) throws IOException {
        try {
            return future.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            if (e.getCause() instanceof IOException failure) {
                throw failure;
            }
            throw new IllegalStateException("a batch could not be rewritten: " + e.getCause(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RewriteException("rewriting was interrupted: run the same command again to continue", e);
        }
    }

    /** Totals of segments that are complete and in place. */
    SegmentTally tally() {
        synchronized (open) {
            SegmentTally sum = new SegmentTally();
            sum.add(tally);
            return sum;
        }
    }

    /** Number of rewritten segments that are complete and in place. */
    int finished() {
        synchronized (open) {
            return finished;
        }
    }

    private void abandonOpen() throws IOException {
        synchronized (open) {
            List<IOException> failures = new ArrayList<>();
            for (SegmentOutput output : open) {
                try {
                    output.abandon();
                } catch (IOException e) {
                    failures.add(e);
                }
            }
            if (!failures.isEmpty()) {
                throw failures.get(0);
            }
        }
    }

    /**
     * Waits until the few segments in the queue for the disk are in place, even if interrupted: neither the files that
     * the disk thread is working on nor the locks against brokers may disappear before.
     */
    private void awaitEndOfDisk() {
        disk.shutdown();
        boolean interrupted = false;
        while (!disk.isTerminated()) {
            try {
                disk.awaitTermination(1, TimeUnit.MINUTES);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Stops and removes segments that are not finished. */
    @Override
    public void close() throws IOException {
        workers.shutdownNow();
        boolean ended = true;
        try {
            ended = workers.awaitTermination(1, TimeUnit.MINUTES);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            ended = false;
        }
        awaitEndOfDisk();
        try {
            abandonOpen();
        } finally {
            if (ended) {
                opened.forEach(BatchRewriter::close);
            }
        }
    }
}
