package dev.squeeze.feature.explain;

/**
 * What deeper batches save. Where {@code batch.size} closes batches, records with fewer bytes make for more of them in a batch
 * ({@link BatchClosing}), and a deeper batch takes fewer stored bytes for each. How many fewer is known from the same batches cut in two
 * and in four: what each doubling saves shrinks by the same factor, which holds where stored bytes per record approach a limit by a power
 * of the depth.
 *
 * @param whole batches as they are
 * @param halves the same records in half as deep batches
 * @param quarters the same records in a quarter as deep batches
 */
record DepthGain(At whole, At halves, At quarters) {
    /** Of what deeper batches save, half width at 95 %. */
    static final double UNCERTAINTY = 0.2;

    /** Of batches most of which hold one record, hardly any can be cut. */
    private static final double MIN_DOUBLINGS_CUT = 0.05;

    /** Less says nothing of how what a doubling saves shrinks. */
    private static final double MIN_DOUBLINGS_KNOWN = 0.3;
    /** Two cuts say nothing of batches that are many times as deep. */
    private static final double MAX_DOUBLINGS = 1.5;

    private static final double MIN_SHRINKING = 0.25;
    private static final double DEFAULT_SHRINKING = 0.7;

    /** Stored bytes per record where so many records are in a batch. */
    record At(double recordsPerBatch, double storedBytesPerRecord) {}

    /**
     * What deeper batches save, in units of what halving the batches costs.
     *
     * @param deeper doublings of the records per batch; below 0 where fewer come into one
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

    /** What a doubling saves over what the one before it saved. */
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
