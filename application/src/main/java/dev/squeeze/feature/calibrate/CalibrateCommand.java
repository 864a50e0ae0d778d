package dev.squeeze.feature.calibrate;

import dev.squeeze.engine.drivers.DriverPrograms;
import dev.squeeze.engine.predict.ClientNames;
import dev.squeeze.engine.predict.ClientProfile;
import dev.squeeze.kit.cli.ExitCode;
import dev.squeeze.kit.cli.ProgressLine;
import dev.squeeze.kit.cli.ResultCommand;
import dev.squeeze.kit.cli.RunStart;
import dev.squeeze.kit.cli.Terminal;
import dev.squeeze.kit.cli.WrittenFile;
import dev.squeeze.kit.document.OutputFormat;
import dev.squeeze.kit.unit.Range;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "calibrate",
        header = "Measure once how much CPU Kafka clients and brokers use on this machine, so that CPU can be"
                + " predicted.",
        description = {
            "",
            "Starts a broker, runs loads that differ in requests, batches, records, bytes and codecs, and fits what"
                    + " each of these costs producers, brokers and consumers. squeeze advise, survey, doctor and"
                    + " explain predict cores and money with the result; advise --verify also predicts the highest"
                    + " rate. Run it on a quiet machine. For predictions about another machine, run it there and copy"
                    + " the file."
        },
        footer = {
            "",
            "Examples:",
            "  squeeze calibrate",
            "  squeeze calibrate --budget 10m --calibration broker-host.json",
            "  squeeze calibrate --client franz-go",
            "  squeeze advise orders.jsonl --verify --calibration broker-host.json"
        })
public final class CalibrateCommand extends ResultCommand<CalibrateResult> {
    private static final int MIN_BUDGET_SECONDS = 10;
    private static final Duration MIN_TRIAL = Duration.ofMillis(200);
    private static final Duration MAX_TRIAL = Duration.ofMinutes(1);

    @Mixin
    CalibrationFile calibration = new CalibrationFile();

    @Option(
            names = "--budget",
            paramLabel = "TIME",
            defaultValue = "6m",
            description =
                    "Time for the loads, including warm-up; at least three rounds are run, which take seven to eight"
                            + " minutes on two cores (default: ${DEFAULT-VALUE}).")
    Duration budget = Duration.ofMinutes(6);

    @Option(names = "--rounds", paramLabel = "N", description = "Run exactly N rounds, regardless of the budget.")
    @Nullable
    Integer rounds;

    @Option(
            names = "--trial",
            paramLabel = "TIME",
            defaultValue = "1200ms",
            description = "Measured time of each load in each round, up to 1m (default: ${DEFAULT-VALUE}).")
    Duration trial = Duration.ofMillis(1_200);

    @Option(
            names = "--client",
            paramLabel = "NAME",
            completionCandidates = ClientNames.class,
            defaultValue = "java",
            description =
                    "The client library that sends: java, librdkafka, franz-go or sarama; squeeze advise --client uses"
                            + " the result (default: ${DEFAULT-VALUE}).")
    ClientProfile client = ClientProfile.JAVA;

    public CalibrateCommand(Terminal terminal, List<String> commandLine) {
        super(terminal, commandLine);
    }

    @Override
    protected Function<ProgressLine, CalibrateResult> prepare(RunStart start) {
        Range.requireAtLeast("--budget", budget, Duration.ofSeconds(MIN_BUDGET_SECONDS));
        Range.requireAtLeast("--rounds", rounds, 1);
        Range.requireBetween("--trial", trial, MIN_TRIAL, MAX_TRIAL);
        calibration.prepareToWrite(client);
        OptionalInt exactly = rounds == null ? OptionalInt.empty() : OptionalInt.of(rounds);
        return progress -> {
            if (client != ClientProfile.JAVA) {
                // Built first, so that a missing driver is reported before anything is measured.
                new DriverPrograms(progress::say, terminal.stop()::isRequested).command(client);
            }
            return new CalibrateRun(start, budget, exactly, trial, client, terminal, progress).run();
        };
    }

    @Override
    protected int end(CalibrateResult result) {
        // An earlier file from a complete run is worth more than one from a run that was cut short.
        if (result.machine().isEmpty() || result.isCutShort()) {
            terminal.err().println("squeeze: nothing was written to " + calibration.path(client));
            return result.interrupted() ? ExitCode.INTERRUPTED : ExitCode.FAILED;
        }
        WrittenFile.write(calibration.path(client), OutputFormat.JSON.render(result));
        terminal.err().println("wrote " + calibration.path(client));
        return ExitCode.DONE;
    }
}
