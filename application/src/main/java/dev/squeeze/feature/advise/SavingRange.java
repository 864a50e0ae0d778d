package dev.squeeze.feature.advise;

/**
 * The range of what settings save, and which part of it is enough. All amounts are money per month, compared with sending
 * uncompressed.
 *
 * @param least the smallest: nothing, or less if today's settings cost more than sending uncompressed
 * @param most the largest within the limits
 * @param kept the smallest saving that is enough
 */
record SavingRange(double least, double most, double kept) {
    /**
     * Limits the remaining cost too: it may exceed that of the cheapest settings with a short linger by at most this
     * many times the share of the saving that may be left. If nearly all of the saving comes from the codec, larger
     * batches may still halve the remaining cost without more waiting.
     */
    private static final double OF_COST = 5;

    /** Shares are compared as they are shown, in whole per cent. */
    private static final double ROUNDING = 0.005;

    /**
     * @param uncompressed money per month for sending uncompressed
     * @param today what today's settings save
     * @param mostShort largest saving with a short linger
     * @param keep share of the largest saving that is enough, up to 1
     */
    static SavingRange of(double uncompressed, double today, double most, double mostShort, double keep) {
        double least = Math.min(0, today);
        double left = 1 - keep + ROUNDING;
        return new SavingRange(
                least,
                most,
                Math.max(
                        most - left * (most - least),
                        uncompressed - (1 + OF_COST * left) * (uncompressed - mostShort)));
    }

    double width() {
        return most - least;
    }

    /** Share of the range that a saving reaches, up to 1. */
    double share(double saving) {
        return Math.min(1, (saving - least) / width());
    }

    boolean isEnough(double saving) {
        return saving >= kept;
    }
}
