package dev.squeeze.feature.rollout;

import dev.squeeze.kit.cli.Application;
import dev.squeeze.kit.cli.ExitCode;
import dev.squeeze.kit.cli.ProgressLine;
import dev.squeeze.kit.cli.ResultCommand;
import dev.squeeze.kit.cli.RunStart;
import dev.squeeze.kit.cli.Terminal;
import dev.squeeze.kit.unit.Range;
import dev.squeeze.kit.unit.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code squeeze run rollout}. */
@Command(
        name = "squeeze run rollout",
        header = "Rehearse a rollout end to end: survey, plan, waves with two deliberate mistakes, watch, report.",
        customSynopsis = "squeeze run rollout [FLAG...]",
        description = {
            "",
            "Starts an embedded broker with forty topics of real records, whose producers have old settings. Then it"
                    + " runs"
                    + " what you would run: survey, plan, restarts of the producers with the plan's settings in"
                    + " waves, watch all the"
                    + " time, and watch report. In the last wave one topic's compression.type is set to another"
                    + " codec, so"
                    + " the broker recompresses, and one team sets batch.size without linger.ms.",
            "It takes about seven minutes. Exit code 3 when watch does not report a mistake within two minutes,"
                    + " raises a"
                    + " false alarm, or the savings differ from the plan's by more than the intervals."
        },
        footer = {
            "",
            "Examples:",
            "  squeeze run rollout --report rollout.html --folder rehearsal",
            "  squeeze run rollout --source events.jsonl.gz --topics 12"
        })
public final class RolloutCommand extends ResultCommand<RolloutResult> {
    private static final int DEFAULT_TOPICS = 40;
    private static final int MAX_TOPICS = 200;
    private static final double MIN_SCALE = 0.05;
    private static final double MAX_SCALE = 100;

    private final Application application;

    @Option(
            names = "--source",
            paramLabel = "SOURCE",
            description =
                    "Your own records instead of the samples: a file, a folder, segment:PATH or sample:NAME; may be"
                            + " given more than once.")
    List<String> sources = List.of();

    @Option(
            names = "--topics",
            paramLabel = "N",
            defaultValue = "" + DEFAULT_TOPICS,
            description = "Number of topics, each with its own producer (default: ${DEFAULT-VALUE}).")
    int topics = DEFAULT_TOPICS;

    @Option(
            names = "--scale",
            paramLabel = "X",
            defaultValue = "1",
            description =
                    "Multiply the durations of the rehearsal by this factor, 0.05 to 100 (default: ${DEFAULT-VALUE}).")
    double scale = 1;

    @Option(
            names = "--folder",
            paramLabel = "FOLDER",
            description = "Keep the commands' output in this new folder: survey, plan, tickets, history and report.")
    @Nullable
    Path folder;

    public RolloutCommand(Terminal terminal, List<String> commandLine, Application application) {
        super(terminal, commandLine);
        this.application = application;
    }

    @Override
    protected Function<ProgressLine, RolloutResult> prepare(RunStart start) {
        Range.requireBetween("--topics", topics, 2, MAX_TOPICS);
        Range.requireBetween("--scale", scale, MIN_SCALE, MAX_SCALE);
        requireNewFolder();
        RolloutRequest request = new RolloutRequest(
                topics, sources.isEmpty() ? Landscape.SAMPLES : sources, scale, Optional.ofNullable(folder));
        return progress -> new RolloutRun(request, start, application, terminal).run();
    }

    private void requireNewFolder() {
        if (folder == null || !Files.exists(folder)) {
            return;
        }
        try (Stream<Path> found = Files.list(folder)) {
            if (found.findAny().isEmpty()) {
                return;
            }
        } catch (IOException e) {
            throw new UsageException("--folder " + folder + " is not a readable folder", e);
        }
        throw new UsageException("--folder " + folder + " is not empty: give a new folder");
    }

    @Override
    protected int end(RolloutResult result) {
        if (result.interrupted()) {
            return ExitCode.INTERRUPTED;
        }
        return result.isAsItShouldBe() ? ExitCode.DONE : ExitCode.THRESHOLD_MISSED;
    }
}
