package dev.squeeze.engine.load;

/**
 * Progress of a trial at one point in time.
 *
 * @param seconds since the first record was due
 * @param due records that were due on the schedule; in closed loop those sent
 * @param sent records handed to send()
 * @param acknowledged records acknowledged by the broker
 */
public record Tick(double seconds, long due, long sent, long acknowledged) {
    /** Records that are due and not yet acknowledged. */
    public long backlog() {
        return due - acknowledged;
    }
}
