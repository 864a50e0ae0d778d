package dev.squeeze.load;

import java.util.Arrays;
import java.util.Comparator;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * An order of unequal pieces in which any number of the first stand for all: their places in the order of sizes lie evenly,
 * and within that they are chosen so that the mean of what came so far stays near the mean of all.
 */
final class BalancedOrder {
    /** The golden section, by which any number of places lie evenly. */
    private static final double STEP = (Math.sqrt(5) - 1) / 2;

    /** Share of all pieces, at each side of a place, that stand for it at first; later fewer, as places come closer. */
    private static final double WIDEST = 1.0 / 16;

    private final int[] bySize;
    private final long[] sizes;
    private final TreeSet<Integer> left = new TreeSet<>();

    private BalancedOrder(long[] sizes) {
        this.sizes = sizes;
        this.bySize = IntStream.range(0, sizes.length)
                .boxed()
                .sorted(Comparator.comparingLong(piece -> sizes[piece]))
                .mapToInt(Integer::intValue)
                .toArray();
        IntStream.range(0, sizes.length).forEach(left::add);
    }

    /**
     * Numbers of all pieces.
     *
     * @param sizes of the pieces, any unit
     * @param begin from 0 to below 1: another order for each
     */
    static int[] of(long[] sizes, double begin) {
        return new BalancedOrder(sizes).order(begin);
    }

    private int[] order(double begin) {
        double mean = Arrays.stream(sizes).average().orElse(0);
        int[] order = new int[sizes.length];
        double sum = 0;
        for (int i = 0; i < order.length; i++) {
            double turns = begin + i * STEP;
            int place = (int) ((turns - Math.floor(turns)) * sizes.length);
            int around = (int) (sizes.length * Math.min(WIDEST, 0.25 / (i + 1)));
            int rank = nearest(rankOf((i + 1) * mean - sum), place - around, place + around);
            left.remove(rank);
            order[i] = bySize[rank];
            sum += sizes[order[i]];
        }
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
