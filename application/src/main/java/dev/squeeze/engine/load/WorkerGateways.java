package dev.squeeze.engine.load;

import dev.squeeze.kit.cluster.RemoteCluster;

/** Starts a worker's gateways; each stays for the trials of its arm until {@link #close}. */
public interface WorkerGateways extends AutoCloseable {
    /**
     * The gateway for the producer properties and threads of the settings, in front of the cluster under test.
     *
     * @param ownConnections of this worker
     * @throws dev.squeeze.kit.unit.UserFacingException when it cannot be started
     */
    LoadedService of(RemoteCluster cluster, WorkerGateway gateway, int ownConnections, LoadSettings settings);

    /** Ends those that were started. */
    @Override
    void close();
}
