package dev.squeeze.kit.kafka;

import java.util.concurrent.TimeUnit;

/**
 * Keeps a producer's network thread going. {@code Sender.run} goes on after every exception and ends with an {@code Error},
 * such as a heap that was full for a moment; then no record would be settled any more, and whoever waits for one waits for
 * ever. What was under way when it happened is settled by the producer's own timeouts.
 */
final class NetworkThread {
    private static final long PAUSE_MILLIS = 100;

    private NetworkThread() {}

    /** @param loop what the thread runs, until the producer is closed */
    static void keepGoing(Thread thread, Runnable loop) {
        // The handler runs in the thread itself, before it ends: whoever joins the thread waits for it.
        thread.setUncaughtExceptionHandler((dying, error) -> {
            while (true) {
                try {
                    TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
                    loop.run();
                    return;
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    return;
                } catch (Throwable e) {
                    // The same again: after the pause it may have passed.
                    continue;
                }
            }
        });
    }
}
