package dev.squeeze.engine.workers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.squeeze.kit.cluster.ClusterException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The workers of a run, each with its own work: nothing waits for all of them, and others take over the work of a lost
 * worker. To be used by the same thread as its {@link Crew}, which must not begin work on all workers in the meantime.
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

    /** The current holders of slots, by slot. A worker holds several slots while there are fewer workers than slots. */
    public List<CrewMember> present() {
        return roster.atTheirSlots(System.nanoTime());
    }

    /** Why a member no longer holds its slot; empty while it does. */
    public Optional<String> lost(CrewMember member) {
        return roster.lost(member, System.nanoTime());
    }

    /** @throws ClusterException when the run itself cannot continue */
    public void requireWorking() {
        link.requireWorking();
    }

    /** The error that no worker is connected, with the command that starts one. */
    public ClusterException tooFew() {
        return tooFew.get();
    }

    /**
     * Begins a work item on one worker; any previous one in the same slot ends.
     *
     * @param kind as in {@link WorkKind#name}
     * @return the number of the work item
     */
    public long open(CrewMember member, String kind, ObjectNode task) {
        work++;
        link.send(member.slot(), member.generation(), ControlMessage.Type.OPEN, work, task.put("kind", kind));
        return work;
    }

    /** Sends an order to a running work item. */
    public void order(CrewMember member, long number, String order, ObjectNode body) {
        link.send(member.slot(), member.generation(), ControlMessage.Type.ORDER, number, body.put("order", order));
    }

    /** Answers of a work item since the last call; only the latest of several with the same name. */
    public List<JsonNode> answers(CrewMember member, long number) {
        return roster.takeAnswers(member.slot(), number);
    }

    /** Why a work item cannot be completed; empty while it can. */
    public Optional<String> failure(CrewMember member, long number) {
        return roster.failure(member.slot(), number);
    }
}
