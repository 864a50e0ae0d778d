package dev.squeeze.engine.measure;

/**
 * Whether the machine had time for us while speeds were taken.
 *
 * @param wallOverCpu wall time over CPU time of all timed groups: 1.00 on an idle machine
 */
public record Contention(double wallOverCpu) {
    /** Beyond this a tenth of the time went elsewhere, and caches and clock speed were shared. */
    public static final double LIMIT = 1.10;

    public boolean speedsTrustworthy() {
        return wallOverCpu <= LIMIT;
    }
}
