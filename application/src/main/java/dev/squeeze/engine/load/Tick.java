package dev.squeeze.engine.load;

/**
 * How far a trial had come at a moment.
 *
 * @param seconds since the first record was due
 * @param due records that were due by the schedule; in closed loop those that were handed over
 * @param sent records handed to send()
 * @param acknowledged records that the broker had taken
 */
public record Tick(double seconds, long due, long sent, long acknowledged) {
    /** Records due and not acknowledged. */
    public long backlog() {
        return due - acknowledged;
    }
}
