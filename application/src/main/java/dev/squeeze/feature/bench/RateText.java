package dev.squeeze.feature.bench;

import dev.squeeze.engine.load.LoadProfile;
import dev.squeeze.kit.unit.ArrivalRate;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Validates the text of a rate and keeps it unchanged; picocli names the flag in the error. */
final class RateText implements ITypeConverter<String> {
    static final String MAX = "max";

    @Override
    public String convert(String text) {
        try {
            profile(text, 1);
            return text;
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }

    /** @throws IllegalArgumentException if it is not a rate */
    static LoadProfile profile(String rate, double bytesPerRecord) {
        return rate.equalsIgnoreCase(MAX)
                ? new LoadProfile.ClosedLoop()
                : new LoadProfile.OpenLoop(ArrivalRate.parse(rate).recordsPerSecond(bytesPerRecord));
    }
}
