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
 * came so far stays near the mean of all.
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

    private BalancedStretches(int[] sizes, int length, double begin) {
        this.size = sizes.length;
        this.length = length;
        long[] ofStretches = new long[size / length];
        for (int i = 0; i < ofStretches.length * length; i++) {
            ofStretches[i / length] += sizes[i];
        }
        this.stretches = new Order(ofStretches).beginningAt(begin);
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
     * @param wanted records
     * @param together records that come into the same batches, at most; they stay neighbours for the most part
     * @param begin from 0 to below 1: another order for each
     */
    public static Optional<BalancedStretches> of(int[] sizes, double wanted, double together, double begin) {
        if (!areFew(wanted, sizes.length)) {
            return Optional.empty();
        }
        double length = Math.max(Math.max(LEAST_LENGTH, BATCHES * together), wanted / MOST_WANTED);
        return Optional.of(new BalancedStretches(
                sizes, (int) Math.max(1, Math.min(length, sizes.length / LEAST_STRETCHES)), begin));
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
        private static final double WIDEST = 1.0 / 16;

        private static final double OF_A_DISTANCE = 0.25;

        private final long[] sizes;
        private final int[] bySize;
        private final TreeSet<Integer> left = new TreeSet<>();

        Order(long[] sizes) {
            this.sizes = sizes;
            this.bySize = IntStream.range(0, sizes.length)
                    .boxed()
                    .sorted(Comparator.comparingLong(piece -> sizes[piece]))
                    .mapToInt(Integer::intValue)
                    .toArray();
            IntStream.range(0, sizes.length).forEach(left::add);
        }

        int[] beginningAt(double begin) {
            double mean = Arrays.stream(sizes).average().orElse(0);
            int[] order = new int[sizes.length];
            double sum = 0;
            int balanced = Math.min(order.length, MOST_BALANCED);
            for (int i = 0; i < balanced; i++) {
                double turns = begin + i * STEP;
                int place = (int) ((turns - Math.floor(turns)) * sizes.length);
                int around = (int) (sizes.length * Math.min(WIDEST, OF_A_DISTANCE / (i + 1)));
                int rank = nearest(rankOf((i + 1) * mean - sum), place - around, place + around);
                left.remove(rank);
                order[i] = bySize[rank];
                sum += sizes[order[i]];
            }
            int[] others = left.stream().mapToInt(rank -> bySize[rank]).sorted().toArray();
            System.arraycopy(others, 0, order, balanced, others.length);
            return order;
        }

        /** The first of the pieces that are at least so large. */
        private int rankOf(double size) {
            int low = 0;
            int high = bySize.length - 1;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (sizes[bySize[middle]] < size) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low;
        }

        /** Of those that are left the one that is nearest to a rank within bounds, or nearest to the bounds. */
        private int nearest(int wanted, int from, int to) {
            int rank = Math.max(from, Math.min(to, wanted));
            Integer below = left.floor(rank);
            Integer above = left.ceiling(rank);
            if (below == null || above == null) {
                return below == null ? left.first() : below;
            }
            return rank - below <= above - rank ? below : above;
        }
    }
}
