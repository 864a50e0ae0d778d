package dev.squeeze.engine.history;

import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/**
 * Sums of several amounts by pieces of time of equal length.
 *
 * @param <A> the names of the amounts
 */
public final class TimedTotals<A extends Enum<A>> {
    private final long pieceMillis;
    private final Class<A> amounts;
    private final NavigableMap<Long, Sums<A>> pieces = new TreeMap<>();

    /**
     * @param pieceMillis length of a piece
     * @param amounts that are summed
     */
    public TimedTotals(long pieceMillis, Class<A> amounts) {
        if (pieceMillis < 1) {
            throw new IllegalArgumentException("pieces of " + pieceMillis + " ms");
        }
        this.pieceMillis = pieceMillis;
        this.amounts = amounts;
    }

    /** Adds to the piece that holds a moment. */
    public void add(long atMillis, Sums<A> values) {
        pieces.computeIfAbsent(Math.floorDiv(atMillis, pieceMillis), key -> new Sums<>(amounts))
                .add(values);
    }

    public long pieceMillis() {
        return pieceMillis;
    }

    /** The sums of a stretch of time, by whole pieces. */
    public Sums<A> between(long fromMillis, long untilMillis) {
        Sums<A> sums = new Sums<>(amounts);
        if (fromMillis < untilMillis) {
            pieces.subMap(
                            Math.floorDiv(fromMillis, pieceMillis),
                            true,
                            Math.floorDiv(untilMillis - 1, pieceMillis),
                            true)
                    .values()
                    .forEach(sums::add);
        }
        return sums;
    }

    /** Shows each piece with its first millisecond, in the order of time. */
    public void forEach(BiConsumer<Long, Sums<A>> visitor) {
        pieces.forEach((piece, sums) -> visitor.accept(piece * pieceMillis, sums.copy()));
    }

    /** Two of the amounts as a quotient, such as bytes per record. */
    public Quotient<A> quotient(A above, A below) {
        return new Quotient<>(this, above, below);
    }

    /**
     * A quotient of two sums over time.
     *
     * @param above which amount is divided
     * @param below by which
     * @param <A> the names of the amounts
     */
    public record Quotient<A extends Enum<A>>(TimedTotals<A> totals, A above, A below) {
        Parts between(long fromMillis, long untilMillis) {
            Sums<A> sums = totals.between(fromMillis, untilMillis);
            return new Parts(sums.of(above), sums.of(below));
        }

        long pieceMillis() {
            return totals.pieceMillis();
        }
    }

    /** The two sums of a stretch of time. */
    record Parts(double above, double below) {
        /** Whether anything was observed, of both. */
        boolean observed() {
            return above > 0 && below > 0;
        }

        double value() {
            return above / below;
        }
    }
}
