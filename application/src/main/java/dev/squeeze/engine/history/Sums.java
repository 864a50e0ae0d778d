package dev.squeeze.engine.history;

/**
 * Sums of named amounts.
 *
 * @param <A> the names
 */
public final class Sums<A extends Enum<A>> {
    private final double[] values;

    /** @param amounts the names of the amounts */
    public Sums(Class<A> amounts) {
        this.values = new double[amounts.getEnumConstants().length];
    }

    private Sums(double[] values) {
        this.values = values;
    }

    /** Adds to one of the sums. */
    public Sums<A> add(A amount, double value) {
        values[amount.ordinal()] += value;
        return this;
    }

    /** Adds all sums of another instance. */
    public void add(Sums<A> other) {
        for (int i = 0; i < values.length; i++) {
            values[i] += other.values[i];
        }
    }

    public double of(A amount) {
        return values[amount.ordinal()];
    }

    Sums<A> copy() {
        return new Sums<>(values.clone());
    }
}
