package dev.squeeze.engine.predict;

/**
 * By what costs are multiplied, according to what they are spent on.
 *
 * @param work a program's own
 * @param waking threads, and passing bytes between them through the kernel
 * @param rest getting back to work after one
 * @param codec the share of the codec's own work
 */
public record CostScale(double work, double waking, double rest, double codec) {
    /** Of a machine now, relative to the same machine at its calibration. */
    public static CostScale ofDrift(double work, double rest) {
        return new CostScale(work, work, rest, work);
    }

    /** Of one machine relative to another. What codecs take was measured on it. */
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
