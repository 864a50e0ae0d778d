package dev.squeeze.feature.doctor;

import dev.squeeze.kit.unit.NearestName;
import dev.squeeze.kit.unit.UsageException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The thresholds of a run: the defaults, and the values that the user gave instead. */
public final class Thresholds {
    private final Map<Threshold, Double> given;

    private Thresholds(Map<Threshold, Double> given) {
        this.given = new EnumMap<>(Threshold.class);
        this.given.putAll(given);
    }

    /**
     * Parses settings.
     *
     * @param settings each {@code key=number}
     * @throws UsageException if a threshold is unknown or a value is not a number of at least 0; the message names it
     */
    public static Thresholds parse(List<String> settings) {
        Map<Threshold, Double> given = new EnumMap<>(Threshold.class);
        for (String setting : settings) {
            int equals = setting.indexOf('=');
            if (equals < 1) {
                throw new UsageException("not a threshold: '" + setting + "' (write raw-fraction=0.7)");
            }
            String key = setting.substring(0, equals).strip();
            Threshold threshold = Threshold.named(key).orElseThrow(() -> unknown(key));
            given.put(threshold, number(setting, setting.substring(equals + 1).strip()));
        }
        return new Thresholds(given);
    }

    private static UsageException unknown(String key) {
        List<String> known =
                Arrays.stream(Threshold.values()).map(Threshold::key).toList();
        return new UsageException("unknown threshold '" + key + "'"
                + NearestName.of(key, known)
                        .map(name -> ": did you mean " + name + "?")
                        .orElse(" (one of " + String.join(", ", known) + ")"));
    }

    private static double number(String setting, String text) {
        try {
            double value = Double.parseDouble(text);
            if (value >= 0 && !Double.isInfinite(value)) {
                return value;
            }
        } catch (NumberFormatException e) {
            // Reported below, with the range.
        }
        throw new UsageException("a threshold must be a number of at least 0, got '" + setting + "'");
    }

    /** The limit in force. */
    public double get(Threshold threshold) {
        return given.getOrDefault(threshold, threshold.standard());
    }

    /** All limits in force, by key. */
    public Map<String, Double> inForce() {
        Map<String, Double> all = new LinkedHashMap<>();
        for (Threshold threshold : Threshold.values()) {
            all.put(threshold.key(), get(threshold));
        }
        return all;
    }
}
