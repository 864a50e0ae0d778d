package dev.squeeze.feature.published;

import dev.squeeze.feature.bench.BenchCommand;
import dev.squeeze.kit.cli.Application;
import dev.squeeze.kit.cli.CapturedOutput;
import dev.squeeze.kit.cli.ExitCode;
import dev.squeeze.kit.cli.LiveSession;
import dev.squeeze.kit.cli.SharesCluster;
import dev.squeeze.kit.cli.StoppedException;
import dev.squeeze.kit.cli.Terminal;
import dev.squeeze.kit.document.Result;
import dev.squeeze.kit.document.Secrets;
import dev.squeeze.kit.unit.UsageException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import picocli.CommandLine;

/** Runs the stages of a published experiment, each as a separate command, and returns their outcome. */
final class StageRunner {
    private final StageCommands commands;
    private final SharedCluster cluster;
    private final Terminal terminal;
    private final Application application;

    StageRunner(StageCommands commands, SharedCluster cluster, Terminal terminal, Application application) {
        this.commands = commands;
        this.cluster = cluster;
        this.terminal = terminal;
        this.application = application;
    }

    /** Runs a stage. Failures are reported in the returned value, not thrown. */
    StageInfo run(Stage stage) {
        long beginNanos = System.nanoTime();
        CapturedOutput written = new CapturedOutput(terminal.err());
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
            // Whatever it is, the other stages may still succeed.
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

    private int execute(Stage stage, List<String> words, Optional<LiveSession> session, CapturedOutput written) {
        List<String> line = new ArrayList<>(List.of("squeeze"));
        line.addAll(words);
        CommandLine squeeze = application.commandLine(line, written.terminal(terminal, line));
        squeeze.setExpandAtFiles(false);
        Object command = Objects.requireNonNull(squeeze.getSubcommands().get(stage.command()))
                .getCommand();
        if (command instanceof BenchCommand bench) {
            bench.name = Optional.of(stage.title());
        }
        if (command instanceof SharesCluster sharing) {
            session.ifPresent(sharing::workOn);
        }
        return squeeze.execute(words.toArray(String[]::new));
    }

    private StageInfo info(
            Stage stage,
            List<String> words,
            int code,
            Optional<String> problem,
            CapturedOutput written,
            double seconds) {
        Optional<Result> document = Optional.empty();
        List<String> lines = List.of();
        Optional<String> unreadable = Optional.empty();
        String printed = written.result();
        if (printed.startsWith("{")) {
            try {
                document = Optional.of(application.results().parse("what stage " + stage.name() + " printed", printed));
            } catch (UsageException e) {
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
        if (code == ExitCode.INTERRUPTED || terminal.stop().isRequested()) {
            return StageOutcome.INTERRUPTED;
        }
        return code == ExitCode.THRESHOLD_MISSED ? StageOutcome.THRESHOLD_MISSED : StageOutcome.FAILED;
    }
}
