package dev.squeeze;

import dev.squeeze.kit.cluster.ClusterOptions;
import dev.squeeze.kit.cluster.EmbeddedCluster;
import dev.squeeze.kit.cluster.RemoteCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** A cluster that can be killed and restarted with the same address and data. */
public final class RestartableCluster implements AutoCloseable {
    private final Path folder;
    private final int port;
    private final int brokers;
    private EmbeddedCluster running;

    public RestartableCluster(Path folder, int brokers) throws IOException {
        this.folder = folder;
        this.brokers = brokers;
        this.port = TestPorts.free(brokers);
        this.running = start();
    }

    private EmbeddedCluster start() {
        return EmbeddedCluster.start(new ClusterOptions(
                OptionalInt.of(brokers),
                Optional.of(folder),
                OptionalInt.of(port),
                ClusterOptions.DEFAULT_BROKER_HEAP,
                Duration.ofSeconds(60),
                List.of()));
    }

    public String address() {
        return running.bootstrap();
    }

    /** As a remote cluster, which may come and go. */
    public RemoteCluster target() {
        return new RemoteCluster(address(), Map.of());
    }

    public List<Long> pids() {
        return running.brokerPids();
    }

    public Path partitionFolder(String topic, int partition) {
        return running.logDirs().get(0).resolve(topic + "-" + partition);
    }

    /** Like kill -9. */
    public void kill() throws InterruptedException {
        for (long pid : running.brokerPids()) {
            ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
        }
        running.close();
    }

    public void startAgain() {
        running = start();
    }

    @Override
    public void close() {
        running.close();
    }
}
