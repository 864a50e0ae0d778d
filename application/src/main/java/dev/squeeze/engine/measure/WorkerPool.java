package dev.squeeze.engine.measure;

import dev.squeeze.kit.environment.DaemonThreads;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/** Threads that each own a {@link BatchWorker}. */
final class WorkerPool implements AutoCloseable {
    private final ExecutorService executor;
    private final List<BatchWorker> workers = new ArrayList<>();
    private final ThreadLocal<BatchWorker> mine = ThreadLocal.withInitial(() -> {
        BatchWorker worker = new BatchWorker();
        synchronized (workers) {
            workers.add(worker);
        }
        return worker;
    });

    WorkerPool(int threads) {
        executor = Executors.newFixedThreadPool(threads, DaemonThreads.factory("squeeze-measure"));
    }

    /** Runs all tasks in this order as threads become free, and waits for them. Throws the first failure. */
    void runAll(List<Consumer<BatchWorker>> tasks) {
        List<Future<?>> futures = new ArrayList<>();
        for (Consumer<BatchWorker> task : tasks) {
            futures.add(executor.submit(() -> task.accept(mine.get())));
        }
        Throwable failure = null;
        for (Future<?> future : futures) {
            try {
                future.get();
            } catch (ExecutionException e) {
                failure = failure == null ? e.getCause() : failure;
            } catch (InterruptedException e) {
                futures.forEach(other -> other.cancel(false));
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted while measuring", e);
            }
        }
        if (failure instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        if (failure instanceof Error error) {
            throw error;
        }
    }

    @Override
    public void close() {
        executor.shutdown();
        try {
            if (executor.awaitTermination(60, java.util.concurrent.TimeUnit.SECONDS)) {
                workers.forEach(BatchWorker::close);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
