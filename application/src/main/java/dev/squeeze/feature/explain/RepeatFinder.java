package dev.squeeze.feature.explain;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Finds redundancy over the records of a sample. That a field determines another one means functional dependence as far
 * as the sample shows it: if its value has occurred before, the other field has the same value as then.
 */
final class RepeatFinder {
    /** Stored for records without the field; records with it are stored as their code plus this. */
    private static final int MISSING = 1;

    private static final double NEARLY_ALL = 0.98;
    /** How much better a field must determine another one than guessing the most frequent value or the previous one. */
    private static final double MIN_GAIN = 0.05;
    /** Minimum share of the records whose determining value has occurred before. */
    private static final double MIN_COVERAGE = 0.5;

    private final List<ValueColumn> columns;
    private final List<String> paths;
    private final int[] keys;
    private final boolean[] firstOfBatch;

    /**
     * @param keys number of each record's key; 0 for records without a key
     * @param firstOfBatch whether the record is the first of its batch
     */
    RepeatFinder(List<ValueColumn> columns, List<String> paths, int[] keys, boolean[] firstOfBatch) {
        this.columns = List.copyOf(columns);
        this.paths = List.copyOf(paths);
        this.keys = keys.clone();
        this.firstOfBatch = firstOfBatch.clone();
    }

    /** @param candidates places of the columns that may determine the field */
    Repeats of(int place, List<Integer> candidates) {
        ValueColumn column = columns.get(place);
        if (column.distinct() <= 1) {
            return new Repeats(beforeShare(column), keyShare(column), Optional.empty());
        }
        double before = beforeShare(column);
        double guess = Math.max(before, largestShare(column));
        Optional<Repeats.Other> best = Optional.empty();
        for (int candidate : candidates) {
            if (candidate != place) {
                Optional<Repeats.Other> found = determined(column, candidate, guess);
                if (found.isPresent() && (best.isEmpty() || rank(found.get()) > rank(best.get()))) {
                    best = found;
                }
            }
        }
        return new Repeats(before, keyShare(column), best);
    }

    private static double rank(Repeats.Other other) {
        return other.share() + (other.same() ? 1 : 0);
    }

    private double beforeShare(ValueColumn column) {
        int equal = 0;
        int compared = 0;
        for (int record = 1; record < column.records(); record++) {
            if (!firstOfBatch[record] && column.code(record) != 0) {
                compared++;
                equal += column.code(record) == column.code(record - 1) ? 1 : 0;
            }
        }
        return compared == 0 ? 0 : (double) equal / compared;
    }

    private static double largestShare(ValueColumn column) {
        int[] counts = column.counts();
        int largest = 0;
        int all = 0;
        for (int code = 1; code < counts.length; code++) {
            largest = Math.max(largest, counts[code]);
            all += counts[code];
        }
        return all == 0 ? 0 : (double) largest / all;
    }

    private OptionalDouble keyShare(ValueColumn column) {
        Map<Integer, Integer> last = new HashMap<>();
        int equal = 0;
        int compared = 0;
        for (int record = 0; record < column.records(); record++) {
            if (keys[record] != 0 && column.code(record) != 0) {
                Integer known = last.put(keys[record], column.code(record));
                compared += known == null ? 0 : 1;
                equal += known != null && known == column.code(record) ? 1 : 0;
            }
        }
        return compared == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) equal / compared);
    }

    private Optional<Repeats.Other> determined(ValueColumn column, int candidate, double guess) {
        ValueColumn other = columns.get(candidate);
        int present = 0;
        int together = 0;
        int same = 0;
        int seen = 0;
        int right = 0;
        int[] last = new int[other.counts().length];
        for (int record = 0; record < column.records(); record++) {
            int code = column.code(record);
            int by = other.code(record);
            present += code != 0 ? 1 : 0;
            if (by == 0) {
                continue;
            }
            // To look the field up by the other one, readers must also know where it is absent.
            boolean known = last[by] != 0 && (code != 0 || last[by] != MISSING);
            seen += known ? 1 : 0;
            right += known && last[by] == code + MISSING ? 1 : 0;
            last[by] = code + MISSING;
            if (code != 0) {
                together++;
                same += column.whole(code).equals(other.whole(by)) ? 1 : 0;
            }
        }
        if (present == 0) {
            return Optional.empty();
        }
        double sameShare = (double) same / present;
        if (sameShare >= NEARLY_ALL) {
            return Optional.of(new Repeats.Other(paths.get(candidate), sameShare, true));
        }
        double rightShare = seen == 0 ? 0 : (double) right / seen;
        // A field that only records of one kind have determines nothing in the others.
        return together >= NEARLY_ALL * present
                        && seen >= MIN_COVERAGE * present
                        && rightShare >= NEARLY_ALL
                        && rightShare >= guess + MIN_GAIN
                ? Optional.of(new Repeats.Other(paths.get(candidate), rightShare * together / present, false))
                : Optional.empty();
    }
}
