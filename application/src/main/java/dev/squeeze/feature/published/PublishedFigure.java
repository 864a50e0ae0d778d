package dev.squeeze.feature.published;

import java.util.Optional;

/**
 * A figure of a report, and the place of its measured counterpart.
 *
 * @param id id by which findings and other figures refer to it
 * @param label name for readers
 * @param value published value, above 0
 * @param unit unit of the published value
 * @param relativeTo id of the figure that is its baseline in the report
 * @param bound kind of bound if the report gave a bound: on the value, or on the ratio if it has a baseline
 * @param measured place of the measured counterpart; absent if nothing measures it
 */
public record PublishedFigure(
        String id,
        String label,
        double value,
        String unit,
        Optional<String> relativeTo,
        Optional<Holding.Bound> bound,
        Optional<Place> measured) {
    public PublishedFigure {
        if (!(value > 0)) {
            throw new IllegalArgumentException("a published value must be above 0, got " + value);
        }
    }

    /**
     * The place of a measured figure.
     *
     * @param stage name of the stage
     * @param arm subject in the stage's document: an arm of bench, a codec of copy or inspect, a setting of measure
     * @param metric name of the metric in that document
     */
    public record Place(String stage, String arm, String metric) {}
}
