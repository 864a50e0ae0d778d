package dev.squeeze.copy;

import dev.squeeze.batch.BatchHeader;
import dev.squeeze.copy.BatchRewriter.RewrittenBatches;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;

/**
 * One segment on its way into another: batches come in from a walk, groups of them are rewritten by a pool, and what comes
 * out is written in order. A bounded number of groups is under way.
 */
final class SegmentFileRewrite {
    /** Enough work for a thread that handing it over costs nothing, few enough bytes that every thread has some. */
    private static final long GROUP_BYTES = 4 << 20;

    private final FileChannel source;
    private final FileChannel target;
    private final ExecutorService pool;
    private final ThreadLocal<BatchRewriter> rewriters;
    private final int mostUnderWay;
    private final Set<Long> unjoined;
    private final Deque<Future<RewrittenBatches>> underWay = new ArrayDeque<>();
    private List<BatchRewriter.Source> group = new ArrayList<>();
    private long groupBytes;
    private long nextPosition;
    final Tally tally = new Tally();

    /** Sums over segments. */
    static final class Tally {
        long sourceBytes;
        long bytes;
        long sourceBatches;
        long batches;
        long kept;
        long unreadable;
        long keptBytes;
        long records;

        void add(Tally other) {
            sourceBytes += other.sourceBytes;
            bytes += other.bytes;
            sourceBatches += other.sourceBatches;
            batches += other.batches;
            kept += other.kept;
            unreadable += other.unreadable;
            keptBytes += other.keptBytes;
            records += other.records;
        }
    }

    /** @param unjoined base offsets of batches that must stay as their producers know them */
    SegmentFileRewrite(
            FileChannel source,
            FileChannel target,
            ExecutorService pool,
            ThreadLocal<BatchRewriter> rewriters,
            int mostUnderWay,
            Set<Long> unjoined) {
        this.source = source;
        this.target = target;
        this.pool = pool;
        this.rewriters = rewriters;
        this.mostUnderWay = mostUnderWay;
        this.unjoined = unjoined;
    }

    void batch(long position, BatchHeader header) {
        if (position > nextPosition) {
            between(position);
        }
        ByteBuffer bytes = header.batch();
        group.add(new BatchRewriter.Source(bytes, !unjoined.contains(header.baseOffset())));
        groupBytes += bytes.remaining();
        nextPosition = position + bytes.remaining();
        if (groupBytes >= GROUP_BYTES) {
            submit();
        }
    }

    /** Takes over what the walk has passed over. */
    private void between(long position) {
        submit();
        writeAll();
        keep(nextPosition, position - nextPosition);
        nextPosition = position;
    }

    /** The walk is at its end; what lies behind it is taken over as it is. */
    void end() throws IOException {
        submit();
        writeAll();
        long rest = source.size() - nextPosition;
        if (rest > 0) {
            keep(nextPosition, rest);
        }
        tally.sourceBytes = nextPosition + Math.max(0, rest);
        tally.bytes = target.position();
        target.force(true);
    }

    /** Gives up what is under way. */
    void cancel() {
        underWay.forEach(one -> one.cancel(true));
        underWay.clear();
    }

    private void submit() {
        if (group.isEmpty()) {
            return;
        }
        List<BatchRewriter.Source> batches = group;
        group = new ArrayList<>();
        groupBytes = 0;
        underWay.add(pool.submit(() -> rewriters.get().rewrite(batches)));
        while (underWay.size() >= mostUnderWay) {
            write(underWay.remove());
        }
    }

    private void writeAll() {
        while (!underWay.isEmpty()) {
            write(underWay.remove());
        }
    }

    private void write(Future<RewrittenBatches> made) {
        try {
            RewrittenBatches done = made.get();
            for (ByteBuffer batch : done.batches) {
                while (batch.hasRemaining()) {
                    target.write(batch);
                }
            }
            tally.sourceBatches += done.sourceBatches;
            tally.batches += done.batches.size();
            tally.kept += done.kept;
            tally.unreadable += done.unreadable;
            tally.records += done.records;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new IllegalStateException("a batch could not be rewritten", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CopyException("rewriting was interrupted before its end: start it again", e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void keep(long position, long count) {
        try {
            long left = count;
            while (left > 0) {
                long copied = source.transferTo(position + count - left, left, target);
                if (copied <= 0) {
                    throw new IOException("the file became shorter while it was read");
                }
                left -= copied;
            }
            tally.keptBytes += count;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
