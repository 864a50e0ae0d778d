package dev.squeeze.feature.bench;

import dev.squeeze.engine.experiment.Arm;
import dev.squeeze.engine.load.WorkerFleet;
import dev.squeeze.engine.load.WorkerGateway;
import dev.squeeze.engine.workers.ControlTopics;
import dev.squeeze.engine.workers.Crew;
import dev.squeeze.engine.workers.CrewPlan;
import dev.squeeze.kit.cli.HelpGroup;
import dev.squeeze.kit.cli.ProgressLine;
import dev.squeeze.kit.cli.StoppedException;
import dev.squeeze.kit.cli.Terminal;
import dev.squeeze.kit.cluster.ClientProperties;
import dev.squeeze.kit.cluster.ClusterFacts;
import dev.squeeze.kit.cluster.ClusterTarget;
import dev.squeeze.kit.cluster.RemoteCluster;
import dev.squeeze.kit.unit.Range;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Workers on other machines that send instead of this process. */
@HelpGroup.In(HelpGroup.WORKERS)
final class WorkerArguments {
    private static final Duration MIN_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration MAX_TIMEOUT = Duration.ofHours(1);

    @Option(
            names = "--workers",
            paramLabel = "N",
            description = "Send from N processes of 'squeeze worker' on other machines, to the cluster at"
                    + " --bootstrap-server. Each gets its share of rate, producers (default: one each) and consumers.")
    @Nullable
    Integer workers;

    @Option(
            names = "--worker-group",
            paramLabel = "NAME",
            defaultValue = ControlTopics.DEFAULT_GROUP,
            description = "The workers' --group (default: ${DEFAULT-VALUE}).")
    String group = ControlTopics.DEFAULT_GROUP;

    @Option(
            names = "--control",
            paramLabel = "HOST:PORT",
            description = "The cluster that workers take work from. Default: the one at --bootstrap-server.")
    @Nullable
    String control;

    @Option(
            names = "--control-config",
            paramLabel = "FILE",
            description = "Kafka's client settings for the cluster at --control, as for Kafka's own tools.")
    @Nullable
    Path controlConfig;

    @Option(
            names = "--worker-timeout",
            paramLabel = "TIME",
            defaultValue = "60s",
            description = "The longest to wait for workers, 5s to 1h (default: ${DEFAULT-VALUE}).")
    Duration timeout = Duration.ofSeconds(60);

    /** Without a number of producers, each worker gets one. */
    void divide(FactorArguments factors, GivenFlags given) {
        if (workers != null && !given.has("--producers")) {
            factors.producers = List.of(workers);
        }
    }

    boolean areWanted() {
        return workers != null;
    }

    /** Finds mistakes before any work is done. */
    void check(List<Arm> arms, Optional<WorkerGateway> gateway, @Nullable String bootstrap) {
        if (workers == null) {
            return;
        }
        if (bootstrap == null) {
            throw new IllegalArgumentException("--workers send to a cluster that all of them reach: name it with"
                    + " --bootstrap-server HOST:PORT");
        }
        if (controlConfig != null && control == null) {
            throw new IllegalArgumentException("--control-config is for the cluster at --control: name that too");
        }
        Range.requireBetween("--worker-timeout", timeout, MIN_TIMEOUT, MAX_TIMEOUT);
        Range.requireBetween("--workers", workers, 1, CrewPlan.MAX_WORKERS);
        new ControlTopics(group);
        controlProperties();
        arms.forEach(arm -> WorkerFleet.check(arm.settings(), gateway, workers));
    }

    private Map<String, String> controlProperties() {
        return ClientProperties.read(Optional.ofNullable(controlConfig), List.of());
    }

    /**
     * The same session, sent to by workers where they were asked for: the run is announced to them, and they are waited for
     * before each trial.
     *
     * @param gateway that each of them sends through; empty where their producers send
     * @param answers the longest that a cluster may take to answer
     */
    BenchSession over(
            BenchSession session,
            Optional<WorkerGateway> gateway,
            Duration answers,
            Terminal terminal,
            ProgressLine progress) {
        if (workers == null) {
            return session;
        }
        try {
            return session.sentToBy(open(
                    session.target().target(), workers, gateway, answers, terminal.stop()::isRequested, progress::say));
        } catch (CancellationException e) {
            session.close();
            throw new StoppedException("interrupted before the run was announced to the workers");
        } catch (RuntimeException e) {
            session.close();
            throw e;
        }
    }

    private WorkerFleet open(
            ClusterTarget underTest,
            int number,
            Optional<WorkerGateway> gateway,
            Duration answers,
            BooleanSupplier stop,
            Consumer<String> say) {
        RemoteCluster controlled = control == null
                ? new RemoteCluster(underTest.bootstrap(), underTest.clientProperties())
                : new RemoteCluster(control, controlProperties());
        Optional<String> id;
        try (ClusterFacts facts = ClusterFacts.open(underTest, answers)) {
            id = facts.id();
        }
        CrewPlan plan = new CrewPlan(controlled, new ControlTopics(group), number, timeout, answers);
        return new WorkerFleet(Crew.open(plan, stop, say), id, gateway, say);
    }
}
