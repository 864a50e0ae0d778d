package dev.squeeze.engine.load;

import dev.squeeze.kit.cluster.RemoteCluster;

/** Starts a worker's gateways; each is kept for the trials of its arm until {@link #close}. */
public interface WorkerGateways extends AutoCloseable {
    /**
     * Returns the gateway for the producer properties and threads of the settings, in front of the cluster under test.
     *
     * @param ownConnections number of connections of this worker
     * @throws dev.squeeze.kit.unit.UserFacingException when it cannot be started
     */
    LoadedService of(RemoteCluster cluster, WorkerGateway gateway, int ownConnections, LoadSettings settings);

    /** Stops all gateways that were started. */
    @Override
    void close();
}
