package dev.squeeze.engine.load;

import dev.squeeze.engine.drivers.DriverException;
import dev.squeeze.engine.drivers.DriverProcess;
import dev.squeeze.engine.drivers.DriverResult;
import dev.squeeze.kit.environment.DaemonThreads;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/** Ends the loads of several drivers at the same time. */
final class DriverEnding {
    private static final long POLL_MILLIS = 20;

    private DriverEnding() {}

    /**
     * Waits until each driver has its result.
     *
     * @param check called many times a second; what it throws ends the waiting
     * @throws DriverException the failure of the first driver in the list that failed
     */
    static List<DriverResult> of(List<DriverProcess> drivers, Runnable check) throws InterruptedException {
        List<CompletableFuture<DriverResult>> ended = new ArrayList<>();
        for (DriverProcess driver : drivers) {
            CompletableFuture<DriverResult> result = new CompletableFuture<>();
            ended.add(result);
            DaemonThreads.start(() -> finish(driver, result), "squeeze-driver-end");
        }
        CompletableFuture<Void> all = CompletableFuture.allOf(ended.toArray(CompletableFuture[]::new));
        while (!all.isDone()) {
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
            check.run();
        }
        try {
            return ended.stream().map(CompletableFuture::join).toList();
        } catch (CompletionException e) {
            if (e.getCause() instanceof DriverException failure) {
                throw failure;
            }
            throw new DriverException("the driver could not be ended: " + e.getMessage(), e);
        }
    }

    private static void finish(DriverProcess driver, CompletableFuture<DriverResult> result) {
        try {
            result.complete(driver.finish());
        } catch (RuntimeException e) {
            result.completeExceptionally(e);
        }
    }
}
