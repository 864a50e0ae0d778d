package dev.squeeze.kit.stats;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.RandomAccess;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * An order of records in which any prefix is representative of all, however short. Neighbours stay together in
 * stretches. Stretches are taken from evenly spaced ranks by size and, near each rank, chosen so that the mean size of
 * the prefix stays close to the overall mean; the same applies to further kinds of sizes.
 */
public final class BalancedStretches {
    /** The wanted records are divided into at most this many stretches; more would be shorter without any benefit. */
    private static final int MAX_WANTED = 32;

    private static final int MIN_LENGTH = 8;
    /** Length of a stretch, as a multiple of the records that end up in the same batches. */
    private static final int BATCHES = 4;
    /** Minimum number of stretches, however large batches are. */
    private static final int MIN_STRETCHES = 16;

    private final int size;
    private final int length;
    private final int[] stretches;

    private BalancedStretches(List<int[]> sizes, int length, double begin) {
        this.size = sizes.get(0).length;
        this.length = length;
        this.stretches =
                new Order(sizes.stream().map(one -> ofStretches(one, length)).toList()).beginningAt(begin);
    }

    private static long[] ofStretches(int[] sizes, int length) {
        long[] sums = new long[sizes.length / length];
        for (int i = 0; i < sums.length * length; i++) {
            sums[i / length] += sizes[i];
        }
        return sums;
    }

    /**
     * Whether this many records are few enough to be drawn from all over the source.
     *
     * @param wanted number of records
     * @param size total number of records
     */
    public static boolean areFew(double wanted, long size) {
        return 2 * wanted <= size && size >= MIN_STRETCHES;
    }

    /**
     * An order; empty if most of the records are wanted, which then keep their own order.
     *
     * @param sizes of the records, in any unit: they are ordered by the first; the others are further kinds of sizes,
     *     such as compressed sizes
     * @param wanted number of records
     * @param together maximum number of records that end up in the same batches; they mostly stay neighbours
     * @param begin from 0 to below 1; each value yields a different order
     */
    public static Optional<BalancedStretches> of(List<int[]> sizes, double wanted, double together, double begin) {
        int records = sizes.get(0).length;
        if (!areFew(wanted, records)) {
            return Optional.empty();
        }
        double length = Math.max(Math.max(MIN_LENGTH, BATCHES * together), wanted / MAX_WANTED);
        return Optional.of(
                new BalancedStretches(sizes, (int) Math.max(1, Math.min(length, records / MIN_STRETCHES)), begin));
    }

    /** The record at a position; each record occurs once. */
    public int recordAt(int place) {
        int number = place / length;
        return number < stretches.length ? stretches[number] * length + place % length : place;
    }

    /** A view of all records in this order. */
    public <T> List<T> order(List<T> records) {
        return new Reordered<>(records, this);
    }

    private static final class Reordered<T> extends AbstractList<T> implements RandomAccess {
        private final List<T> records;
        private final BalancedStretches order;

        Reordered(List<T> records, BalancedStretches order) {
            if (records.size() != order.size) {
                throw new IllegalArgumentException(
                        "an order of " + order.size + " cannot be applied to " + records.size() + " records");
            }
            this.records = records;
            this.order = order;
        }

        @Override
        public T get(int place) {
            return records.get(order.recordAt(place));
        }

        @Override
        public int size() {
            return order.size;
        }
    }

    /** Orders pieces of unequal size. */
    private static final class Order {
        /** The golden ratio, for which any number of positions are evenly spread. */
        private static final double STEP = (Math.sqrt(5) - 1) / 2;

        /** Far more than are wanted; later pieces keep their order. */
        private static final int MAX_BALANCED = 32 * MAX_WANTED;

        /**
         * Share of all pieces, on each side of a position, that are candidates at first; fewer later, as positions get
         * closer.
         */
        private static final double WIDEST = 1.0 / 4;

        private static final double OF_A_DISTANCE = 1.5;

        private final List<long[]> sizes;
        private final double[] means;
        private final int[] bySize;
        private final TreeSet<Integer> left = new TreeSet<>();

        Order(List<long[]> sizes) {
            long[] first = sizes.get(0);
            this.sizes = sizes;
            this.means = sizes.stream()
                    .mapToDouble(one -> Arrays.stream(one).average().orElse(0))
                    .toArray();
            this.bySize = IntStream.range(0, first.length)
                    .boxed()
                    .sorted(Comparator.comparingLong(piece -> first[piece]))
                    .mapToInt(Integer::intValue)
                    .toArray();
            IntStream.range(0, first.length).forEach(left::add);
        }

        int[] beginningAt(double begin) {
            int[] order = new int[bySize.length];
            double[] missing = new double[means.length];
            int balanced = Math.min(order.length, MAX_BALANCED);
            for (int i = 0; i < balanced; i++) {
                for (int kind = 0; kind < missing.length; kind++) {
                    missing[kind] += means[kind];
                }
                double turns = begin + i * STEP;
                int place = (int) ((turns - Math.floor(turns)) * order.length);
                int around = (int) (order.length * Math.min(WIDEST, OF_A_DISTANCE / (i + 1)));
                int rank = best(place - around, place + around, missing);
                left.remove(rank);
                order[i] = bySize[rank];
                for (int kind = 0; kind < missing.length; kind++) {
                    missing[kind] -= sizes.get(kind)[order[i]];
                }
            }
            int[] rest = left.stream().mapToInt(rank -> bySize[rank]).sorted().toArray();
            System.arraycopy(rest, 0, order, balanced, rest.length);
            return order;
        }

        /**
         * Of the remaining pieces within the bounds, the one closest to what is missing; if there are none, the one
         * closest to the bounds.
         */
        private int best(int from, int to, double[] missing) {
            int best = -1;
            double least = Double.MAX_VALUE;
            for (int rank : left.subSet(from, true, to, true)) {
                double far = distance(bySize[rank], missing);
                if (far < least) {
                    least = far;
                    best = rank;
                }
            }
            if (best >= 0) {
                return best;
            }
            Integer below = left.floor(from);
            return below == null ? left.first() : below;
        }

        private double distance(int piece, double[] missing) {
            double far = 0;
            for (int kind = 0; kind < missing.length; kind++) {
                double off = means[kind] == 0 ? 0 : (sizes.get(kind)[piece] - missing[kind]) / means[kind];
                far += off * off;
            }
            return far;
        }
    }
}
