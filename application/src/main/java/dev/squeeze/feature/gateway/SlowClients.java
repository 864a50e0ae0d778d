package dev.squeeze.feature.gateway;

import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * Closes connections on which no complete request header has arrived for too long. The server's own idle timeout
 * restarts with each byte, so a client that sends a byte now and then could keep its connection forever.
 *
 * <p>When the limit of connections is reached, a new client would have to wait that long for idle ones. So the
 * connection that has been idle longest is closed as soon as the limit is reached. Connections with a request in
 * progress are kept.
 */
final class SlowClients implements Connection.Listener {
    private static final long MAX_PAUSE_MILLIS = 1_000;

    /** A connection that was opened or answered more recently than this is likely to be used soon. */
    private static final long MIN_QUIET_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Scheduler scheduler;
    private final int maxConnections;
    private final long idleNanos;
    private final long pauseMillis;
    private final Map<Connection, Quiet> connections = new ConcurrentHashMap<>();

    /** How long a connection has been without a request in progress, and the number of requests before. */
    private record Quiet(long requests, long sinceNanos) {
        boolean isStill(Connection connection) {
            return connection.getMessagesIn() == requests && connection.getMessagesOut() == requests;
        }
    }

    SlowClients(Scheduler scheduler, Duration idleTime, int maxConnections) {
        this.scheduler = scheduler;
        this.maxConnections = maxConnections;
        this.idleNanos = idleTime.toNanos();
        this.pauseMillis = Math.min(MAX_PAUSE_MILLIS, Math.max(1, idleTime.toMillis() / 4));
    }

    void start() {
        scheduler.schedule(this::closeIdle, pauseMillis, TimeUnit.MILLISECONDS);
    }

    /** Number of open connections. */
    int connections() {
        return connections.size();
    }

    @Override
    public void onOpened(Connection connection) {
        if (connection.getEndPoint() != null
                && !connection.getClass().getSimpleName().startsWith("Ssl")) {
            connections.put(connection, new Quiet(0, System.nanoTime()));
            makeRoom(System.nanoTime());
        }
    }

    @Override
    public void onClosed(Connection connection) {
        connections.remove(connection);
    }

    private void closeIdle() {
        long now = System.nanoTime();
        connections.forEach((connection, quiet) -> {
            if (!quiet.isStill(connection)) {
                connections.replace(connection, quiet, new Quiet(connection.getMessagesOut(), now));
            } else if (now - quiet.sinceNanos() > idleNanos) {
                connection.getEndPoint().close();
            }
        });
        makeRoom(now);
        if (scheduler.isRunning()) {
            start();
        }
    }

    /** Closes an idle connection if the limit is reached; the client that takes its place triggers this again. */
    private void makeRoom(long nowNanos) {
        if (connections.size() < maxConnections) {
            return;
        }
        connections.entrySet().stream()
                .filter(entry -> nowNanos - entry.getValue().sinceNanos() > MIN_QUIET_NANOS
                        && entry.getValue().isStill(entry.getKey()))
                .min(Comparator.comparingLong(entry -> entry.getValue().sinceNanos() - nowNanos))
                .ifPresent(entry -> entry.getKey().getEndPoint().close());
    }
}
