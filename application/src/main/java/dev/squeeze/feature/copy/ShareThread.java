package dev.squeeze.feature.copy;

import dev.squeeze.engine.workers.WorkPlace;
import dev.squeeze.kit.environment.DaemonThreads;
import dev.squeeze.kit.unit.UserFacingException;

/** The thread that works on a share; reports its failures to the coordinator. */
final class ShareThread {
    private static final long END_MILLIS = 5_000;

    private final Thread thread;

    ShareThread(WorkPlace place, Runnable work) {
        this.thread = DaemonThreads.create(
                () -> {
                    try {
                        work.run();
                    } catch (UserFacingException e) {
                        place.fail(String.valueOf(e.getMessage()));
                    } catch (RuntimeException | LinkageError e) {
                        place.fail("unexpected: " + e);
                    } catch (OutOfMemoryError e) {
                        place.fail(WorkPlace.OUT_OF_MEMORY);
                    }
                },
                "squeeze-copy-share");
    }

    void start() {
        thread.start();
    }

    /** Waits briefly for the thread to end, after it was told to stop. */
    void end() {
        try {
            thread.join(END_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
