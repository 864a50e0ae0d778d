package dev.squeeze.engine.predict;

/**
 * How fast a machine does what clients and brokers spend CPU time on, besides codecs, whose speeds are measured on the records
 * themselves. Three figures, because machines differ in them independently of each other: a program's own work, waking a
 * thread (the kernel and the hypervisor), and going on after a rest (caches and sleep states).
 *
 * @param recordNanos CPU nanoseconds to build a small record into a batch and read it back, where records lie in more memory
 *     than caches hold
 * @param wakeUpNanos CPU nanoseconds of a thread that is woken by a few records over a connection, reads them and sends them
 *     on, while threads do so one after another
 * @param restNanos what that takes more after a rest of 10 ms
 */
public record MachineSpeed(double recordNanos, double wakeUpNanos, double restNanos) {
    /**
     * Of what a request or a fetch costs, the part that waking threads and passing bytes takes; the rest is the program's own
     * work. With a kernel that was made slower, the probe's wake-up took 2.0 times as long, and requests and fetches 1.5 times:
     * docs/decisions/0075.
     */
    private static final double WAKING_SHARE = 0.5;

    /** Machines that run brokers do not differ by more; a probe that says so was disturbed. */
    private static final double MAX_FACTOR = 2.5;

    public MachineSpeed {
        if (!(recordNanos > 0 && wakeUpNanos > 0 && restNanos > 0)) {
            throw new IllegalArgumentException("what a machine takes for a record, waking up and a rest is above 0");
        }
    }

    /** What costs that were measured on a machine of another speed are to be multiplied by to be those of this one. */
    public CostScale comparedWith(MachineSpeed there) {
        double work = factor(recordNanos, there.recordNanos);
        double wakeUp = factor(wakeUpNanos, there.wakeUpNanos);
        // What a rest costs varies on one machine, from hour to hour, by as much as half of what machines differ by.
        double rest = Math.sqrt(factor(restNanos, there.restNanos));
        return CostScale.ofAnotherMachine(work, WAKING_SHARE * wakeUp + (1 - WAKING_SHARE) * work, rest);
    }

    private static double factor(double here, double there) {
        return Math.max(1 / MAX_FACTOR, Math.min(MAX_FACTOR, here / there));
    }
}
