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
 * An order of records in which any number of the first stand for all, although only few are looked at: neighbours stay together
 * in stretches, whose places in the order of sizes lie evenly, and which are chosen within that so that the mean size of what
 * came so far stays near the mean of all, and so do the means of other sizes.
 */
public final class BalancedStretches {
    /** Of so many stretches at most are those made that are wanted; more would be shorter for nothing. */
    private static final int MAX_WANTED = 32;

    private static final int MIN_LENGTH = 8;
    /** A stretch is so many times as long as what comes into the same batches. */
    private static final int BATCHES = 4;
    /** There are so many at least, however long batches are. */
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
     * Whether so many records are few enough to come from all over.
     *
     * @param wanted records
     * @param size of all, records
     */
    public static boolean areFew(double wanted, long size) {
        return 2 * wanted <= size && size >= MIN_STRETCHES;
    }

    /**
     * An order; empty where most of the records are wanted, which then keep their own.
     *
     * @param sizes of the records, any unit: by the first of them they are ordered, the others are sizes of another kind, such as
     *     what is left of a record when it is compressed
     * @param wanted records
     * @param together records that come into the same batches, at most; they stay neighbours for the most part
     * @param begin from 0 to below 1: another order for each
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

    /** Which record is in a place; each is in one. */
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
                throw new IllegalArgumentException("an order of " + order.size + " is none of " + records.size());
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

    /** Of unequal pieces, in their order of sizes. */
    private static final class Order {
        /** The golden section, by which any number of places lie evenly. */
        private static final double STEP = (Math.sqrt(5) - 1) / 2;

        /** Far more than are wanted; those after them keep their places. */
        private static final int MAX_BALANCED = 32 * MAX_WANTED;

        /** Share of all pieces, at each side of a place, that stand for it at first; later fewer, as places come closer. */
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

        /** Of those that are left within bounds the one that comes nearest to what is missing; else the nearest to the bounds. */
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
