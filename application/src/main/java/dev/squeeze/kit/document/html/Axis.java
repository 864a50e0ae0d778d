package dev.squeeze.kit.document.html;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;

/**
 * An axis of a chart.
 *
 * @param title with the unit
 * @param logarithmic whether equal distances represent equal quotients
 * @param low value at its beginning
 * @param high value at its end
 * @param ticks values that are labelled
 * @param label formats the label of a tick
 */
public record Axis(
        String title, boolean logarithmic, double low, double high, List<Double> ticks, DoubleFunction<String> label) {
    private static final int MAX_LINEAR_TICKS = 6;
    private static final int FEW_DECADES = 2;
    private static final int MANY_DECADES = 5;

    public Axis {
        ticks = List.copyOf(ticks);
        if (!(high > low) || (logarithmic && !(low > 0))) {
            throw new IllegalArgumentException("not an axis: " + low + " to " + high);
        }
    }

    /** An axis that starts at zero, or below if there are negative values. */
    public static Axis linear(String title, double least, double most, DoubleFunction<String> label) {
        double from = Math.min(0, least);
        double to = Math.max(0, most);
        if (to == from) {
            to = from + 1;
        }
        double step = niceStep((to - from) / MAX_LINEAR_TICKS);
        double low = Math.floor(from / step) * step;
        double high = Math.ceil(to / step - 1e-9) * step;
        List<Double> ticks = new ArrayList<>();
        for (int i = 0; low + i * step <= high + step / 1000; i++) {
            ticks.add(low + i * step);
        }
        return new Axis(title, false, low, high, ticks, label);
    }

    /** A logarithmic axis, with some margin at both ends. */
    public static Axis logarithmic(String title, double least, double most, DoubleFunction<String> label) {
        double low = least / 1.15;
        double high = most * 1.15;
        List<Double> ticks = new ArrayList<>();
        double decades = Math.log10(high / low);
        double[] steps = decades <= FEW_DECADES
                ? new double[] {1, 2, 5}
                : decades <= MANY_DECADES ? new double[] {1, 3} : new double[] {1};
        for (int power = (int) Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power++) {
            for (double step : steps) {
                double tick = step * Math.pow(10, power);
                if (tick >= low && tick <= high) {
                    ticks.add(tick);
                }
            }
        }
        return new Axis(title, true, low, high, ticks, label);
    }

    /** A logarithmic axis with given ticks. */
    public static Axis logarithmic(
            String title, double least, double most, List<Double> ticks, DoubleFunction<String> label) {
        return new Axis(title, true, least / 1.15, most * 1.15, ticks, label);
    }

    private static double niceStep(double raw) {
        double power = Math.pow(10, Math.floor(Math.log10(raw)));
        double digit = raw / power;
        return power * (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10);
    }

    /** The position of a value, from 0 at the beginning to 1 at the end; values outside are clamped. */
    double place(double value) {
        double inside = Math.max(low, Math.min(high, value));
        return logarithmic ? Math.log(inside / low) / Math.log(high / low) : (inside - low) / (high - low);
    }
}
