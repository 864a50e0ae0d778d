package dev.squeeze.engine.predict;

/** Records shared by several producers: each of K producers repeatedly sends every K-th record. */
public final class SharedRecords {
    /** Maximum share of records that may be left out at the end. */
    private static final double MAX_LEFT_OUT = 0.1;

    private SharedRecords() {}

    /**
     * The number of records to cycle through. If the number of records and that of producers had a common factor, a
     * producer would send the same few records repeatedly, and these compress better in a batch than distinct records.
     * Therefore the last few records are left out, so that each producer sends all the others before it repeats the
     * first one.
     *
     * @param records total number of records
     * @param every a producer sends one out of this many records
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
