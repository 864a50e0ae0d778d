package dev.squeeze.engine.workers;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.squeeze.kit.cluster.ClusterException;
import dev.squeeze.kit.environment.DaemonThreads;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** A worker's part in one run: the slots that the consumer group has assigned to it, and its heartbeat. */
final class Participation implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(100);
    static final long BEAT_MILLIS = 100;
    /** Without work, a heartbeat is sent only on every fifth occasion. */
    static final int IDLE_BEATS = 5;

    private static final long END_MILLIS = 3_000;

    private final WorkerPlan plan;
    private final String run;
    private final Map<String, WorkKind> kinds;
    private final StandstillWatch standstills;
    private final Consumer<String> say;
    private final ControlWriter writer;
    private final ControlReader reader;
    private final Map<Integer, Slot> slots = new ConcurrentHashMap<>();
    private final AtomicReference<@Nullable ClusterException> failure = new AtomicReference<>();
    private final Thread beating;
    private volatile boolean closed;

    Participation(
            WorkerPlan plan,
            String run,
            Map<String, WorkKind> kinds,
            StandstillWatch standstills,
            Consumer<String> say) {
        this.plan = plan;
        this.run = run;
        this.kinds = kinds;
        this.standstills = standstills;
        this.say = say;
        this.writer = new ControlWriter(plan.control());
        try {
            this.reader = ControlReader.member(
                    plan.control(),
                    plan.topics().consumerGroup(),
                    plan.topics().tasks(run),
                    plan.timeout(),
                    new Assignments());
        } catch (RuntimeException e) {
            writer.close();
            throw e;
        }
        this.beating = DaemonThreads.create(this::beat, "squeeze-worker-beat");
    }

    /** Processes messages while the run is active. */
    void workWhile(BooleanSupplier on) {
        beating.start();
        while (on.getAsBoolean() && !Thread.currentThread().isInterrupted()) {
            ClusterException failed = failure.get();
            if (failed != null) {
                throw failed;
            }
            for (ControlReader.Received received : reader.poll(POLL)) {
                take(received);
            }
        }
    }

    private void take(ControlReader.Received received) {
        ControlMessage message = received.message();
        Slot slot = slots.get(message.slot());
        // Ignore tasks for another run, or for a previous holder of this slot.
        if (slot == null || !message.run().equals(run) || message.generation() != slot.generation()) {
            return;
        }
        switch (message.type()) {
            case PING -> {
                slot.pinged(message.body(), received.nanos());
                ObjectNode body = message.body().put("received", received.nanos());
                body.put("wallAhead", Roster.wallAheadNanos()).put("answered", System.nanoTime());
                report(slot, ControlMessage.Type.PONG, 0, body);
            }
            case OPEN -> slot.open(message.work(), message.body());
            case ORDER -> slot.order(message.work(), message.body());
            case ABANDON -> slot.abandon(message.work());
            default -> {}
        }
    }

    private void report(Slot slot, ControlMessage.Type type, long work, ObjectNode body) {
        writer.send(
                plan.topics().reports(run),
                0,
                new ControlMessage(
                        ControlMessage.PROTOCOL,
                        run,
                        type,
                        plan.identity().id(),
                        slot.number(),
                        slot.generation(),
                        work,
                        body));
    }

    private void beat() {
        try {
            for (int i = 0; !closed; i++) {
                for (Slot slot : slots.values()) {
                    if (slot.isWorking() || i % IDLE_BEATS == 0) {
                        slot.beat();
                    }
                    if (slot.isUnheard(System.nanoTime())) {
                        slot.join(System.nanoTime());
                    }
                }
                TimeUnit.MILLISECONDS.sleep(BEAT_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ClusterException e) {
            failure.compareAndSet(null, e);
        }
    }

    private void leave(Collection<TopicPartition> partitions) {
        for (TopicPartition partition : partitions) {
            Slot slot = slots.remove(partition.partition());
            if (slot != null) {
                slot.close();
            }
        }
    }

    /** Ends the current work and reports that it leaves. */
    @Override
    public void close() {
        closed = true;
        try {
            beating.join(END_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        for (Slot slot : slots.values()) {
            slot.close();
            try {
                report(slot, ControlMessage.Type.LEFT, 0, ControlMessage.emptyBody());
            } catch (ClusterException e) {
                // The coordinator will notice the silence.
            }
        }
        slots.clear();
        reader.close();
        writer.close();
    }

    /** Receives the group's assignments of slots; called by the polling thread. */
    private final class Assignments implements ConsumerRebalanceListener {
        @Override
        public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
            if (partitions.isEmpty()) {
                return;
            }
            // Existing tasks were addressed to a previous holder.
            reader.toEnd(partitions);
            int generation = reader.generation();
            for (TopicPartition partition : partitions) {
                Slot slot = new Slot(
                        run, partition.partition(), generation, plan, kinds, standstills, Participation.this::report);
                slots.put(slot.number(), slot);
                slot.join(System.nanoTime());
                say.accept("run " + run + ": took slot " + slot.number());
            }
        }

        @Override
        public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
            leave(partitions);
        }

        @Override
        public void onPartitionsLost(Collection<TopicPartition> partitions) {
            leave(partitions);
        }
    }
}
