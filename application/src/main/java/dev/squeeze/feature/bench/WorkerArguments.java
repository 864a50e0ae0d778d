package dev.squeeze.feature.bench;

import dev.squeeze.engine.experiment.Arm;
import dev.squeeze.engine.load.WorkerFleet;
import dev.squeeze.engine.load.WorkerGateway;
import dev.squeeze.engine.workers.ControlTopics;
import dev.squeeze.engine.workers.Crew;
import dev.squeeze.engine.workers.CrewPlan;
import dev.squeeze.kit.cli.GivenFlags;
import dev.squeeze.kit.cli.HelpGroup;
import dev.squeeze.kit.cli.ProgressLine;
import dev.squeeze.kit.cli.StoppedException;
import dev.squeeze.kit.cli.Terminal;
import dev.squeeze.kit.cli.WorkerGroupArguments;
import dev.squeeze.kit.cluster.ClusterFacts;
import dev.squeeze.kit.cluster.ClusterTarget;
import dev.squeeze.kit.cluster.RemoteCluster;
import dev.squeeze.kit.unit.Range;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Flags for workers on other machines that send instead of this process. */
@HelpGroup.In(HelpGroup.WORKERS)
final class WorkerArguments {
    @Option(
            names = "--workers",
            paramLabel = "N",
            description = "Send from N processes of 'squeeze worker' on other machines, to the cluster at"
                    + " --bootstrap-server. Each gets its share of rate, producers (default: one each) and consumers.")
    @Nullable
    Integer workers;

    @Mixin
    WorkerGroupArguments fleet = new WorkerGroupArguments();

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
    void check(List<Arm> arms, Optional<WorkerGateway> gateway) {
        if (workers == null) {
            return;
        }
        fleet.check();
        Range.requireBetween("--workers", workers, 1, CrewPlan.MAX_WORKERS);
        new ControlTopics(fleet.group);
        arms.forEach(arm -> WorkerFleet.check(arm.settings(), gateway, workers));
    }

    /**
     * Returns the session with workers that send, if they were requested. The run is announced to them, and each trial
     * waits for them.
     *
     * @param gateway gateway that each worker sends through; empty if their producers send directly
     * @param answers timeout for responses of a cluster
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
        RemoteCluster controlled =
                fleet.control(new RemoteCluster(underTest.bootstrap(), underTest.clientProperties()));
        Optional<String> id;
        try (ClusterFacts facts = ClusterFacts.open(underTest, answers)) {
            id = facts.id();
        }
        CrewPlan plan = new CrewPlan(controlled, new ControlTopics(fleet.group), number, fleet.timeout, answers)
                .reaching(underTest.bootstrap());
        return new WorkerFleet(Crew.open(plan, stop, say), id, gateway, say);
    }
}
