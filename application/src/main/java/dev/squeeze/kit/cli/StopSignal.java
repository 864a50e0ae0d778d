package dev.squeeze.kit.cli;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Ctrl-C as a wish: the run ends at the next good place and prints what it has, then the JVM goes down. */
public final class StopSignal {
    private static final Duration TIMEOUT = Duration.ofSeconds(40);

    private final CountDownLatch finished = new CountDownLatch(1);
    private volatile boolean requested;
    private volatile boolean normalEnd;
    private volatile int code;
    private volatile Duration allowed = Duration.ZERO;

    /** Makes SIGINT and SIGTERM set the wish and wait for the run to end. */
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
                    // Else the shell would see the signal instead of the exit code.
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

    /** From now on the wish is how the run is meant to end: the exit code is the run's own. */
    public void endsNormally() {
        normalEnd = true;
    }

    /** The run's own work after the wish may take so long, or what was allowed before; it comes on top of what every run gets. */
    public void allow(Duration time) {
        allowed = time.compareTo(allowed) > 0 ? time : allowed;
    }

    /** How long a run has from the wish to its end before the JVM goes down without it. */
    public Duration timeout() {
        return TIMEOUT.plus(allowed);
    }

    public void runFinished(int exitCode) {
        code = exitCode;
        finished.countDown();
    }
}
