package dev.squeeze.benchmarks;

import dev.squeeze.engine.load.ClientRole;
import dev.squeeze.engine.load.LoadTarget;
import dev.squeeze.engine.load.Payload;
import dev.squeeze.engine.load.Trial;
import dev.squeeze.engine.load.TrialPlan;
import dev.squeeze.engine.load.TrialResult;
import dev.squeeze.kit.cluster.EmbeddedCluster;
import dev.squeeze.kit.cluster.LiveCluster;
import java.util.List;
import java.util.Optional;

/** The load generator of {@code squeeze bench}, called through its own entry point. */
final class OurLoad {
    private final LiveCluster cluster;
    private final Payload payload;

    OurLoad(EmbeddedCluster cluster, Payload payload) {
        this.cluster = new LiveCluster(cluster, Optional.of(cluster::usage), cluster::requireAlive);
        this.payload = payload;
    }

    ClientRun run(String topic, ClientSetup setup) {
        TrialPlan plan = new TrialPlan(setup.ramp(), setup.window(), ClientSetup.TIMEOUT, false);
        TrialResult trial = Trial.run(LoadTarget.of(cluster), topic, setup.load(), payload, plan, () -> false);
        if (!trial.isValid()) {
            throw new IllegalStateException("our load failed: " + String.join("; ", trial.problems()));
        }
        TrialResult.Window window = trial.window();
        TrialResult.Consumption read = trial.consumers().orElseThrow();
        return new ClientRun(
                ClientFigures.of(
                        window.client(),
                        List.of(ClientRole.APPLICATION, ClientRole.PRODUCER_NETWORK),
                        window.records(),
                        window.payloadBytes(),
                        window.seconds()),
                ClientFigures.of(
                        read.client(),
                        List.of(ClientRole.CONSUMER),
                        read.figures().records(),
                        read.payloadBytes(),
                        read.figures().seconds()));
    }
}
