package dev.squeeze.feature.bench;

import dev.squeeze.engine.load.LoadProfile;
import dev.squeeze.kit.unit.ArrivalRate;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A rate as it was written, and refused where it is none, together with the flag's name. */
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

    /** @throws IllegalArgumentException where the rate is none */
    static LoadProfile profile(String rate, double bytesPerRecord) {
        return rate.equalsIgnoreCase(MAX)
                ? new LoadProfile.ClosedLoop()
                : new LoadProfile.OpenLoop(ArrivalRate.parse(rate).recordsPerSecond(bytesPerRecord));
    }
}
