package dev.squeeze.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Ctrl-C as a wish: the run ends at the next good place and prints what it has, then the JVM goes down. */
final class StopSignal {
    private static final long PATIENCE_SECONDS = 30;

    private final CountDownLatch finished = new CountDownLatch(1);
    private volatile boolean requested;

    /** Makes SIGINT and SIGTERM set the wish and wait for the run to end. */
    void listen() {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            if (finished.getCount() == 0) {
                return;
            }
            requested = true;
            try {
                if (!finished.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                    Runtime.getRuntime().halt(130);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }));
    }

    void request() {
        requested = true;
    }

    boolean isRequested() {
        return requested;
    }

    void runFinished() {
        finished.countDown();
    }
}
