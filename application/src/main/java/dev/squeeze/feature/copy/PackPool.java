package dev.squeeze.feature.copy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.function.Supplier;

/** Compresses batches on several threads, each with its own packer. */
final class PackPool implements AutoCloseable {
    /** Large enough that handing work to a thread costs little, and small enough that all threads get some. */
    private static final long GROUP_BYTES = 1 << 20;

    private final ExecutorService threads;
    private final Supplier<BatchPacker> newPacker;
    private final Queue<BatchPacker> idle = new ConcurrentLinkedQueue<>();
    private final List<BatchPacker> all = Collections.synchronizedList(new ArrayList<>());

    /** @param threads the caller's threads; the caller closes them */
    PackPool(ExecutorService threads, Supplier<BatchPacker> newPacker) {
        this.threads = threads;
        this.newPacker = newPacker;
    }

    /** Starts compressing; the results are in the given order. */
    List<Future<BatchPacker.Packed>> pack(List<ReadyBatch> ready) {
        List<Future<BatchPacker.Packed>> futures = new ArrayList<>();
        int from = 0;
        long bytes = 0;
        for (int i = 0; i < ready.size(); i++) {
            bytes += ready.get(i).bytes();
            if (bytes >= GROUP_BYTES || i == ready.size() - 1) {
                List<ReadyBatch> group = ready.subList(from, i + 1);
                futures.add(threads.submit(() -> packGroup(group)));
                from = i + 1;
                bytes = 0;
            }
        }
        return futures;
    }

    private BatchPacker.Packed packGroup(List<ReadyBatch> group) {
        BatchPacker packer = idle.poll();
        if (packer == null) {
            packer = newPacker.get();
            all.add(packer);
        }
        try {
            return packer.pack(group);
        } finally {
            idle.add(packer);
        }
    }

    /** Waits for the result; rethrows what the task threw. */
    static <T> T get(Future<T> future) {
        try {
            return future.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw new IllegalStateException("a batch could not be compressed", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CopyException("copying was interrupted: run the same command again to continue", e);
        }
    }

    @Override
    public void close() {
        all.forEach(BatchPacker::close);
    }
}
