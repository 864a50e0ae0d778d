package dev.squeeze.engine.workers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.squeeze.kit.cluster.ClusterException;
import dev.squeeze.kit.cluster.RemoteCluster;
import dev.squeeze.kit.environment.DaemonThreads;
import dev.squeeze.kit.unit.UserFacingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * A slot that this worker holds, and the work in it. A separate thread carries out orders, so that the polling thread
 * can continue to answer pings; the previous work ends before the next begins.
 */
final class Slot implements AutoCloseable {
    /** Answer of a cancelled work item, once it has ended. */
    static final String ABANDONED = "abandoned";

    private static final long END_SECONDS = 10;
    /** The coordinator pings once a second. */
    private static final long UNHEARD_NANOS = TimeUnit.SECONDS.toNanos(3);

    private final String run;
    private final int number;
    private final int generation;
    private final WorkerPlan plan;
    private final Map<String, WorkKind> kinds;
    private final StandstillWatch standstills;
    private final Reports reports;
    private final Outbox answers;
    private final ExecutorService orders =
            Executors.newSingleThreadExecutor(DaemonThreads.factory("squeeze-worker-orders"));
    private Optional<UnderWay> current = Optional.empty();
    private volatile boolean closed;
    private volatile long joinedNanos;
    private volatile long pingedNanos;

    /** A work item with its number; {@code work} is absent until it has been opened. */
    private static final class UnderWay {
        final long number;
        volatile Optional<Work> work = Optional.empty();
        volatile boolean abandoned;

        UnderWay(long number) {
            this.number = number;
        }
    }

    Slot(
            String run,
            int number,
            int generation,
            WorkerPlan plan,
            Map<String, WorkKind> kinds,
            StandstillWatch standstills,
            Reports reports) {
        this.run = run;
        this.number = number;
        this.generation = generation;
        this.plan = plan;
        this.kinds = kinds;
        this.standstills = standstills;
        this.reports = reports;
        this.answers = new Outbox((type, work, body) -> reports.send(this, type, work, body));
        this.joinedNanos = System.nanoTime();
        this.pingedNanos = joinedNanos;
    }

    /** Reports which worker holds the slot; repeated while the coordinator does not ping it. */
    void join(long nowNanos) {
        joinedNanos = nowNanos;
        reports.send(
                this,
                ControlMessage.Type.JOINED,
                0,
                plan.identity().toJson().put(ControlMessage.CONFIRMED, answers.confirmed()));
    }

    /** @param nowNanos by {@link System#nanoTime} */
    boolean isUnheard(long nowNanos) {
        return nowNanos - joinedNanos > UNHEARD_NANOS && nowNanos - pingedNanos > UNHEARD_NANOS;
    }

    /** Handles a ping: the coordinator knows the slot's holder, and confirms the answers that have arrived. */
    void pinged(ObjectNode ping, long nowNanos) {
        pingedNanos = nowNanos;
        answers.confirmed(ping.path(ControlMessage.CONFIRMED).asLong(), nowNanos);
    }

    int number() {
        return number;
    }

    int generation() {
        return generation;
    }

    synchronized boolean isWorking() {
        return current.isPresent();
    }

    void open(long work, JsonNode task) {
        end();
        UnderWay begun = new UnderWay(work);
        synchronized (this) {
            current = Optional.of(begun);
        }
        run(begun, () -> {
            WorkKind kind = kinds.get(task.path("kind").asText());
            if (kind == null) {
                throw new IllegalArgumentException(
                        "this worker has no work of kind '" + WorkerIdentity.text(task, "kind") + "'");
            }
            Work opened = kind.open(task, new Place(begun));
            begun.work = Optional.of(opened);
            if (begun.abandoned) {
                opened.close();
            }
        });
    }

    void order(long work, JsonNode body) {
        underWay(work)
                .ifPresent(begun -> run(begun, () -> {
                    if (begun.work.isPresent()) {
                        begun.work.get().order(body.path("order").asText(), body);
                    }
                }));
    }

    void abandon(long work) {
        if (underWay(work).isPresent()) {
            end();
            orders.execute(() -> answers.send(
                    ControlMessage.Type.ANSWER, work, ControlMessage.emptyBody().put("answer", ABANDONED)));
        }
    }

    private synchronized Optional<UnderWay> underWay(long work) {
        return current.filter(begun -> begun.number == work);
    }

    private void keep(long work, ObjectNode body) {
        if (plan.results().isEmpty()) {
            return;
        }
        Path file = plan.results().get().resolve(run + "-" + work + "-slot-" + number + ".json");
        try {
            Files.createDirectories(plan.results().get());
            Files.writeString(file, body + System.lineSeparator());
        } catch (IOException e) {
            throw new ClusterException("the result cannot be kept in " + file + ": " + e.getMessage(), e);
        }
    }

    private interface Step {
        void run() throws InterruptedException;
    }

    private void run(UnderWay begun, Step step) {
        orders.execute(() -> {
            if (begun.abandoned || closed) {
                return;
            }
            try {
                step.run();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (UserFacingException | IllegalArgumentException e) {
                // An IllegalArgumentException means that the message is not a valid task.
                fail(begun, String.valueOf(e.getMessage()));
            } catch (RuntimeException | LinkageError e) {
                fail(begun, "unexpected: " + e);
            } catch (OutOfMemoryError e) {
                fail(begun, WorkPlace.OUT_OF_MEMORY);
            }
        });
    }

    private void fail(UnderWay begun, String reason) {
        // Work that is being ended has not failed: other workers can do it.
        if (!begun.abandoned && !closed) {
            answers.send(
                    ControlMessage.Type.FAILED,
                    begun.number,
                    ControlMessage.emptyBody().put("reason", reason));
        }
    }

    /** Ends the current work outside the polling thread: it may take seconds to end. */
    private void end() {
        Optional<UnderWay> before;
        synchronized (this) {
            before = current;
            current = Optional.empty();
        }
        before.ifPresent(begun -> {
            begun.abandoned = true;
            DaemonThreads.start(() -> begun.work.ifPresent(Work::close), "squeeze-worker-end");
            // Close again in the order thread, so that the next work begins only when this one has ended.
            if (!orders.isShutdown()) {
                orders.execute(() -> begun.work.ifPresent(Work::close));
            }
        });
    }

    void beat() {
        Optional<UnderWay> begun;
        synchronized (this) {
            begun = current;
        }
        ObjectNode body = begun.flatMap(known -> known.work).map(Work::progress).orElseGet(ControlMessage::emptyBody);
        reports.send(
                this, ControlMessage.Type.BEAT, begun.map(known -> known.number).orElse(0L), body);
    }

    @Override
    public void close() {
        closed = true;
        end();
        orders.shutdown();
        try {
            if (!orders.awaitTermination(END_SECONDS, TimeUnit.SECONDS)) {
                orders.shutdownNow();
            }
        } catch (InterruptedException e) {
            orders.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }

    private final class Place implements WorkPlace {
        private final UnderWay begun;

        Place(UnderWay begun) {
            this.begun = begun;
        }

        @Override
        public WorkerIdentity identity() {
            return plan.identity();
        }

        @Override
        public RemoteCluster control() {
            return plan.control();
        }

        @Override
        public RemoteCluster underTest() {
            return plan.underTest();
        }

        @Override
        public List<RemoteCluster> clusters() {
            return plan.clusters();
        }

        @Override
        public boolean isOver() {
            return begun.abandoned || closed;
        }

        @Override
        public void answer(String answer, ObjectNode body) {
            answers.send(ControlMessage.Type.ANSWER, begun.number, body.put("answer", answer));
        }

        @Override
        public void result(String answer, ObjectNode body) {
            keep(begun.number, body);
            answer(answer, body);
        }

        @Override
        public void fail(String reason) {
            Slot.this.fail(begun, reason);
        }

        @Override
        public long standstillNanosSince(long nanos) {
            return standstills.longestSince(nanos);
        }
    }

    /** Sends reports of a slot. */
    interface Reports {
        void send(Slot slot, ControlMessage.Type type, long work, ObjectNode body);
    }
}
