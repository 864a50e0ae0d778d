package dev.squeeze.kit.cli;

import dev.squeeze.kit.unit.DurationText;
import dev.squeeze.kit.unit.UsageException;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A duration of a flag that corresponds to a Kafka setting in milliseconds, such as {@code linger.ms}: {@code 5ms}, or {@code 5} as
 * in Kafka's own settings. For other durations, such as a budget, a number without a unit is refused as ambiguous.
 */
public final class Milliseconds implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String text) {
        try {
            return DurationText.parse(text.matches("\\s*[0-9.]+\\s*") ? text.strip() + "ms" : text);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(
                    "not a duration: '" + text + "' (write 20ms or 20 for milliseconds, or 1s)");
        }
    }

    /**
     * The duration in whole milliseconds, as a Kafka setting.
     *
     * @throws UsageException if it is not a whole number of milliseconds, or too large
     */
    public static int whole(String flag, Duration duration) {
        long millis = duration.toMillis();
        if (!duration.equals(Duration.ofMillis(millis)) || millis > Integer.MAX_VALUE) {
            throw new UsageException(flag + " must be a whole number of milliseconds up to " + Integer.MAX_VALUE
                    + ", got " + DurationText.format(duration));
        }
        return (int) millis;
    }
}
