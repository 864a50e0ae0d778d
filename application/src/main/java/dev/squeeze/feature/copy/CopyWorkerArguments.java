package dev.squeeze.feature.copy;

import dev.squeeze.engine.workers.ControlTopics;
import dev.squeeze.engine.workers.Crew;
import dev.squeeze.engine.workers.CrewPlan;
import dev.squeeze.kit.cli.GivenFlags;
import dev.squeeze.kit.cli.HelpGroup;
import dev.squeeze.kit.cli.StoppedException;
import dev.squeeze.kit.cli.Terminal;
import dev.squeeze.kit.cli.WorkerGroupArguments;
import dev.squeeze.kit.cluster.ClusterTarget;
import dev.squeeze.kit.cluster.RemoteCluster;
import dev.squeeze.kit.kafka.RawClient;
import dev.squeeze.kit.kafka.RawClientOptions;
import dev.squeeze.kit.unit.Range;
import dev.squeeze.kit.unit.UsageException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Workers on other machines that copy instead of this process. */
@HelpGroup.In(HelpGroup.WORKERS)
final class CopyWorkerArguments {
    /** What cannot be done by workers, and why. */
    private static final Map<String, String> REFUSED = Map.of(
            "--embedded",
            "workers on other machines do not reach a broker that is embedded here: copy to a cluster with"
                    + " --to-bootstrap-server",
            "--offset-map",
            "the map is made by the process that compares: run the same command without --workers afterwards",
            "--threads",
            "each worker uses the cores of its own machine",
            "--jmx",
            "brokers' CPU cannot be attributed while several workers write at the same time");

    @Option(
            names = "--workers",
            paramLabel = "N",
            description =
                    "Copy by processes of 'squeeze worker --copies' on other machines: begin when N are there, and share"
                            + " partitions with those that come later.")
    @Nullable
    Integer workers;

    @Mixin
    WorkerGroupArguments group = new WorkerGroupArguments();

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init")
    CommandSpec spec;

    /** Finds mistakes before any work is done. */
    void check() {
        GivenFlags given = GivenFlags.of(spec);
        if (workers == null) {
            WorkerGroupArguments.names().stream().filter(given::has).findFirst().ifPresent(name -> {
                throw new UsageException(name + " belongs to --workers: give that too, or leave it out");
            });
            return;
        }
        REFUSED.keySet().stream().sorted().filter(given::has).findFirst().ifPresent(name -> {
            throw new UsageException(name + " does not go with --workers: " + REFUSED.get(name));
        });
        Range.requireBetween("--workers", workers, 1, CrewPlan.MAX_WORKERS);
        new ControlTopics(group.group);
        group.check();
    }

    /**
     * Announces the run to the workers and waits for them, where they were asked for.
     *
     * @param answers the longest that a cluster may take to answer
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
            throw new StoppedException("interrupted before the workers had begun: nothing was copied");
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
