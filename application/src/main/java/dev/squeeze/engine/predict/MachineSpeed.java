package dev.squeeze.engine.predict;

/**
 * How fast a machine is at what clients and brokers spend CPU time on, apart from codecs, whose speed is measured on
 * the records themselves. Consists of three figures because machines differ in each of them independently: running a
 * program's own code, waking a thread (kernel and hypervisor), and resuming after idle time (caches and sleep states).
 *
 * @param recordNanos CPU nanoseconds to add a small record to a batch and read it back, with more records than fit into
 *     the caches
 * @param wakeUpNanos CPU nanoseconds of a thread that is woken by a few records on a connection, reads them and
 *     forwards them, while threads do so in turn
 * @param restNanos additional CPU nanoseconds after an idle period of 10 ms
 */
public record MachineSpeed(double recordNanos, double wakeUpNanos, double restNanos) {
    /**
     * The part of the cost of a request or fetch that is spent on waking threads and passing bytes; the rest is the
     * program's own work. With an artificially slowed kernel, the probe's wake-up took 2.0 times as long, and requests
     * and fetches 1.5 times: docs/decisions/0075.
     */
    private static final double WAKING_SHARE = 0.5;

    /** Machines that run brokers do not differ by more than this; a probe that finds a larger factor was disturbed. */
    private static final double MAX_FACTOR = 2.5;

    public MachineSpeed {
        if (!(recordNanos > 0 && wakeUpNanos > 0 && restNanos > 0)) {
            throw new IllegalArgumentException("the times for a record, a wake-up and a rest must be above 0");
        }
    }

    /** The factors that convert costs measured on a machine of another speed to this one. */
    public CostScale comparedWith(MachineSpeed there) {
        double work = factor(recordNanos, there.recordNanos);
        double wakeUp = factor(wakeUpNanos, there.wakeUpNanos);
        // The cost of idle periods varies on a single machine, from hour to hour, by up to half of what machines
        // differ by.
        double rest = Math.sqrt(factor(restNanos, there.restNanos));
        return CostScale.ofAnotherMachine(work, WAKING_SHARE * wakeUp + (1 - WAKING_SHARE) * work, rest);
    }

    private static double factor(double here, double there) {
        return Math.max(1 / MAX_FACTOR, Math.min(MAX_FACTOR, here / there));
    }
}
