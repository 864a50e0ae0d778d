package dev.squeeze.gateway;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * Closes connections on which no whole request header came for too long. A server's own idle timeout begins again with each
 * byte, so a client that sends one now and then would hold its connection for ever.
 */
final class SlowClients implements Connection.Listener {
    private static final long LONGEST_PAUSE_MILLIS = 1_000;

    private final Scheduler scheduler;
    private final long idleNanos;
    private final long pauseMillis;
    private final Map<Connection, Quiet> connections = new ConcurrentHashMap<>();

    /** Since when a connection has had no request under way, and after how many. */
    private record Quiet(long requests, long sinceNanos) {}

    SlowClients(Scheduler scheduler, Duration idleTime) {
        this.scheduler = scheduler;
        this.idleNanos = idleTime.toNanos();
        this.pauseMillis = Math.min(LONGEST_PAUSE_MILLIS, Math.max(1, idleTime.toMillis() / 4));
    }

    void start() {
        scheduler.schedule(this::look, pauseMillis, TimeUnit.MILLISECONDS);
    }

    /** Open connections. */
    int connections() {
        return connections.size();
    }

    @Override
    public void onOpened(Connection connection) {
        if (connection.getEndPoint() != null
                && !connection.getClass().getSimpleName().startsWith("Ssl")) {
            connections.put(connection, new Quiet(0, System.nanoTime()));
        }
    }

    @Override
    public void onClosed(Connection connection) {
        connections.remove(connection);
    }

    private void look() {
        long now = System.nanoTime();
        connections.forEach((connection, quiet) -> {
            long requests = connection.getMessagesIn();
            if (requests != connection.getMessagesOut() || requests != quiet.requests()) {
                connections.replace(connection, quiet, new Quiet(connection.getMessagesOut(), now));
            } else if (now - quiet.sinceNanos() > idleNanos) {
                connection.getEndPoint().close();
            }
        });
        if (scheduler.isRunning()) {
            start();
        }
    }
}
