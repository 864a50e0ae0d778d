package dev.squeeze.engine.workers;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.squeeze.kit.cluster.ClusterException;
import dev.squeeze.kit.environment.DaemonThreads;
import dev.squeeze.kit.environment.Environment;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The coordinator's two threads: one announces the run and pings the workers to measure their clocks, the other one
 * reads their reports.
 */
final class CrewLink implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(100);
    static final long TICK_MILLIS = 50;
    static final long ANNOUNCE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long STANDSTILL_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final long END_MILLIS = 5_000;

    private final CrewPlan plan;
    private final String run;
    private final String id;
    private final Roster roster;
    private final ControlWriter writer;
    private final AtomicReference<@Nullable ClusterException> failure = new AtomicReference<>();
    private final Thread speaking;
    private final Thread listening;
    private volatile boolean silent;
    private volatile boolean closed;

    CrewLink(CrewPlan plan, String run, String id, Roster roster) {
        this.plan = plan;
        this.run = run;
        this.id = id;
        this.roster = roster;
        ControlReader reader = ControlReader.of(
                plan.control(), List.of(plan.topics().lobby(), plan.topics().reports(run)), plan.timeout());
        try {
            this.writer = new ControlWriter(plan.control());
        } catch (RuntimeException e) {
            reader.close();
            throw e;
        }
        this.listening = DaemonThreads.start(() -> listen(reader), "squeeze-crew-reports");
        this.speaking = DaemonThreads.start(this::speak, "squeeze-crew-announcements");
    }

    private void listen(ControlReader opened) {
        try (ControlReader reader = opened) {
            long last = System.nanoTime();
            while (!closed && !Thread.currentThread().isInterrupted()) {
                List<ControlReader.Received> received = reader.poll(POLL);
                long now = System.nanoTime();
                received.forEach(roster::take);
                if (now - last > STANDSTILL_NANOS) {
                    roster.stoodStill(System.nanoTime());
                }
                last = now;
            }
        } catch (ClusterException e) {
            failure.compareAndSet(null, e);
        }
    }

    private void speak() {
        long announcedNanos = System.nanoTime() - ANNOUNCE_NANOS;
        try {
            while (!silent) {
                long now = System.nanoTime();
                boolean due = now - announcedNanos >= ANNOUNCE_NANOS;
                if (due) {
                    announcedNanos = now;
                    writer.send(plan.topics().lobby(), 0, announcement(ControlMessage.Type.RUN));
                }
                // All holders once a second; until a clock is known well, its holder at every tick.
                roster.toPing(due).forEach(this::ping);
                TimeUnit.MILLISECONDS.sleep(TICK_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ClusterException e) {
            failure.compareAndSet(null, e);
        }
    }

    private ControlMessage announcement(ControlMessage.Type type) {
        ObjectNode body = ControlMessage.emptyBody()
                .put("version", Environment.version())
                .put("host", id)
                .put("slots", plan.slots());
        roster.firstAnnouncement().ifPresent(first -> body.put("first", first));
        return ControlMessage.of(run, type, id, body);
    }

    private void ping(Roster.ToPing holder) {
        send(
                holder.slot(),
                holder.generation(),
                ControlMessage.Type.PING,
                0,
                ControlMessage.emptyBody()
                        .put(ControlMessage.CONFIRMED, holder.answered())
                        .put("sent", System.nanoTime()));
    }

    void send(int slot, int generation, ControlMessage.Type type, long work, ObjectNode body) {
        writer.send(
                plan.topics().tasks(run),
                slot,
                new ControlMessage(ControlMessage.PROTOCOL, run, type, id, slot, generation, work, body));
    }

    /** @throws ClusterException when a permission is missing, or another run uses the group */
    void requireWorking() {
        ClusterException failed = failure.get();
        if (failed != null) {
            throw failed;
        }
        Optional<String> rival = roster.rival();
        if (rival.isPresent()) {
            throw GroupClaim.inUse(plan, rival.get());
        }
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        silent = true;
        boolean interrupted = Thread.interrupted();
        try {
            speaking.join(END_MILLIS);
            writer.send(plan.topics().lobby(), 0, announcement(ControlMessage.Type.END));
            writer.flush();
            awaitLeaving();
        } catch (InterruptedException e) {
            interrupted = true;
        } catch (ClusterException e) {
            // Workers notice that announcements have stopped.
        }
        closed = true;
        try {
            listening.join(END_MILLIS);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        writer.close();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Waits until the workers have left: one that still reports might make the brokers create a topic again while it is
     * being deleted.
     */
    private void awaitLeaving() throws InterruptedException {
        long deadlineNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(END_MILLIS);
        while (roster.present(System.nanoTime()) > 0 && System.nanoTime() < deadlineNanos) {
            TimeUnit.MILLISECONDS.sleep(TICK_MILLIS);
        }
    }
}
