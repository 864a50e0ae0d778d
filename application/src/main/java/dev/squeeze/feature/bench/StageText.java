package dev.squeeze.feature.bench;

import dev.squeeze.engine.load.LoadProfile;
import dev.squeeze.kit.unit.ArrivalRate;
import dev.squeeze.kit.unit.DurationText;
import dev.squeeze.kit.unit.Range;
import dev.squeeze.kit.unit.UsageException;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A stage of {@code --stages}: {@code 1m:10000} is a constant rate, {@code 5m:10000-50000} a linear ramp. */
record StageText(Duration length, ArrivalRate from, ArrivalRate to) {
    private static final Duration MIN = Duration.ofSeconds(1);

    /** @throws IllegalArgumentException or UsageException, with a message that shows what is expected */
    static StageText parse(String text) {
        int colon = text.indexOf(':');
        if (colon < 0) {
            throw new IllegalArgumentException("not a stage: '" + text
                    + "' (write TIME:RATE, such as 1m:10000, or TIME:FROM-TO for a ramp, such as 5m:10000-50000)");
        }
        Duration length = DurationText.parse(text.substring(0, colon));
        Range.requireAtLeast("the time of a stage", length, MIN);
        // A minus sign in an exponent does not separate two rates.
        String[] rates = text.substring(colon + 1).split("(?<![eE])-", 2);
        ArrivalRate from = ArrivalRate.parse(rates[0]);
        return new StageText(length, from, rates.length == 1 ? from : ArrivalRate.parse(rates[1]));
    }

    LoadProfile.Stage stage(double bytesPerRecord) {
        return new LoadProfile.Stage(
                length, from.recordsPerSecond(bytesPerRecord), to.recordsPerSecond(bytesPerRecord));
    }

    /** Adapter for picocli, which adds the flag's name to errors. */
    static final class Converter implements ITypeConverter<StageText> {
        @Override
        public StageText convert(String text) {
            try {
                return parse(text);
            } catch (IllegalArgumentException | UsageException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }
}
