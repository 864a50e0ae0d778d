package dev.squeeze.feature.survey;

import dev.squeeze.engine.workers.ControlTopics;
import dev.squeeze.engine.workers.CrewPlan;
import dev.squeeze.kit.cli.ConnectionArguments;
import dev.squeeze.kit.cli.GivenFlags;
import dev.squeeze.kit.cli.HelpGroup;
import dev.squeeze.kit.cli.WorkerGroupArguments;
import dev.squeeze.kit.cluster.RemoteCluster;
import dev.squeeze.kit.unit.Range;
import dev.squeeze.kit.unit.UsageException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The flags of workers on other machines that survey instead of this process. */
@HelpGroup.In(HelpGroup.WORKERS)
final class SurveyWorkerArguments {
    private static final GivenFlags.Rule GROUP_OF_WORKERS = GivenFlags.Rule.onlyWith(
            List.of("--workers"), WorkerGroupArguments.names().toArray(String[]::new));

    @Option(
            names = "--workers",
            paramLabel = "N",
            description =
                    "Let up to N 'squeeze worker' processes on other machines survey topics; --parallel applies to"
                            + " each, and each may read at 1/N of --max-rate. The survey starts when the first of"
                            + " them joins.")
    @Nullable
    Integer workers;

    @Mixin
    WorkerGroupArguments where = new WorkerGroupArguments();

    /**
     * The workers to use; empty without {@code --workers}.
     *
     * @param surveyed the cluster that is surveyed
     * @throws UsageException for the first invalid value
     */
    Optional<CrewPlan> plan(RemoteCluster surveyed, GivenFlags given) {
        given.check(List.of(GROUP_OF_WORKERS));
        if (workers == null) {
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
