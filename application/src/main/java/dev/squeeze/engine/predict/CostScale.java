package dev.squeeze.engine.predict;

/**
 * Factors by which costs are multiplied, depending on what the CPU time is spent on.
 *
 * @param work running a program's own code
 * @param waking waking threads, and passing bytes between them through the kernel
 * @param rest resuming work after idle time
 * @param codec share of the codec's own work
 */
public record CostScale(double work, double waking, double rest, double codec) {
    /** A machine now, relative to the same machine when it was calibrated. */
    public static CostScale ofDrift(double work, double rest) {
        return new CostScale(work, work, rest, work);
    }

    /** One machine relative to another. Codec times need no scaling, as they were measured on this machine. */
    static CostScale ofAnotherMachine(double work, double waking, double rest) {
        return new CostScale(work, waking, rest, 1);
    }

    double of(CostTerm term) {
        return switch (term.spentOn()) {
            case WORK -> work;
            case WAKING -> waking;
            case BOTH -> Math.sqrt(work * waking);
            case REST -> rest;
        };
    }
}
