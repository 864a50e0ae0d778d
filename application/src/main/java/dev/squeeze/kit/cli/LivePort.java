package dev.squeeze.kit.cli;

import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Stack;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Whether to serve a live page, and on which port. */
@HelpGroup.In(HelpGroup.OUTPUT)
public final class LivePort {
    private static final int MAX_PORT = 65_535;

    @Option(
            names = "--live",
            arity = "0..1",
            fallbackValue = "true",
            paramLabel = "PORT",
            preprocessor = OnlyAttached.class,
            converter = Port.class,
            description = "Show the run in a browser on this machine while it runs; the page becomes the report. Its"
                    + " address is printed. Default: any free port.")
    public OptionalInt port = OptionalInt.empty();

    /** A port, or true or false as in an experiment file. */
    static final class Port implements ITypeConverter<OptionalInt> {
        @Override
        public OptionalInt convert(String text) {
            switch (text.toLowerCase(Locale.ROOT)) {
                case "true" -> {
                    return OptionalInt.of(0);
                }
                case "false" -> {
                    return OptionalInt.empty();
                }
                default -> {
                    if (!text.matches("\\d{1,5}") || Integer.parseInt(text) > MAX_PORT) {
                        throw new TypeConversionException("'" + text
                                + "' is not a port: give --live alone, or --live=PORT with 1 to " + MAX_PORT);
                    }
                    return OptionalInt.of(Integer.parseInt(text));
                }
            }
        }
    }

    /** A port must follow an equals sign: a separate word after {@code --live} is a source or a file. */
    static final class OnlyAttached implements IParameterPreprocessor {
        @Override
        @SuppressWarnings("JdkObsolete") // picocli's own signature
        public boolean preprocess(
                Stack<String> words, CommandSpec command, ArgSpec option, @Nullable Map<String, Object> found) {
            if (found == null || !"=".equals(found.get("separator"))) {
                words.push("true");
            }
            return false;
        }
    }
}
