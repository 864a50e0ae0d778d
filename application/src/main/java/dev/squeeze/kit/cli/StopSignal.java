package dev.squeeze.kit.cli;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Ctrl-C as a request: the run ends at the next suitable point and prints what it has before the JVM exits. */
public final class StopSignal {
    private static final Duration TIMEOUT = Duration.ofSeconds(40);

    private final CountDownLatch finished = new CountDownLatch(1);
    private volatile boolean requested;
    private volatile boolean normalEnd;
    private volatile int code;
    private volatile Duration allowed = Duration.ZERO;

    /** Makes SIGINT and SIGTERM set the request and wait for the run to end. */
    public void listen() {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            if (finished.getCount() == 0) {
                return;
            }
            requested = true;
            try {
                if (!finished.await(timeout().toMillis(), TimeUnit.MILLISECONDS)) {
                    Runtime.getRuntime().halt(ExitCode.INTERRUPTED);
                }
                if (normalEnd) {
                    // Otherwise the shell would see the signal instead of the exit code.
                    Runtime.getRuntime().halt(code);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }));
    }

    public void request() {
        requested = true;
    }

    public boolean isRequested() {
        return requested;
    }

    /** From now on, a stop request is the regular way to end the run: the process exits with the run's own exit code. */
    public void endsNormally() {
        normalEnd = true;
    }

    /**
     * Allows the run this much additional time after a stop request, on top of the default timeout; the longest time allowed so far
     * applies.
     */
    public void allow(Duration time) {
        allowed = time.compareTo(allowed) > 0 ? time : allowed;
    }

    /** How long a run may take to end after a stop request before the JVM is halted. */
    public Duration timeout() {
        return TIMEOUT.plus(allowed);
    }

    public void runFinished(int exitCode) {
        code = exitCode;
        finished.countDown();
    }
}
