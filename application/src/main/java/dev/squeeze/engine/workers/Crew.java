package dev.squeeze.engine.workers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.squeeze.kit.cluster.ClusterException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * The workers of one run, as seen by the coordinator. Not thread-safe. {@link #close} ends the run and deletes its
 * topics.
 */
public final class Crew implements AutoCloseable {
    private static final Duration ABANDONING = Duration.ofSeconds(5);

    /**
     * How far in advance workers must know of a time, in addition to the message's travel time: their threads must wake
     * up too.
     */
    private static final Duration NOTICE = Duration.ofMillis(300);

    private final CrewPlan plan;
    private final String run;
    private final RunTopics topics;
    private final Roster roster;
    private final CrewLink link;
    private final Gathering gathering;
    private List<CrewMember> members = List.of();
    private long work;

    private Crew(CrewPlan plan, String run, RunTopics topics, BooleanSupplier stop, Consumer<String> say) {
        this.plan = plan;
        this.run = run;
        this.topics = topics;
        this.roster = new Roster(run, plan.slots());
        this.link = new CrewLink(plan, run, WorkerIdentity.newId(), roster);
        this.gathering = new Gathering(plan, roster, link, stop, say);
    }

    /**
     * Announces a run; {@link #gather} waits for the workers.
     *
     * @param stop polled many times a second; true cancels the waiting
     * @param say receives progress lines for users
     * @throws ClusterException when another run uses the group, or a permission is missing
     */
    public static Crew open(CrewPlan plan, BooleanSupplier stop, Consumer<String> say) {
        plan.control().requireAnswer(plan.timeout());
        // Two runs may begin in the same millisecond.
        String run = Long.toString(System.currentTimeMillis(), Character.MAX_RADIX) + WorkerIdentity.random();
        RunTopics topics = RunTopics.claim(plan, run, () -> Gathering.requireWanted(stop), say);
        try {
            Crew crew = new Crew(plan, run, topics, stop, say);
            topics.announced();
            return crew;
        } catch (RuntimeException e) {
            topics.closeAfter(e);
            throw e;
        }
    }

    /**
     * Creates a topic with one partition, which is deleted with the run.
     *
     * @return its name
     */
    public String createTopic(String purpose, Map<String, String> configs) {
        String topic = plan.topics().ofRun(run, purpose);
        topics.create(topic, 1, configs);
        return topic;
    }

    public CrewPlan plan() {
        return plan;
    }

    /** The same workers, each with its own work. */
    public CrewPool pool() {
        return new CrewPool(roster, link, () -> gathering.tooFew(roster.present(System.nanoTime())));
    }

    /** The workers found by the last call of {@link #gather}, by slot. */
    public List<CrewMember> members() {
        return members;
    }

    /**
     * Waits until each slot has a different worker whose clock offset is known.
     *
     * @throws ClusterException when too few workers connect in time
     * @throws CancellationException when the user cancelled
     */
    public List<CrewMember> gather() {
        return members = gathering.awaited(roster::complete);
    }

    /**
     * Waits until the requested number of workers is connected and each slot is assigned; a worker may hold several
     * slots.
     *
     * @throws ClusterException when too few workers connect in time
     * @throws CancellationException when the user cancelled
     */
    public void gatherSharing() {
        // If there are fewer slots than workers, the remaining workers are on standby.
        int wanted = Math.min(plan.workers(), plan.slots());
        gathering.awaited(now -> {
            boolean held = IntStream.range(0, plan.slots())
                    .allMatch(slot -> roster.holder(slot, now).isPresent());
            return held && roster.present(now) >= wanted ? Optional.of(wanted) : Optional.empty();
        });
    }

    /**
     * @throws WorkerLostException naming the first of the gathered workers that no longer holds its slot
     * @throws ClusterException when the run itself cannot continue
     */
    public void requireAll() {
        link.requireWorking();
        long now = System.nanoTime();
        for (CrewMember member : members) {
            roster.lost(member, now).ifPresent(how -> {
                throw new WorkerLostException("worker " + member.name() + " " + how);
            });
        }
    }

    /**
     * Begins work on all workers.
     *
     * @param kind as in {@link WorkKind#name}
     * @param tasks by slot
     */
    public void open(String kind, List<ObjectNode> tasks) {
        work++;
        roster.forgetAnswers();
        for (CrewMember member : members) {
            send(member, ControlMessage.Type.OPEN, tasks.get(member.slot()).put("kind", kind));
        }
    }

    /** The worker that holds a slot; empty if there is none, or it has not been heard from recently. */
    Optional<CrewMember> holder(int slot) {
        return roster.holder(slot, System.nanoTime());
    }

    /** Why a worker no longer holds its slot; empty while it does. */
    Optional<String> lost(CrewMember member) {
        return roster.lost(member, System.nanoTime());
    }

    /** @throws ClusterException when the run itself cannot continue */
    void requireWorking() {
        link.requireWorking();
    }

    /**
     * Begins a work item in one slot.
     *
     * @param task its {@code work} field is set to the number of the work item
     * @return that number, which is unique within this run
     */
    long open(CrewMember member, String kind, ObjectNode task) {
        work++;
        link.send(
                member.slot(),
                member.generation(),
                ControlMessage.Type.OPEN,
                work,
                task.put("kind", kind).put("work", work));
        return work;
    }

    /** Sends an order to a work item in one slot. */
    void order(CrewMember member, long number, String order) {
        link.send(
                member.slot(),
                member.generation(),
                ControlMessage.Type.ORDER,
                number,
                ControlMessage.emptyBody().put("order", order));
    }

    Optional<JsonNode> answer(int slot, long number, String word) {
        return roster.answer(slot, number, word);
    }

    Optional<String> failure(int slot, long number) {
        return roster.failure(slot, number);
    }

    Optional<JsonNode> progress(int slot, long number) {
        return roster.progress(slot, number);
    }

    /** Whether a slot's holder reports that it is processing this work item. */
    boolean isAt(int slot, long number) {
        return roster.workOf(slot) == number;
    }

    /** Sends an order to the current work. */
    public void order(CrewMember member, String order, ObjectNode body) {
        send(member, ControlMessage.Type.ORDER, body.put("order", order));
    }

    /**
     * Cancels the current work, and waits briefly until workers have ended it; its results are lost. A producer that
     * keeps sending might make the brokers create a topic again while it is being deleted.
     */
    public void abandon() {
        long deadlineNanos = System.nanoTime() + ABANDONING.toNanos();
        try {
            members.forEach(member -> send(member, ControlMessage.Type.ABANDON, ControlMessage.emptyBody()));
            while (System.nanoTime() < deadlineNanos && members.stream().anyMatch(this::isStillAtIt)) {
                Gathering.pause();
            }
        } catch (ClusterException | CancellationException e) {
            // The reason for abandoning is more useful; workers that receive nothing end by themselves.
        }
    }

    private boolean isStillAtIt(CrewMember member) {
        return roster.lost(member, System.nanoTime()).isEmpty()
                && roster.answer(member.slot(), work, Slot.ABANDONED).isEmpty();
    }

    private void send(CrewMember member, ControlMessage.Type type, ObjectNode body) {
        link.send(member.slot(), member.generation(), type, work, body);
    }

    /**
     * Waits for an answer from every worker.
     *
     * @param check called many times a second; what it throws ends the waiting
     * @return the answers by slot
     * @throws WorkerLostException when a worker is lost, or does not answer in time
     * @throws ClusterException with a worker's message when it failed
     */
    public List<JsonNode> await(String answer, Duration most, Runnable check) {
        long deadlineNanos = System.nanoTime() + most.toNanos();
        List<JsonNode> answers = new ArrayList<>();
        for (CrewMember member : members) {
            Supplier<Optional<JsonNode>> come = () -> roster.answer(member.slot(), work, answer);
            while (come.get().isEmpty()) {
                check.run();
                requireAll();
                requireNoFailure();
                if (System.nanoTime() > deadlineNanos) {
                    throw new WorkerLostException("worker " + member.name() + " did not send '" + answer + "' within "
                            + most.toSeconds() + " s");
                }
                Gathering.pause();
            }
            come.get().ifPresent(answers::add);
        }
        return answers;
    }

    /** @throws ClusterException with the message of the first worker that failed */
    public void requireNoFailure() {
        for (CrewMember member : members) {
            roster.failure(member.slot(), work).ifPresent(reason -> {
                throw new ClusterException("worker " + member.name() + ": " + reason);
            });
        }
    }

    /** Each worker's latest progress report on the current work; empty for a worker without one. */
    public List<Optional<JsonNode>> progress() {
        return members.stream()
                .map(member -> roster.progress(member.slot(), work))
                .toList();
    }

    /** Offset of a member's clock from ours, by the best measurement so far. */
    public ClockOffset clock(CrewMember member) {
        return roster.clock(member.slot()).orElse(member.clock());
    }

    /** Converts a time of our {@link System#nanoTime} to the member's. */
    public long inTimeOf(CrewMember member, long nanos) {
        return nanos + clock(member).monotonicNanos();
    }

    /** How far in advance a time must be announced so that every worker learns of it in time. */
    public Duration notice() {
        long slowest = members.stream()
                .mapToLong(member -> clock(member).roundTrip().toNanos())
                .max()
                .orElse(0);
        return NOTICE.plusNanos(2 * slowest);
    }

    /** @throws ClusterException when a topic of the run could not be deleted from the control cluster */
    @Override
    public void close() {
        link.close();
        topics.close();
    }
}
