package dev.squeeze.feature.survey;

import dev.squeeze.engine.workers.ControlTopics;
import dev.squeeze.engine.workers.CrewPlan;
import dev.squeeze.kit.cli.ConnectionArguments;
import dev.squeeze.kit.cli.HelpGroup;
import dev.squeeze.kit.cli.WorkerGroupArguments;
import dev.squeeze.kit.cluster.RemoteCluster;
import dev.squeeze.kit.unit.Range;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;

/** Workers on other machines that survey instead of this process. */
@HelpGroup.In(HelpGroup.WORKERS)
final class SurveyWorkerArguments {
    @Option(
            names = "--workers",
            paramLabel = "N",
            description =
                    "Have up to N processes of 'squeeze worker' on other machines survey topics; --parallel holds for"
                            + " each, and each may read an N-th of --max-rate. It begins with the first that comes.")
    @Nullable
    Integer workers;

    @Mixin
    WorkerGroupArguments where = new WorkerGroupArguments();

    /**
     * Which workers are wanted; empty for none.
     *
     * @param surveyed the cluster that is surveyed
     * @param given the flags as they were given
     * @throws IllegalArgumentException for the first mistake
     */
    Optional<CrewPlan> plan(RemoteCluster surveyed, ParseResult given) {
        if (workers == null) {
            WorkerGroupArguments.names().stream()
                    .filter(flag -> given.hasMatchedOption(flag))
                    .findFirst()
                    .ifPresent(flag -> {
                        throw new IllegalArgumentException(flag + " belongs to --workers");
                    });
            return Optional.empty();
        }
        where.check();
        Range.requireBetween("--workers", workers, 1, CrewPlan.MAX_WORKERS);
        return Optional.of(new CrewPlan(
                        where.control(surveyed),
                        new ControlTopics(where.group),
                        workers,
                        where.timeout,
                        ConnectionArguments.TIMEOUT)
                .reaching(surveyed.bootstrap()));
    }
}
