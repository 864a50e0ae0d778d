package dev.squeeze.engine.history;

import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/** Sums of several amounts by pieces of time of equal length. */
public final class TimedTotals {
    private final long pieceMillis;
    private final int amounts;
    private final NavigableMap<Long, double[]> pieces = new TreeMap<>();

    /**
     * @param pieceMillis length of a piece
     * @param amounts that are summed
     */
    public TimedTotals(long pieceMillis, int amounts) {
        if (pieceMillis < 1 || amounts < 1) {
            throw new IllegalArgumentException(amounts + " amounts in pieces of " + pieceMillis + " ms");
        }
        this.pieceMillis = pieceMillis;
        this.amounts = amounts;
    }

    /** Adds to the piece that holds a moment. */
    public void add(long atMillis, double... values) {
        double[] sums = pieces.computeIfAbsent(Math.floorDiv(atMillis, pieceMillis), key -> new double[amounts]);
        for (int i = 0; i < amounts; i++) {
            sums[i] += values[i];
        }
    }

    public long pieceMillis() {
        return pieceMillis;
    }

    /** The sums of a stretch of time, by whole pieces. */
    public double[] between(long fromMillis, long untilMillis) {
        double[] sums = new double[amounts];
        if (fromMillis < untilMillis) {
            pieces.subMap(
                            Math.floorDiv(fromMillis, pieceMillis),
                            true,
                            Math.floorDiv(untilMillis - 1, pieceMillis),
                            true)
                    .values()
                    .forEach(piece -> {
                        for (int i = 0; i < amounts; i++) {
                            sums[i] += piece[i];
                        }
                    });
        }
        return sums;
    }

    /** Shows each piece with its first millisecond, in the order of time. */
    public void forEach(BiConsumer<Long, double[]> visitor) {
        pieces.forEach((piece, sums) -> visitor.accept(piece * pieceMillis, sums.clone()));
    }

    /** Two of the amounts as a quotient, such as bytes a record. */
    public Quotient quotient(int above, int below) {
        return new Quotient(this, above, below);
    }

    /**
     * A quotient of two sums over time.
     *
     * @param above which amount is divided
     * @param below by which
     */
    public record Quotient(TimedTotals totals, int above, int below) {
        /** The sums of a stretch of time: above and below the line. */
        double[] between(long fromMillis, long untilMillis) {
            double[] sums = totals.between(fromMillis, untilMillis);
            return new double[] {sums[above], sums[below]};
        }

        long pieceMillis() {
            return totals.pieceMillis();
        }
    }
}
