package dev.squeeze.feature.bench;

import dev.squeeze.engine.load.ConsumerSettings;
import dev.squeeze.kit.unit.KebabCase;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses the values of {@code --consume}, ignoring case; {@code beside} is the former name of {@code concurrent}. */
final class ConsumeTime implements ITypeConverter<ConsumerSettings.When> {
    private static final String FORMER_CONCURRENT = "beside";

    @Override
    public ConsumerSettings.When convert(String text) {
        String word = text.toLowerCase(Locale.ROOT);
        if (word.equals(FORMER_CONCURRENT)) {
            return ConsumerSettings.When.CONCURRENT;
        }
        return Arrays.stream(ConsumerSettings.When.values())
                .filter(when -> KebabCase.of(when).equals(word))
                .findFirst()
                .orElseThrow(() -> new TypeConversionException("'" + text + "' is not one of "
                        + Arrays.stream(ConsumerSettings.When.values())
                                .map(KebabCase::of)
                                .collect(Collectors.joining(", "))));
    }
}
