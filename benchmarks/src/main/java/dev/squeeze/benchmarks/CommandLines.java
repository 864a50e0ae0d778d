package dev.squeeze.benchmarks;

import dev.squeeze.kit.format.CodecGrid;
import dev.squeeze.kit.source.SourceException;
import dev.squeeze.kit.unit.ByteCount;
import dev.squeeze.kit.unit.DurationText;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a command line in the tool's own notation and runs it. */
public final class CommandLines {
    private CommandLines() {}

    /** Runs the command. @return 0 done, 1 failed, 2 usage */
    public static int run(Callable<Integer> command, String[] args) {
        CommandLine line = new CommandLine(command);
        line.setOut(new PrintWriter(System.out, true, StandardCharsets.UTF_8));
        line.setErr(new PrintWriter(System.err, true, StandardCharsets.UTF_8));
        line.setUsageHelpWidth(100);
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.registerConverter(ByteCount.class, converter(ByteCount::parse));
        line.registerConverter(Duration.class, converter(DurationText::parse));
        line.registerConverter(CodecGrid.class, converter(CodecGrid::parse));
        line.setExecutionExceptionHandler((exception, failed, result) -> {
            failed.getErr().println(failed.getCommandName() + ": " + exception.getMessage());
            if (!(exception instanceof IllegalArgumentException
                    || exception instanceof IllegalStateException
                    || exception instanceof SourceException)) {
                exception.printStackTrace(failed.getErr());
            }
            return exception instanceof IllegalArgumentException ? 2 : 1;
        });
        return line.execute(args);
    }

    private static <T> ITypeConverter<T> converter(Function<String, T> parse) {
        return text -> {
            try {
                return parse.apply(text);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
        };
    }
}
