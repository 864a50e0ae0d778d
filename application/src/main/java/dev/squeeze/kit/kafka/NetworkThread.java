package dev.squeeze.kit.kafka;

import java.util.concurrent.TimeUnit;

/**
 * Keeps a producer's network thread alive. {@code Sender.run} survives every exception but not an {@code Error}, such as a
 * temporarily full heap. Without the thread no record would ever complete, and callers would wait for ever. Requests in flight at
 * the time of the error are completed by the producer's own timeouts.
 */
final class NetworkThread {
    private static final long PAUSE_MILLIS = 100;

    private NetworkThread() {}

    /** @param loop run by the thread until the producer is closed */
    static void keepGoing(Thread thread, Runnable loop) {
        // The handler runs in the thread itself before it terminates, so joining the thread also waits for the handler.
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
                    // Retry: the cause may be gone after the pause.
                    continue;
                }
            }
        });
    }
}
