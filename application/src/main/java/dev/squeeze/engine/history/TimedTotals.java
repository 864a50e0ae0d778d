package dev.squeeze.engine.history;

import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/**
 * Sums of several amounts over equal periods of time, called pieces.
 *
 * @param <A> the names of the amounts
 */
public final class TimedTotals<A extends Enum<A>> {
    private final long pieceMillis;
    private final Class<A> amounts;
    private final NavigableMap<Long, Sums<A>> pieces = new TreeMap<>();

    /**
     * @param pieceMillis length of a piece in milliseconds
     * @param amounts names of the amounts
     */
    public TimedTotals(long pieceMillis, Class<A> amounts) {
        if (pieceMillis < 1) {
            throw new IllegalArgumentException("pieces of " + pieceMillis + " ms");
        }
        this.pieceMillis = pieceMillis;
        this.amounts = amounts;
    }

    /** Adds to the piece that contains a time. */
    public void add(long atMillis, Sums<A> values) {
        pieces.computeIfAbsent(Math.floorDiv(atMillis, pieceMillis), key -> new Sums<>(amounts))
                .add(values);
    }

    public long pieceMillis() {
        return pieceMillis;
    }

    /** The sums over a period, extended to whole pieces. */
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

    /** Passes each piece to the visitor with its first millisecond, in chronological order. */
    public void forEach(BiConsumer<Long, Sums<A>> visitor) {
        pieces.forEach((piece, sums) -> visitor.accept(piece * pieceMillis, sums.copy()));
    }

    /** The quotient of two amounts, such as bytes per record. */
    public Quotient<A> quotient(A above, A below) {
        return new Quotient<>(this, above, below);
    }

    /**
     * The quotient of two sums over time.
     *
     * @param above the dividend
     * @param below the divisor
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

    /** The two sums over a period. */
    record Parts(double above, double below) {
        /** Whether both amounts were observed. */
        boolean observed() {
            return above > 0 && below > 0;
        }

        double value() {
            return above / below;
        }
    }
}
