package dev.squeeze.feature.published;

import java.util.Optional;

/**
 * A figure of a report, and where its measured counterpart is.
 *
 * @param id what findings and other figures call it
 * @param label for readers
 * @param value as it was published, above 0
 * @param unit of that
 * @param relativeTo id of the figure that was its baseline in the report
 * @param bound where the report gave it as a bound: of the value, or of the quotient where it has a baseline
 * @param measured the measured counterpart; absent if nothing measures it
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
     * Where a measured figure is found.
     *
     * @param stage its name
     * @param arm as the stage's document has it: an arm of bench, a codec of copy or inspect, a setting of measure
     * @param metric in that document
     */
    public record Place(String stage, String arm, String metric) {}
}
