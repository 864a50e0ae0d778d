package dev.squeeze.engine.workers;

/**
 * A worker in its slot.
 *
 * @param generation of the group when it was assigned the slot
 */
public record CrewMember(int slot, int generation, WorkerIdentity identity, ClockOffset clock) {
    /** Name used in messages for users. */
    public String name() {
        return identity.id();
    }
}
