package dev.squeeze.engine.workers;

import dev.squeeze.kit.cluster.ClusterException;
import dev.squeeze.kit.environment.DaemonThreads;
import dev.squeeze.kit.environment.Environment;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A worker's view of the lobby: which run is active. It follows one run until that ends or falls silent. A run of
 * another version is rejected, with a message that names both versions.
 */
final class Lobby implements AutoCloseable {
    /** A run announces itself every second; a worker that was paused may have missed several announcements. */
    static final Duration SILENCE = Duration.ofSeconds(6);

    private static final Duration POLL = Duration.ofMillis(100);
    private static final long END_MILLIS = 3_000;

    private final WorkerPlan plan;
    private final Consumer<String> say;
    private final ControlWriter writer;
    private final Thread thread;
    private final AtomicReference<@Nullable ClusterException> failure = new AtomicReference<>();
    private volatile boolean closed;
    private Optional<String> followed = Optional.empty();
    private long heardNanos;
    private String ended = "";
    private String refused = "";

    private Lobby(WorkerPlan plan, Consumer<String> say, ControlReader reader, ControlWriter writer) {
        this.plan = plan;
        this.say = say;
        this.writer = writer;
        this.thread = DaemonThreads.create(() -> listen(reader), "squeeze-worker-lobby");
    }

    static Lobby enter(WorkerPlan plan, Consumer<String> say) {
        ControlReader reader =
                ControlReader.of(plan.control(), List.of(plan.topics().lobby()), plan.timeout());
        try {
            Lobby lobby = new Lobby(plan, say, reader, new ControlWriter(plan.control()));
            lobby.thread.start();
            return lobby;
        } catch (RuntimeException e) {
            reader.close();
            throw e;
        }
    }

    private void listen(ControlReader opened) {
        try (ControlReader reader = opened) {
            while (!closed && !Thread.currentThread().isInterrupted()) {
                reader.poll(POLL).forEach(received -> take(received.message()));
            }
        } catch (ClusterException e) {
            failure.compareAndSet(null, e);
        }
    }

    private synchronized void take(ControlMessage message) {
        String run = message.run();
        long now = System.nanoTime();
        if (message.type() == ControlMessage.Type.END) {
            ended = run;
            followed = followed.filter(other -> !other.equals(run));
            return;
        }
        if (message.type() != ControlMessage.Type.RUN || run.equals(ended)) {
            return;
        }
        String version = WorkerIdentity.text(message.body(), "version");
        if (message.protocol() != ControlMessage.PROTOCOL
                || !version.equals(plan.identity().version())) {
            refuse(message, version);
        } else if (!isFollowing(now) || followed.filter(run::equals).isPresent()) {
            followed = Optional.of(run);
            heardNanos = now;
        }
    }

    private void refuse(ControlMessage announcement, String version) {
        String run = announcement.run();
        if (run.equals(refused)) {
            return;
        }
        refused = run;
        say.accept("not taking part in run " + run + ": it uses squeeze " + version + " (protocol "
                + announcement.protocol() + "), this worker squeeze "
                + plan.identity().version() + " (protocol " + ControlMessage.PROTOCOL
                + "); install the same version on both");
        writer.send(
                plan.topics().lobby(),
                0,
                ControlMessage.of(
                        run,
                        ControlMessage.Type.REFUSED,
                        plan.identity().id(),
                        plan.identity().toJson().put("wanted", Environment.version())));
    }

    private boolean isFollowing(long nowNanos) {
        return followed.isPresent() && nowNanos - heardNanos <= SILENCE.toNanos();
    }

    /** The active run; empty if there is none. */
    synchronized Optional<String> run() {
        return isFollowing(System.nanoTime()) ? followed : Optional.empty();
    }

    /** Whether a run is active, as far as known. */
    synchronized boolean isOn(String run) {
        return run().filter(run::equals).isPresent();
    }

    synchronized boolean hasEnded(String run) {
        return run.equals(ended);
    }

    /** @throws ClusterException when a permission is missing */
    void requireWorking() {
        ClusterException failed = failure.get();
        if (failed != null) {
            throw failed;
        }
    }

    @Override
    public void close() {
        closed = true;
        try {
            thread.join(END_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        writer.close();
    }
}
