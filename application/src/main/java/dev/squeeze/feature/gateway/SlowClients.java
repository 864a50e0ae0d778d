package dev.squeeze.feature.gateway;

import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * Closes connections on which no whole request header came for too long. A server's own idle timeout begins again with each
 * byte, so a client that sends one now and then would hold its connection for ever.
 *
 * <p>At the limit of connections that time would be how long a new client waits for those that do nothing. So the one that
 * has been quiet longest is closed as soon as the last place is taken. Who is in the middle of a request stays.
 */
final class SlowClients implements Connection.Listener {
    private static final long MAX_PAUSE_MILLIS = 1_000;

    /** A connection that was just opened or answered is about to be used. */
    private static final long MIN_QUIET_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Scheduler scheduler;
    private final int maxConnections;
    private final long idleNanos;
    private final long pauseMillis;
    private final Map<Connection, Quiet> connections = new ConcurrentHashMap<>();

    /** Since when a connection has had no request under way, and after how many. */
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
            makeRoom(System.nanoTime());
        }
    }

    @Override
    public void onClosed(Connection connection) {
        connections.remove(connection);
    }

    private void look() {
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

    /** Closes one where all places are taken; the client that takes its place leads here again. */
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
