package dev.squeeze.feature.bench;

import dev.squeeze.engine.load.LoadSettings;
import dev.squeeze.engine.load.LoadedService;
import dev.squeeze.engine.load.WorkerGateway;
import dev.squeeze.engine.load.WorkerGateways;
import dev.squeeze.kit.cluster.RemoteCluster;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The gateways of a worker, one for each distinct setting of a run's arms, each in its own JVM on the worker's machine.
 */
public final class GatewaysOfWorker implements WorkerGateways {
    private final Map<Kind, GatewayFleet> fleets = new LinkedHashMap<>();

    private record Kind(String bootstrap, GatewayFleet.Options options) {}

    @Override
    public synchronized LoadedService of(
            RemoteCluster cluster, WorkerGateway gateway, int ownConnections, LoadSettings settings) {
        GatewayFleet.Options options = GatewayFleet.Options.of(gateway, ownConnections);
        return fleets.computeIfAbsent(
                        new Kind(cluster.bootstrap(), options),
                        kind -> new GatewayFleet(cluster, cluster.clientProperties(), options))
                .apply(settings);
    }

    @Override
    public synchronized void close() {
        fleets.values().forEach(GatewayFleet::close);
        fleets.clear();
    }
}
