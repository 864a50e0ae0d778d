package dev.squeeze.kit.document.html;

/**
 * A point of a chart.
 *
 * @param x its value
 * @param xLow lower end of the interval; the value itself if there is none
 * @param xHigh upper end
 * @param y its value
 * @param yLow lower end of the interval
 * @param yHigh upper end
 * @param series that it belongs to
 * @param hollow whether it is shown as less important
 * @param label next to it, if there is room; empty for none
 * @param description shown on hover
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
