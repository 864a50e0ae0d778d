package dev.squeeze.feature.published;

import dev.squeeze.kit.cli.RunStart;
import dev.squeeze.kit.cli.Terminal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** Runs the stages of a published experiment one after the other and builds the result. */
final class StagedRun {
    private final StagedFile file;
    private final StageSettings settings;
    private final StageCommands commands;
    private final RunStart start;
    private final Terminal terminal;
    private final List<StageInfo> done = new ArrayList<>();

    StagedRun(StagedFile file, StageSettings settings, StageCommands commands, RunStart start, Terminal terminal) {
        this.file = file;
        this.settings = settings;
        this.commands = commands;
        this.start = start;
        this.terminal = terminal;
    }

    /**
     * Runs the stages. If one fails, the others still run.
     *
     * @param chosen names of the stages to run; all if empty
     * @param keep receives the result after each stage
     */
    ExperimentResult run(Set<String> chosen, StageRunner runner, Consumer<ExperimentResult> keep) {
        List<Stage> stages = file.stages().stream()
                .filter(stage -> chosen.isEmpty() || chosen.contains(stage.name()))
                .toList();
        for (int i = 0; i < stages.size(); i++) {
            if (stopped()) {
                break;
            }
            announce(stages, i);
            done.add(runner.run(stages.get(i)));
            keep.accept(result(stages));
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
