package dev.squeeze.kit.document.html;

/**
 * A point of a chart.
 *
 * @param x its value
 * @param xLow lower end of the interval; the value itself where there is none
 * @param xHigh upper end
 * @param y its value
 * @param yLow lower end of the interval
 * @param yHigh upper end
 * @param series that it belongs to
 * @param hollow whether it is shown as the lesser one
 * @param label next to it, where there is room; empty for none
 * @param description when it is pointed at
 */
public record Spot(
        double x,
        double xLow,
        double xHigh,
        double y,
        double yLow,
        double yHigh,
        Series series,
        boolean hollow,
        String label,
        String description) {
    /** A point without intervals. */
    public static Spot at(double x, double y, Series series, String description) {
        return new Spot(x, x, x, y, y, y, series, false, "", description);
    }
}
