package dev.squeeze.feature.explain;

import java.util.Arrays;
import java.util.Comparator;

/**
 * The order in which fields that seldom change come first, so that what a record has in common with the previous one is
 * contiguous.
 */
final class FieldOrder {
    private FieldOrder() {}

    /** By how often fields change; an object is placed by the average of its fields. */
    static int[] ranks(FieldMeasurement measurement) {
        double[] changes = new double[measurement.names().size()];
        double[] weights = new double[changes.length];
        for (int place = 0; place < measurement.leaves().size(); place++) {
            int field = measurement.leaves().get(place);
            double weight = measurement.survey().rawBytesPerRecord(field);
            int at = field;
            while (at != FieldNames.ROOT) {
                changes[at] += weight * measurement.profiles().changes(place);
                weights[at] += weight;
                at = measurement.names().field(at).parent();
            }
        }
        Integer[] order = new Integer[changes.length];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, Comparator.comparingDouble(i -> weights[i] == 0 ? 1 : changes[i] / weights[i]));
        int[] ranks = new int[changes.length];
        for (int rank = 0; rank < order.length; rank++) {
            ranks[order[rank]] = rank;
        }
        return ranks;
    }
}
