package dev.squeeze.engine.workers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.squeeze.kit.cluster.ClusterException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Work divided into units, one per slot: the worker to which the group assigns a slot continues its unit, until all are
 * done. A worker that dies, is paused or is disconnected loses its slots to others by the group's rebalancing, and a
 * worker that joins later gets some. The progress of a unit must be stored where the next worker finds it. Not
 * thread-safe; {@link #step} must be called frequently.
 */
public final class SharedWork {
    /** Name of the answer of a completed unit. */
    public static final String DONE = "done";
    /**
     * Name of the answer of a unit that another worker took over, or that has to be started again for another reason.
     */
    public static final String AGAIN = "again";

    private static final long UNHEARD_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final long ALONE_NANOS = TimeUnit.SECONDS.toNanos(7);
    private static final long REMINDER_NANOS = TimeUnit.SECONDS.toNanos(15);
    /** An order may get lost, so it is repeated until the unit has ended. */
    private static final long ORDER_AGAIN_NANOS = TimeUnit.SECONDS.toNanos(3);

    private final Crew crew;
    private final String kind;
    private final List<ObjectNode> tasks;
    private final Listener listener;
    private final Consumer<String> say;
    private final List<Unit> units = new ArrayList<>();
    private long presentNanos = System.nanoTime();
    private long remindedNanos;
    private Optional<String> stopping = Optional.empty();

    /** Receives events of units. */
    public interface Listener {
        /** A worker began a unit, perhaps after another worker or once more itself. */
        void began(int unit, CrewMember worker);

        /**
         * A unit has moved to another worker.
         *
         * @param isLost whether the previous worker is gone; otherwise the group has reassigned the units
         */
        void moved(int unit, CrewMember from, CrewMember to, boolean isLost);

        /** Progress of a unit, from its worker's latest heartbeat. */
        void progress(int unit, CrewMember worker, JsonNode body);

        /** Answer of a completed unit. */
        void done(int unit, CrewMember worker, JsonNode body);
    }

    /** A unit and its worker. */
    private static final class Unit {
        Optional<CrewMember> worker = Optional.empty();
        long work;
        long openedNanos;
        OptionalLong stoppedNanos = OptionalLong.empty();
        boolean done;
    }

    /**
     * @param kind as in {@link WorkKind#name}
     * @param tasks task of each unit; as many as the crew's plan has slots
     */
    public SharedWork(Crew crew, String kind, List<ObjectNode> tasks, Listener listener, Consumer<String> say) {
        this.crew = crew;
        this.kind = kind;
        this.tasks = List.copyOf(tasks);
        this.listener = listener;
        this.say = say;
        tasks.forEach(task -> units.add(new Unit()));
    }

    /**
     * Checks every unit once, and opens those without a worker on the current holder of their slot.
     *
     * @return whether all units are done
     * @throws ClusterException with a worker's message when a unit cannot be done, or when there has been no worker for
     *     too long
     */
    public boolean step() {
        crew.requireWorking();
        boolean all = true;
        boolean anybody = false;
        for (int slot = 0; slot < units.size(); slot++) {
            Unit unit = units.get(slot);
            Optional<CrewMember> holder = crew.holder(slot);
            anybody |= holder.isPresent();
            if (!unit.done) {
                unit.worker.ifPresent(worker -> hear(unit, worker));
                holder.filter(worker -> !unit.done && mustOpen(unit, worker)).ifPresent(worker -> open(unit, worker));
                all &= unit.done;
            }
        }
        if (!all) {
            requireSomebody(anybody);
        }
        return all;
    }

    private boolean mustOpen(Unit unit, CrewMember holder) {
        if (unit.worker.isEmpty() || !isSame(unit.worker.get(), holder)) {
            // A unit that is being stopped must not be started again.
            return stopping.isEmpty();
        }
        boolean heard = crew.isAt(holder.slot(), unit.work);
        boolean lost = !heard && System.nanoTime() - unit.openedNanos > UNHEARD_NANOS;
        return stopping.isEmpty()
                && (lost || crew.answer(holder.slot(), unit.work, AGAIN).isPresent());
    }

    private static boolean isSame(CrewMember left, CrewMember right) {
        return left.generation() == right.generation() && left.name().equals(right.name());
    }

    private void open(Unit unit, CrewMember holder) {
        Optional<CrewMember> before = unit.worker;
        before.filter(worker -> !worker.name().equals(holder.name()))
                .ifPresent(worker -> listener.moved(holder.slot(), worker, holder, isLost(worker)));
        unit.worker = Optional.of(holder);
        unit.openedNanos = System.nanoTime();
        unit.stoppedNanos = OptionalLong.empty();
        unit.work = crew.open(holder, kind, tasks.get(holder.slot()).deepCopy());
        listener.began(holder.slot(), holder);
    }

    /** Whether a worker holds no slot any more; one that does merely lost this slot in a rebalance. */
    private boolean isLost(CrewMember worker) {
        return IntStream.range(0, units.size())
                .mapToObj(crew::holder)
                .flatMap(Optional::stream)
                .noneMatch(holder -> holder.name().equals(worker.name()));
    }

    private void hear(Unit unit, CrewMember worker) {
        crew.failure(worker.slot(), unit.work).ifPresent(reason -> {
            throw new ClusterException("worker " + worker.name() + ": " + reason);
        });
        crew.progress(worker.slot(), unit.work)
                .filter(body -> !body.isEmpty())
                .ifPresent(body -> listener.progress(worker.slot(), worker, body));
        crew.answer(worker.slot(), unit.work, DONE).ifPresent(body -> {
            unit.done = true;
            listener.done(worker.slot(), worker, body);
        });
        long now = System.nanoTime();
        boolean isOrdered = unit.stoppedNanos.isPresent() && now - unit.stoppedNanos.getAsLong() <= ORDER_AGAIN_NANOS;
        stopping.filter(order -> !unit.done && !isOrdered).ifPresent(order -> {
            unit.stoppedNanos = OptionalLong.of(now);
            crew.order(worker, unit.work, order);
        });
    }

    /**
     * Tells every unit to end, and starts none again.
     *
     * @param order an order of the kind of work, which may be sent several times
     */
    public void stop(String order) {
        stopping = Optional.of(order);
    }

    /** Whether any unit that is not done has a worker that may still answer. */
    public boolean isAnybodyAtWork() {
        for (int slot = 0; slot < units.size(); slot++) {
            Unit unit = units.get(slot);
            Optional<CrewMember> holder = crew.holder(slot);
            if (!unit.done
                    && unit.worker.isPresent()
                    && holder.filter(worker -> isSame(worker, unit.worker.get()))
                            .isPresent()
                    && crew.answer(slot, unit.work, AGAIN).isEmpty()) {
                return true;
            }
        }
        return false;
    }

    public boolean isDone(int unit) {
        return units.get(unit).done;
    }

    private void requireSomebody(boolean anybody) {
        long now = System.nanoTime();
        if (anybody) {
            presentNanos = now;
            return;
        }
        long alone = now - presentNanos;
        long patience = crew.plan().patience().toNanos();
        String group = crew.plan().topics().group();
        if (alone > patience && stopping.isEmpty()) {
            throw new ClusterException("there has been no worker in group " + group + " for "
                    + TimeUnit.NANOSECONDS.toSeconds(alone)
                    + " s (--worker-timeout): start workers with: "
                    + crew.plan().startCommand());
        }
        if (alone > Math.min(ALONE_NANOS, patience / 2) && now - remindedNanos > REMINDER_NANOS) {
            remindedNanos = now;
            say.accept("no worker in group " + group + " for " + TimeUnit.NANOSECONDS.toSeconds(alone)
                    + " s: waiting up to " + TimeUnit.NANOSECONDS.toSeconds(patience)
                    + " s; start one with: " + crew.plan().startCommand());
        }
    }
}
