package dev.squeeze.engine.workers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.squeeze.kit.cluster.ClusterException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The workers of a run, each with work of its own: nobody waits for all of them, and what one leaves others take. For the
 * same thread as its {@link Crew}, which must not begin a common work meanwhile.
 */
public final class CrewPool {
    private final Roster roster;
    private final CrewLink link;
    private final Supplier<ClusterException> tooFew;
    private long work;

    CrewPool(Roster roster, CrewLink link, Supplier<ClusterException> tooFew) {
        this.roster = roster;
        this.link = link;
        this.tooFew = tooFew;
    }

    /** Who is at a slot now, by slot. A worker has several slots while there are fewer workers than slots. */
    public List<CrewMember> present() {
        return roster.atTheirSlots(System.nanoTime());
    }

    /** What became of a member; empty while it is at its place. */
    public Optional<String> lost(CrewMember member) {
        return roster.lost(member, System.nanoTime());
    }

    /** @throws ClusterException when the run itself cannot go on */
    public void requireWorking() {
        link.requireWorking();
    }

    /** Why nobody is there, with the way to start a worker. */
    public ClusterException tooFew() {
        return tooFew.get();
    }

    /**
     * Begins a work in one worker; one that it has at this slot ends.
     *
     * @param kind of {@link WorkKind#name}
     * @return the number of the work
     */
    public long open(CrewMember member, String kind, ObjectNode task) {
        work++;
        link.send(member.slot(), member.generation(), ControlMessage.Type.OPEN, work, task.put("kind", kind));
        return work;
    }

    /** Gives an order for a work that is under way. */
    public void order(CrewMember member, long number, String order, ObjectNode body) {
        link.send(member.slot(), member.generation(), ControlMessage.Type.ORDER, number, body.put("order", order));
    }

    /** What a work has answered since this was asked last; of answers with the same word the latest. */
    public List<JsonNode> answers(CrewMember member, long number) {
        return roster.takeAnswers(member.slot(), number);
    }

    /** Why a work cannot be done; empty while it can. */
    public Optional<String> failure(CrewMember member, long number) {
        return roster.failure(member.slot(), number);
    }
}
