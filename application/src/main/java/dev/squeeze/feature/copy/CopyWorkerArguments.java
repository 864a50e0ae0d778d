package dev.squeeze.feature.copy;

import dev.squeeze.engine.workers.ControlTopics;
import dev.squeeze.engine.workers.Crew;
import dev.squeeze.engine.workers.CrewPlan;
import dev.squeeze.kit.cli.HelpGroup;
import dev.squeeze.kit.cli.StoppedException;
import dev.squeeze.kit.cli.Terminal;
import dev.squeeze.kit.cli.WorkerGroupArguments;
import dev.squeeze.kit.cluster.ClusterTarget;
import dev.squeeze.kit.cluster.RemoteCluster;
import dev.squeeze.kit.kafka.RawClient;
import dev.squeeze.kit.kafka.RawClientOptions;
import dev.squeeze.kit.unit.Range;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options for workers on other machines that copy instead of this process. */
@HelpGroup.In(HelpGroup.WORKERS)
final class CopyWorkerArguments {
    @Option(
            names = "--workers",
            paramLabel = "N",
            description =
                    "Copy with 'squeeze worker --copies' processes on other machines: start when N have joined, and"
                            + " share"
                            + " partitions with those that join later.")
    @Nullable
    Integer workers;

    @Mixin
    WorkerGroupArguments group = new WorkerGroupArguments();

    /** Finds mistakes before any work is done. */
    void check() {
        if (workers == null) {
            return;
        }
        Range.requireBetween("--workers", workers, 1, CrewPlan.MAX_WORKERS);
        new ControlTopics(group.group);
        group.check();
    }

    /**
     * Announces the run to the workers and waits for them, if workers were requested.
     *
     * @param answers how long to wait for a response of a cluster
     */
    Workforce open(
            CopyPlan plan, RemoteCluster source, ClusterTarget destination, Duration answers, Terminal terminal) {
        if (workers == null) {
            return new Workforce(Optional.empty());
        }
        Consumer<String> say = line -> {
            terminal.err().println(line);
            terminal.err().flush();
        };
        int partitions = partitions(plan, source, answers);
        CrewPlan wanted = new CrewPlan(
                        group.control(source),
                        new ControlTopics(group.group),
                        workers,
                        CopyFleet.shares(partitions, workers),
                        "--copies",
                        group.timeout,
                        answers)
                .reaching(source.bootstrap(), destination.bootstrap());
        try {
            return new Workforce(Optional.of(open(wanted, source, destination, say, terminal)));
        } catch (CancellationException e) {
            throw new StoppedException("interrupted before the workers started: nothing was copied");
        }
    }

    private static CopyFleet open(
            CrewPlan wanted, RemoteCluster source, ClusterTarget destination, Consumer<String> say, Terminal terminal) {
        Crew crew = Crew.open(wanted, terminal.stop()::isRequested, say);
        try {
            CopyFleet fleet = new CopyFleet(crew, source, destination, say);
            fleet.gather();
            return fleet;
        } catch (RuntimeException e) {
            crew.close();
            throw e;
        }
    }

    private static int partitions(CopyPlan plan, RemoteCluster source, Duration answers) {
        try (RawClient client = RawClient.open(source.connection(), RawClientOptions.DEFAULTS.withTimeLimit(answers))) {
            return client.topic(plan.topic()).leaders().size();
        }
    }
}
