package dev.squeeze.feature.explain;

/**
 * The saving from deeper batches. If {@code batch.size} closes batches, more of the smaller records fit in a batch
 * ({@link BatchClosing}), and a deeper batch needs fewer stored bytes per record. How many fewer is extrapolated from
 * the same batches split in two and in four, assuming that the saving per doubling shrinks by a constant factor. This
 * is the case if stored bytes per record approach a limit as a power of the depth.
 *
 * @param whole batches as they are
 * @param halves the same records in half as deep batches
 * @param quarters the same records in a quarter as deep batches
 */
record DepthGain(At whole, At halves, At quarters) {
    /** Relative half width at 95 % of the saving from deeper batches. */
    static final double UNCERTAINTY = 0.2;

    /** If most batches have a single record, hardly any can be split. */
    private static final double MIN_DOUBLINGS_CUT = 0.05;

    /** With less, it is unknown how the saving per doubling shrinks. */
    private static final double MIN_DOUBLINGS_KNOWN = 0.3;
    /** Two splits do not support an extrapolation to batches that are many times as deep. */
    private static final double MAX_DOUBLINGS = 1.5;

    private static final double MIN_SHRINKING = 0.25;
    private static final double DEFAULT_SHRINKING = 0.7;

    /** Stored bytes per record at this number of records per batch. */
    record At(double recordsPerBatch, double storedBytesPerRecord) {}

    /**
     * The saving from deeper batches, in units of the cost of splitting the batches in two.
     *
     * @param deeper doublings of the records per batch; negative if batches have fewer records
     */
    double weight(double deeper) {
        double first = doublings(halves, whole);
        if (deeper == 0 || first < MIN_DOUBLINGS_CUT) {
            return 0;
        }
        double bounded = Math.max(-1, Math.min(MAX_DOUBLINGS, deeper));
        double shrinking = shrinking(first);
        double logarithm = Math.log(shrinking);
        double integral = Math.abs(logarithm) < 1e-6 ? bounded : (Math.pow(shrinking, bounded) - 1) / logarithm;
        return Math.pow(shrinking, first / 2) * integral / first;
    }

    /** The saving of a doubling over that of the doubling before. */
    private double shrinking(double first) {
        double second = doublings(quarters, halves);
        double early = quarters.storedBytesPerRecord - halves.storedBytesPerRecord;
        double late = halves.storedBytesPerRecord - whole.storedBytesPerRecord;
        if (first < MIN_DOUBLINGS_KNOWN || second < MIN_DOUBLINGS_KNOWN || early <= 0 || late <= 0) {
            return DEFAULT_SHRINKING;
        }
        double distance = (first + second) / 2;
        return Math.max(MIN_SHRINKING, Math.min(1, Math.pow(late / first / (early / second), 1 / distance)));
    }

    private static double doublings(At from, At to) {
        return Math.log(to.recordsPerBatch / from.recordsPerBatch) / Math.log(2);
    }
}
