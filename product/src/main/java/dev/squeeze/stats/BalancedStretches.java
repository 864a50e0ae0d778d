package dev.squeeze.stats;

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
 * came so far stays near the mean of all, and so does the mean of another size.
 */
public final class BalancedStretches {
    /** Of so many stretches at most are those made that are wanted; more would be shorter for nothing. */
    private static final int MOST_WANTED = 32;

    private static final int LEAST_LENGTH = 8;
    /** A stretch is so many times as long as what comes into the same batches. */
    private static final int BATCHES = 4;
    /** There are so many at least, however long batches are. */
    private static final int LEAST_STRETCHES = 16;

    private final int size;
    private final int length;
    private final int[] stretches;

    private BalancedStretches(int[] sizes, int[] others, int length, double begin) {
        this.size = sizes.length;
        this.length = length;
        this.stretches = new Order(ofStretches(sizes, length), ofStretches(others, length)).beginningAt(begin);
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
        return 2 * wanted <= size && size >= LEAST_STRETCHES;
    }

    /**
     * An order; empty where most of the records are wanted, which then keep their own.
     *
     * @param sizes of the records, any unit
     * @param others another size of each, any unit: such as what is left of it when it is compressed
     * @param wanted records
     * @param together records that come into the same batches, at most; they stay neighbours for the most part
     * @param begin from 0 to below 1: another order for each
     */
    public static Optional<BalancedStretches> of(
            int[] sizes, int[] others, double wanted, double together, double begin) {
        if (!areFew(wanted, sizes.length)) {
            return Optional.empty();
        }
        double length = Math.max(Math.max(LEAST_LENGTH, BATCHES * together), wanted / MOST_WANTED);
        return Optional.of(new BalancedStretches(
                sizes, others, (int) Math.max(1, Math.min(length, sizes.length / LEAST_STRETCHES)), begin));
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
        private static final int MOST_BALANCED = 32 * MOST_WANTED;

        /** Share of all pieces, at each side of a place, that stand for it at first; later fewer, as places come closer. */
        private static final double WIDEST = 1.0 / 4;

        private static final double OF_A_DISTANCE = 1.5;

        private final long[] sizes;
        private final long[] others;
        private final double mean;
        private final double meanOfOthers;
        private final int[] bySize;
        private final TreeSet<Integer> left = new TreeSet<>();

        Order(long[] sizes, long[] others) {
            this.sizes = sizes;
            this.others = others;
            this.mean = Arrays.stream(sizes).average().orElse(0);
            this.meanOfOthers = Arrays.stream(others).average().orElse(0);
            this.bySize = IntStream.range(0, sizes.length)
                    .boxed()
                    .sorted(Comparator.comparingLong(piece -> sizes[piece]))
                    .mapToInt(Integer::intValue)
                    .toArray();
            IntStream.range(0, sizes.length).forEach(left::add);
        }

        int[] beginningAt(double begin) {
            int[] order = new int[sizes.length];
            double missing = 0;
            double missingOfOthers = 0;
            int balanced = Math.min(order.length, MOST_BALANCED);
            for (int i = 0; i < balanced; i++) {
                missing += mean;
                missingOfOthers += meanOfOthers;
                double turns = begin + i * STEP;
                int place = (int) ((turns - Math.floor(turns)) * sizes.length);
                int around = (int) (sizes.length * Math.min(WIDEST, OF_A_DISTANCE / (i + 1)));
                int rank = best(place - around, place + around, missing, missingOfOthers);
                left.remove(rank);
                order[i] = bySize[rank];
                missing -= sizes[order[i]];
                missingOfOthers -= others[order[i]];
            }
            int[] rest = left.stream().mapToInt(rank -> bySize[rank]).sorted().toArray();
            System.arraycopy(rest, 0, order, balanced, rest.length);
            return order;
        }

        /** Of those that are left within bounds the one that comes nearest to what is missing; else the nearest to the bounds. */
        private int best(int from, int to, double missing, double missingOfOthers) {
            Integer best = null;
            double least = Double.MAX_VALUE;
            for (Integer rank : left.subSet(from, true, to, true)) {
                double far = distance(bySize[rank], missing, missingOfOthers);
                if (far < least) {
                    least = far;
                    best = rank;
                }
            }
            if (best != null) {
                return best;
            }
            Integer below = left.floor(from);
            return below == null ? left.first() : below;
        }

        private double distance(int piece, double missing, double missingOfOthers) {
            double far = mean == 0 ? 0 : (sizes[piece] - missing) / mean;
            double farOfOthers = meanOfOthers == 0 ? 0 : (others[piece] - missingOfOthers) / meanOfOthers;
            return far * far + farOfOthers * farOfOthers;
        }
    }
}
