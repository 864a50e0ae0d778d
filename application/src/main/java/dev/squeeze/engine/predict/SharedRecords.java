package dev.squeeze.engine.predict;

/** Records that producers share: of K producers each sends every K-th record, over and over. */
public final class SharedRecords {
    /** What may be left out at the end of the records. */
    private static final double MAX_LEFT_OUT = 0.1;

    private SharedRecords() {}

    /**
     * How many of the records go round. Where their number and that of the producers have a common factor, a producer would come to the
     * same few records over and over, and these compress better in a batch than records that differ. So the last few records are
     * left out: then each producer comes to all others before the first of them comes again.
     *
     * @param records that there are
     * @param every of how many records a producer sends one
     */
    public static int going(int records, int every) {
        for (int going = records; going >= Math.max(1, (1 - MAX_LEFT_OUT) * records); going--) {
            if (greatestCommonDivisor(going, every) == 1) {
                return going;
            }
        }
        return records;
    }

    private static int greatestCommonDivisor(int a, int b) {
        return b == 0 ? a : greatestCommonDivisor(b, a % b);
    }
}
