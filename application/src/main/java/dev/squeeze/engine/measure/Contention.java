package dev.squeeze.engine.measure;

/**
 * Whether other programs disturbed the measurement of speeds.
 *
 * @param wallOverCpu elapsed time over CPU time of all timed groups: 1.00 on an idle machine
 */
public record Contention(double wallOverCpu) {
    /** Above this, a tenth of the time was lost to other programs, and caches and clock speed were shared with them. */
    public static final double LIMIT = 1.10;

    public boolean speedsTrustworthy() {
        return wallOverCpu <= LIMIT;
    }
}
