package dev.squeeze;

import dev.squeeze.kit.cluster.ClusterOptions;
import dev.squeeze.kit.cluster.EmbeddedCluster;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;

/** A real broker that can be killed and restarted with the same address and data. */
public final class RestartableBroker implements AutoCloseable {
    private static final long TIMEOUT_SECONDS = 30;

    private final ClusterOptions options;
    private EmbeddedCluster cluster;

    /** @param folder for its data */
    public RestartableBroker(Path folder) throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            options = new ClusterOptions(
                    OptionalInt.of(1),
                    Optional.of(folder),
                    OptionalInt.of(socket.getLocalPort()),
                    ClusterOptions.DEFAULT_BROKER_HEAP,
                    Duration.ofSeconds(60),
                    List.of());
        }
        cluster = EmbeddedCluster.start(options);
    }

    public String address() {
        return cluster.bootstrap();
    }

    /** Kills it with SIGKILL, and restarts it after a while. */
    public void killForSeconds(long seconds) throws InterruptedException {
        cluster.brokerPids().forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
        cluster.close();
        TimeUnit.SECONDS.sleep(seconds);
        cluster = EmbeddedCluster.start(options);
    }

    public Set<String> topics() throws Exception {
        try (Admin admin = Admin.create(cluster.connection())) {
            return admin.listTopics().names().get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        }
    }

    @Override
    public void close() {
        cluster.close();
    }
}
