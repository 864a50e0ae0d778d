package dev.squeeze.feature.published;

import dev.squeeze.feature.bench.BenchCommand;
import dev.squeeze.feature.copy.CopyCommand;
import dev.squeeze.feature.fill.FillCommand;
import dev.squeeze.kit.cli.Application;
import dev.squeeze.kit.cli.ExitCode;
import dev.squeeze.kit.cli.LiveSession;
import dev.squeeze.kit.cli.OutputArguments;
import dev.squeeze.kit.cli.RunStart;
import dev.squeeze.kit.cli.StoppedException;
import dev.squeeze.kit.cli.Terminal;
import dev.squeeze.kit.document.Result;
import dev.squeeze.kit.document.Secrets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine;

/** One run of a published experiment: its stages one after the other, and the document of them all. */
final class StagedRun {
    private final StagedFile file;
    private final StageSettings settings;
    private final StageCommands commands;
    private final SharedCluster cluster;
    private final RunStart start;
    private final OutputArguments output;
    private final Terminal terminal;
    private final Application application;
    private final List<StageInfo> done = new ArrayList<>();

    StagedRun(
            StagedFile file,
            StageSettings settings,
            SharedCluster cluster,
            RunStart start,
            OutputArguments output,
            Terminal terminal,
            Application application) {
        this.application = application;
        this.file = file;
        this.settings = settings;
        this.commands = new StageCommands(file, settings, terminal, application);
        this.cluster = cluster;
        this.start = start;
        this.output = output;
        this.terminal = terminal;
    }

    /**
     * Runs the stages; what one fails of the others do not lose.
     *
     * @param chosen names of those to run; all where it is empty
     */
    ExperimentResult run(Set<String> chosen) {
        List<Stage> stages = file.stages().stream()
                .filter(stage -> chosen.isEmpty() || chosen.contains(stage.name()))
                .toList();
        for (int i = 0; i < stages.size(); i++) {
            Stage stage = stages.get(i);
            if (stopped()) {
                break;
            }
            announce(stages, i);
            done.add(run(stage));
            output.keep(result(stages), terminal);
        }
        return result(stages);
    }

    private boolean stopped() {
        return terminal.stop().isRequested();
    }

    private void announce(List<Stage> stages, int number) {
        Duration left = stages.subList(number, stages.size()).stream()
                .map(commands::expected)
                .reduce(Duration.ZERO, Duration::plus);
        terminal.err()
                .println(String.format(
                        Locale.ROOT,
                        "stage %d of %d, %s (squeeze %s), about %d s left in all ...",
                        number + 1,
                        stages.size(),
                        stages.get(number).name(),
                        stages.get(number).command(),
                        left.toSeconds()));
        terminal.err().flush();
    }

    private StageInfo run(Stage stage) {
        long beginNanos = System.nanoTime();
        StageOutput written = new StageOutput(terminal.err());
        List<String> words = List.of();
        Optional<String> problem = Optional.empty();
        int code;
        try {
            Optional<LiveSession> session = commands.isOnSharedCluster(stage) ? cluster.session() : Optional.empty();
            words = commands.words(stage, cluster.address());
            code = execute(stage, words, session, written);
        } catch (StoppedException e) {
            problem = Optional.of(String.valueOf(e.getMessage()));
            code = ExitCode.INTERRUPTED;
        } catch (RuntimeException e) {
            // Whatever it is, the other stages may do better.
            problem = Optional.of(terminal.secrets().hideInMessage(String.valueOf(e.getMessage())));
            code = ExitCode.FAILED;
            complain(stage, String.valueOf(e.getMessage()));
        } catch (OutOfMemoryError e) {
            problem = Optional.of("out of memory: give a larger heap with SQUEEZE_HEAP=8g");
            code = ExitCode.FAILED;
            complain(stage, "out of memory");
        }
        return info(stage, words, code, problem, written, (System.nanoTime() - beginNanos) / 1e9);
    }

    private void complain(Stage stage, String what) {
        terminal.err().println("squeeze: stage " + stage.name() + ": " + what);
        terminal.err().flush();
    }

    private int execute(Stage stage, List<String> words, Optional<LiveSession> session, StageOutput written) {
        List<String> line = new ArrayList<>(List.of("squeeze"));
        line.addAll(words);
        CommandLine squeeze = application.commandLine(line, written.terminal(terminal, line));
        squeeze.setExpandAtFiles(false);
        Object command = Objects.requireNonNull(squeeze.getSubcommands().get(stage.command()))
                .getCommand();
        if (command instanceof BenchCommand bench) {
            bench.name = Optional.of(stage.title());
            bench.live.shared = session;
        } else if (command instanceof CopyCommand copy) {
            copy.destination.shared = session;
        } else if (command instanceof FillCommand fill) {
            fill.shared = session;
        }
        return squeeze.execute(words.toArray(String[]::new));
    }

    private StageInfo info(
            Stage stage, List<String> words, int code, Optional<String> problem, StageOutput written, double seconds) {
        Optional<Result> document = Optional.empty();
        List<String> lines = List.of();
        Optional<String> unreadable = Optional.empty();
        String printed = written.result();
        if (printed.startsWith("{")) {
            try {
                document = Optional.of(application.results().parse("what stage " + stage.name() + " printed", printed));
            } catch (IllegalArgumentException e) {
                unreadable = Optional.of(String.valueOf(e.getMessage()));
            }
        } else {
            lines = printed.lines().toList();
        }
        StageOutcome outcome = unreadable.isPresent() ? StageOutcome.FAILED : outcome(code);
        List<String> shown = new ArrayList<>(List.of("squeeze"));
        shown.addAll(words);
        Optional<String> complaint = outcome == StageOutcome.DONE ? Optional.empty() : written.complaint();
        Optional<String> why = problem.isPresent() ? problem : unreadable.isPresent() ? unreadable : complaint;
        return new StageInfo(
                stage.name(),
                stage.title(),
                stage.command(),
                words.isEmpty() ? List.of() : Secrets.masked(shown),
                outcome,
                seconds,
                why,
                lines,
                document);
    }

    private StageOutcome outcome(int code) {
        if (code == ExitCode.DONE) {
            return StageOutcome.DONE;
        }
        if (code == ExitCode.INTERRUPTED || stopped()) {
            return StageOutcome.INTERRUPTED;
        }
        return code == ExitCode.THRESHOLD_MISSED ? StageOutcome.THRESHOLD_MISSED : StageOutcome.FAILED;
    }

    private ExperimentResult result(List<Stage> stages) {
        List<StageInfo> all = new ArrayList<>(done);
        for (Stage stage : stages.subList(done.size(), stages.size())) {
            all.add(new StageInfo(
                    stage.name(),
                    stage.title(),
                    stage.command(),
                    List.of(),
                    StageOutcome.NOT_RUN,
                    0,
                    Optional.empty(),
                    List.of(),
                    Optional.empty()));
        }
        PublishedComparison comparison = new PublishedComparison(file.figures(), all);
        return new ExperimentResult(
                start.untilNow(),
                file.info(),
                settings.scale(),
                settings.source(),
                stopped(),
                comparison.published(),
                comparison.findings(file.findings()),
                all);
    }
}
