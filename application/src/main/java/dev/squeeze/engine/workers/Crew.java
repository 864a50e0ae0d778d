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
 * The workers of one run, seen from the one who gives them work. For one thread. {@link #close} ends the run and deletes
 * its topics.
 */
public final class Crew implements AutoCloseable {
    private static final Duration ABANDONING = Duration.ofSeconds(5);

    /** What a moment must be known ahead, besides the way there: a worker's threads must wake up too. */
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
     * Announces a run; workers are waited for by {@link #gather}.
     *
     * @param stop asked many times a second; true gives the waiting up
     * @param say takes a line for people
     * @throws ClusterException when another run has the group, or a permission is missing
     */
    public static Crew open(CrewPlan plan, BooleanSupplier stop, Consumer<String> say) {
        plan.control().requireAnswer(plan.timeout());
        // Two may begin in the same millisecond.
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
     * Creates a topic of this run with one partition, which ends with it.
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

    /** The same workers, each with work of its own. */
    public CrewPool pool() {
        return new CrewPool(roster, link, () -> gathering.tooFew(roster.present(System.nanoTime())));
    }

    /** The workers that {@link #gather} found last, by slot. */
    public List<CrewMember> members() {
        return members;
    }

    /**
     * Waits until each slot has a worker of its own whose clock is known.
     *
     * @throws ClusterException when too few come in time
     * @throws CancellationException when the user gave it up
     */
    public List<CrewMember> gather() {
        return members = gathering.awaited(roster::complete);
    }

    /**
     * Waits until as many workers as wanted are there and each slot is held; one worker may hold several.
     *
     * @throws ClusterException when too few come in time
     * @throws CancellationException when the user gave it up
     */
    public void gatherSharing() {
        // Where there are fewer slots than workers, the others stand by.
        int wanted = Math.min(plan.workers(), plan.slots());
        gathering.awaited(now -> {
            boolean held = IntStream.range(0, plan.slots())
                    .allMatch(slot -> roster.holder(slot, now).isPresent());
            return held && roster.present(now) >= wanted ? Optional.of(wanted) : Optional.empty();
        });
    }

    /**
     * @throws WorkerLostException that names the first of the gathered workers that is no longer at its place
     * @throws ClusterException when the run itself cannot go on
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
     * Begins a work in all workers.
     *
     * @param kind of {@link WorkKind#name}
     * @param tasks by slot
     */
    public void open(String kind, List<ObjectNode> tasks) {
        work++;
        roster.forgetAnswers();
        for (CrewMember member : members) {
            send(member, ControlMessage.Type.OPEN, tasks.get(member.slot()).put("kind", kind));
        }
    }

    /** The worker that has a slot; empty while nobody has, or was heard of lately. */
    Optional<CrewMember> holder(int slot) {
        return roster.holder(slot, System.nanoTime());
    }

    /** What became of a worker that had a slot; empty while it is at its place. */
    Optional<String> lost(CrewMember member) {
        return roster.lost(member, System.nanoTime());
    }

    /** @throws ClusterException when the run itself cannot go on */
    void requireWorking() {
        link.requireWorking();
    }

    /**
     * Begins a work in one slot.
     *
     * @param task gets the number of the work as {@code work}
     * @return that number, which no other work of this run has
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

    /** Gives an order for a work in one slot. */
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

    /** Whether a slot's holder says that it is at this work. */
    boolean isAt(int slot, long number) {
        return roster.workOf(slot) == number;
    }

    /** Gives an order for the work that is under way. */
    public void order(CrewMember member, String order, ObjectNode body) {
        send(member, ControlMessage.Type.ORDER, body.put("order", order));
    }

    /**
     * Ends the work that is under way, and waits a moment until workers have ended it; what it did is lost. A producer that
     * goes on might make the brokers create a topic again that is being deleted.
     */
    public void abandon() {
        long deadlineNanos = System.nanoTime() + ABANDONING.toNanos();
        try {
            members.forEach(member -> send(member, ControlMessage.Type.ABANDON, ControlMessage.emptyBody()));
            while (System.nanoTime() < deadlineNanos && members.stream().anyMatch(this::isStillAtIt)) {
                Gathering.pause();
            }
        } catch (ClusterException | CancellationException e) {
            // Whoever abandons has a reason of more interest; workers that hear nothing end by themselves.
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
     * Waits for an answer of every worker.
     *
     * @param check called many times a second; what it throws ends the waiting
     * @return by slot
     * @throws WorkerLostException when one is no longer there, or does not answer in time
     * @throws ClusterException with a worker's words when it failed
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
                    throw new WorkerLostException(
                            "worker " + member.name() + " gave no '" + answer + "' within " + most.toSeconds() + " s");
                }
                Gathering.pause();
            }
            come.get().ifPresent(answers::add);
        }
        return answers;
    }

    /** @throws ClusterException with the words of the first worker that could not go on */
    public void requireNoFailure() {
        for (CrewMember member : members) {
            roster.failure(member.slot(), work).ifPresent(reason -> {
                throw new ClusterException("worker " + member.name() + ": " + reason);
            });
        }
    }

    /** What each worker's latest heartbeat said of the work; empty for one that has not spoken of it yet. */
    public List<Optional<JsonNode>> progress() {
        return members.stream()
                .map(member -> roster.progress(member.slot(), work))
                .toList();
    }

    /** How a member's clock stands to ours, as it is known by now. */
    public ClockOffset clock(CrewMember member) {
        return roster.clock(member.slot()).orElse(member.clock());
    }

    /** A moment of our {@link System#nanoTime} in the member's. */
    public long inTimeOf(CrewMember member, long nanos) {
        return nanos + clock(member).monotonicNanos();
    }

    /** How long ahead a moment must be announced so that every worker hears of it in time. */
    public Duration notice() {
        long slowest = members.stream()
                .mapToLong(member -> clock(member).roundTrip().toNanos())
                .max()
                .orElse(0);
        return NOTICE.plusNanos(2 * slowest);
    }

    /** @throws ClusterException when a topic of the run stays on the control cluster */
    @Override
    public void close() {
        link.close();
        topics.close();
    }
}
