package dev.squeeze.feature.gateway;

import dev.squeeze.kit.cli.LiveSession;
import dev.squeeze.kit.cli.StoppedException;
import dev.squeeze.kit.cli.Terminal;
import dev.squeeze.kit.environment.DaemonThreads;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Runs a gateway on the command line, from its start to the final totals. */
final class GatewayRun {
    private static final long POLL_MILLIS = 50;

    private final GatewayOptions options;
    private final String listen;
    private final Duration drainTimeout;
    private final Terminal terminal;

    /**
     * @param listen the address as the user wrote it
     * @param drainTimeout maximum time for delivering accepted records on shutdown
     */
    GatewayRun(GatewayOptions options, String listen, Duration drainTimeout, Terminal terminal) {
        this.options = options;
        this.listen = listen;
        this.drainTimeout = drainTimeout;
        this.terminal = terminal;
    }

    /**
     * Serves requests until it is stopped, then delivers the accepted records.
     *
     * @param answersParent whether it answers requests of its parent process on standard input, and ends with it
     */
    GatewayTotals on(LiveSession session, boolean answersParent) {
        try (Gateway gateway = Gateway.start(session.cluster().target(), options, this::log)) {
            warn();
            terminal.err().println("Ctrl-C ends it");
            terminal.out().println(gateway.address());
            terminal.requirePrinted();
            terminal.stop().endsNormally();
            if (answersParent) {
                serveParent(gateway);
            }
            awaitStop(session);
            terminal.err().println("shutting down, delivering accepted records ...");
            GatewayTotals totals = gateway.drain(drainTimeout);
            totals.lines().forEach(this::log);
            return totals;
        }
    }

    private void warn() {
        if (options.address().getAddress().isLoopbackAddress()) {
            return;
        }
        if (options.token().isEmpty()) {
            terminal.err().println("warning: anyone who reaches " + listen + " can write to the topics");
        } else if (options.tls().isEmpty()) {
            terminal.err()
                    .println("warning: without --tls-keystore records and token can be read on their way to " + listen);
        }
    }

    /** Answers requests of the parent process, and ends with it. */
    private void serveParent(Gateway gateway) {
        DaemonThreads.start(
                () -> {
                    try {
                        GatewayUsage.serve(
                                gateway,
                                terminal.in(),
                                this::print,
                                failure -> log("a request of the parent failed: " + failure));
                    } catch (IOException e) {
                        // The pipe is broken: the parent has ended.
                    } finally {
                        terminal.stop().request();
                    }
                },
                "squeeze-gateway-parent");
    }

    private void print(String line) {
        terminal.out().println(line);
        terminal.out().flush();
    }

    private void awaitStop(LiveSession session) {
        while (!terminal.stop().isRequested()) {
            session.cluster().requireAlive().run();
            try {
                TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new StoppedException("interrupted");
            }
        }
    }

    private void log(String line) {
        terminal.err().println(line);
        terminal.err().flush();
    }
}
