package dev.squeeze;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.squeeze.engine.experiment.Threshold;
import dev.squeeze.engine.predict.Client;
import dev.squeeze.engine.predict.ClientProfile;
import dev.squeeze.feature.advise.Change;
import dev.squeeze.feature.advise.CurrentSettings;
import dev.squeeze.feature.advise.Objective;
import dev.squeeze.feature.advise.ObjectiveLabels;
import dev.squeeze.feature.survey.SurveyOrder;
import dev.squeeze.feature.survey.SurveyOrderLabels;
import dev.squeeze.kit.cli.Application;
import dev.squeeze.kit.cli.ExitCode;
import dev.squeeze.kit.cli.HelpText;
import dev.squeeze.kit.cli.Numbers;
import dev.squeeze.kit.cli.ProgramName;
import dev.squeeze.kit.cli.SourceArguments;
import dev.squeeze.kit.cli.StopSignal;
import dev.squeeze.kit.cli.StoppedException;
import dev.squeeze.kit.cli.Terminal;
import dev.squeeze.kit.cli.UsageHints;
import dev.squeeze.kit.cluster.TopicSpec;
import dev.squeeze.kit.document.ResultReader;
import dev.squeeze.kit.environment.Environment;
import dev.squeeze.kit.format.CodecGrid;
import dev.squeeze.kit.kafka.FailureWords;
import dev.squeeze.kit.source.RecordFormat;
import dev.squeeze.kit.unit.ArrivalRate;
import dev.squeeze.kit.unit.ByteCount;
import dev.squeeze.kit.unit.ByteRate;
import dev.squeeze.kit.unit.DurationText;
import dev.squeeze.kit.unit.Percent;
import dev.squeeze.kit.unit.Share;
import dev.squeeze.kit.unit.UsageException;
import dev.squeeze.kit.unit.UserFacingException;
import java.io.BufferedWriter;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/** The entry point: reads the command line and turns every failure into one line and an exit code. */
@Command(
        name = "squeeze",
        header = "Finds and proves the right compression and batching for Apache Kafka topics.",
        description = "",
        commandListHeading = "%nCommands:%n",
        footer = {
            "",
            "Start with:",
            "  squeeze advise sample:access-log",
            "  squeeze advise YOUR-RECORDS.jsonl --rate 20MiB/s",
            "",
            "Help on a command:",
            "  squeeze COMMAND --help"
        })
public final class Squeeze {
    @Option(
            names = {"-V", "--version"},
            versionHelp = true,
            description = "Show the version.")
    boolean version;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    boolean help;

    private Squeeze() {}

    public static void main(String[] args) {
        // Formats numbers the same way on every machine; some locales use digits that are not ASCII.
        Locale.setDefault(Locale.ROOT);
        StopSignal stop = new StopSignal();
        stop.listen();
        int code = ExitCode.FAILED;
        try {
            code = run(
                    args,
                    // Not System.out: it swallows the reason of a failed write.
                    new BufferedWriter(new OutputStreamWriter(new FileOutputStream(FileDescriptor.out), UTF_8)),
                    new OutputStreamWriter(System.err, UTF_8),
                    System.in,
                    System.console() != null,
                    stop);
        } finally {
            // In any case: the shutdown hook waits for this.
            stop.runFinished(code);
        }
        if (!stop.isRequested()) {
            System.exit(code);
        }
    }

    /**
     * Runs one command line and returns its exit code, without touching the process's own streams. Entry point of tests.
     *
     * @param args the command line
     * @param out receives the result
     * @param err receives progress and errors
     * @param in standard input
     */
    public static int run(String[] args, Writer out, Writer err, InputStream in) {
        return run(args, out, err, in, false, new StopSignal());
    }

    static int run(String[] args, Writer out, Writer err, InputStream in, boolean interactive, StopSignal stop) {
        List<String> words = new ArrayList<>(List.of("squeeze"));
        words.addAll(Arrays.asList(args));
        Terminal terminal = Terminal.of(words, out, err, in, interactive, stop)
                .inColours(interactive && CommandLine.Help.Ansi.AUTO.enabled());
        int code;
        Optional<CommandLine> line = Optional.empty();
        try {
            // The bare program name shows the help.
            String[] asked = args.length == 0 ? new String[] {"--help"} : args;
            line = Optional.of(commandLine(Commands.neededFor(asked, words, terminal, application()), terminal));
            code = line.get().execute(asked);
        } catch (OutOfMemoryError e) {
            say(terminal, "out of memory: give " + smallerSample(line) + "a larger heap with SQUEEZE_HEAP=8g");
            code = ExitCode.FAILED;
        } catch (LinkageError e) {
            say(terminal, FailureWords.of(e));
            code = ExitCode.FAILED;
        } catch (Error e) {
            // picocli only passes on exceptions. No error may end the process without a message and an exit code.
            if (List.of(args).contains("--verbose")) {
                e.printStackTrace(terminal.err());
            }
            say(terminal, unexpected(e));
            code = ExitCode.FAILED;
        }
        code = written(code, terminal);
        terminal.err().flush();
        terminal.live().close(stop);
        return code;
    }

    /** An additional remedy, if the command has the flag. */
    private static String smallerSample(Optional<CommandLine> line) {
        return line.map(CommandLine::getParseResult)
                        .filter(parsed -> parsed.hasSubcommand()
                                && parsed.subcommand().commandSpec().findOption("--sample") != null)
                        .isPresent()
                ? "a smaller --sample, or "
                : "";
    }

    /** A result that could not be written is an error, unless the reader closed the pipe, as head does. */
    private static int written(int code, Terminal terminal) {
        Optional<IOException> failure = terminal.out().failure();
        if (failure.isEmpty()) {
            return code;
        }
        String reason = String.valueOf(failure.get().getMessage()).toLowerCase(Locale.ROOT);
        // The message of the operating system, in any language: "Broken pipe", "The pipe is being closed".
        boolean readerGone = reason.contains("pipe");
        String message = Terminal.unwritten(failure.get());
        if (!readerGone && !terminal.out().isFailureReported()) {
            say(terminal, message);
        }
        return code != ExitCode.DONE ? code : readerGone ? ExitCode.READER_GONE : ExitCode.FAILED;
    }

    /**
     * The complete command line, ready to parse and execute.
     *
     * @param words as the user wrote it, for the result documents
     */
    public static CommandLine commandLine(List<String> words, Terminal terminal) {
        return commandLine(Commands.all(words, terminal, application()), terminal);
    }

    private static CommandLine commandLine(Map<String, Supplier<Object>> commands, Terminal terminal) {
        CommandLine line = new CommandLine(new Squeeze());
        commands.forEach((name, command) -> line.addSubcommand(name, command.get()));
        line.getCommandSpec()
                .version("squeeze " + Environment.version() + " (kafka-clients " + Environment.kafkaClientsVersion()
                        + ")");
        configure(line, terminal);
        return line;
    }

    /** Configures argument conversion and error messages, the same for every command line. */
    public static void configure(CommandLine line, Terminal terminal) {
        line.setOut(terminal.out().rawWriter());
        line.setErr(terminal.err());
        line.setCaseInsensitiveEnumValuesAllowed(true);
        Optional<String> columns = Optional.ofNullable(System.getenv("COLUMNS"));
        line.setUsageHelpWidth(HelpText.width(columns));
        line.setUsageHelpAutoWidth(terminal.interactive() && columns.isEmpty());
        HelpText.install(line);
        line.registerConverter(int.class, Numbers::wholeNumber);
        line.registerConverter(Integer.class, Numbers::wholeNumber);
        line.registerConverter(long.class, Numbers::longNumber);
        line.registerConverter(Long.class, Numbers::longNumber);
        line.registerConverter(double.class, Numbers::number);
        line.registerConverter(Double.class, Numbers::number);
        line.registerConverter(ByteCount.class, converter(ByteCount::parse));
        line.registerConverter(ByteRate.class, converter(ByteRate::parse));
        line.registerConverter(ArrivalRate.class, converter(ArrivalRate::parse));
        line.registerConverter(Percent.class, converter(Percent::parse));
        line.registerConverter(Share.class, converter(Share::parse));
        line.registerConverter(Duration.class, converter(DurationText::parse));
        line.registerConverter(CodecGrid.class, converter(CodecGrid::parse));
        line.registerConverter(CurrentSettings.class, converter(CurrentSettings::parse));
        line.registerConverter(Client.class, converter(Client::parse));
        line.registerConverter(ClientProfile.class, converter(ClientProfile::parse));
        line.registerConverter(RecordFormat.class, converter(SourceArguments.FormatLabels::parse));
        line.registerConverter(TopicSpec.class, converter(TopicSpec::parse));
        line.registerConverter(Threshold.class, converter(Threshold::parse));
        line.registerConverter(Objective.class, converter(ObjectiveLabels::parse));
        line.registerConverter(Change.class, converter(Change::parse));
        line.registerConverter(SurveyOrder.class, converter(SurveyOrderLabels::parse));
        line.setParameterExceptionHandler((exception, arguments) -> usageError(exception, terminal));
        line.setExecutionExceptionHandler((exception, command, result) -> failure(exception, command, terminal));
    }

    /** All commands, for commands that run other commands. */
    public static Application application() {
        return new Everything();
    }

    private static final class Everything implements Application {
        @Override
        public CommandLine commandLine(List<String> words, Terminal terminal) {
            return Squeeze.commandLine(words, terminal);
        }

        @Override
        public void configure(CommandLine line, Terminal terminal) {
            Squeeze.configure(line, terminal);
        }

        @Override
        public ResultReader results() {
            return ResultKinds.reader();
        }
    }

    private static <T> ITypeConverter<T> converter(Function<String, T> parse) {
        return text -> {
            try {
                return parse.apply(text);
            } catch (IllegalArgumentException | UsageException e) {
                throw new TypeConversionException(e.getMessage());
            }
        };
    }

    private static int usageError(ParameterException exception, Terminal terminal) {
        say(terminal, UsageHints.message(exception) + seeHelp(exception.getCommandLine()));
        return ExitCode.USAGE;
    }

    private static int failure(Exception exception, CommandLine command, Terminal terminal) {
        if (isVerbose(command)) {
            exception.printStackTrace(terminal.err());
        }
        if (!(exception instanceof UserFacingException failure)) {
            say(terminal, unexpected(exception));
            return ExitCode.FAILED;
        }
        failure.details().forEach(terminal.err()::println);
        say(
                terminal,
                failure instanceof UsageException ? failure.getMessage() + seeHelp(command) : failure.getMessage());
        return failure instanceof StoppedException
                ? ExitCode.INTERRUPTED
                : failure.isUsageError() ? ExitCode.USAGE : ExitCode.FAILED;
    }

    private static String seeHelp(CommandLine command) {
        return " (see '" + command.getCommandSpec().qualifiedName() + " --help')";
    }

    private static String unexpected(Throwable thrown) {
        return "unexpected: " + thrown + "; run it again with --verbose and report what it shows";
    }

    private static boolean isVerbose(CommandLine command) {
        return command.getParseResult() != null && command.getParseResult().hasMatchedOption("--verbose");
    }

    private static void say(Terminal terminal, @Nullable String message) {
        String words = message == null ? "failed without a message" : ProgramName.inSentence(message);
        terminal.err().println("squeeze: " + words.replaceAll("\\s*\\R\\s*", " "));
        terminal.err().flush();
    }
}
