package dev.squeeze;

import dev.squeeze.kit.cluster.ClusterOptions;
import dev.squeeze.kit.cluster.EmbeddedCluster;
import dev.squeeze.kit.cluster.RemoteCluster;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ThreadLocalRandom;

/** A cluster that is killed and comes back at the same address with its data. */
public final class RestartableCluster implements AutoCloseable {
    /** Below the ports that systems give to outgoing connections, one of which might take it before a restart. */
    private static final int MIN_PORT = 12_000;

    private static final int MAX_PORT = 30_000;
    private static final int PORT_TRIES = 20;

    private final Path folder;
    private final int port;
    private final int brokers;
    private EmbeddedCluster running;

    public RestartableCluster(Path folder, int brokers) throws IOException {
        this.folder = folder;
        this.brokers = brokers;
        this.port = freePort(brokers);
        this.running = start();
    }

    /** The first of as many free ports in a row. */
    private static int freePort(int brokers) throws IOException {
        for (int tries = 1; ; tries++) {
            int first = ThreadLocalRandom.current().nextInt(MIN_PORT, MAX_PORT);
            try {
                for (int i = 0; i < brokers; i++) {
                    new ServerSocket(first + i, 1, InetAddress.getByName("127.0.0.1")).close();
                }
                return first;
            } catch (BindException e) {
                if (tries == PORT_TRIES) {
                    throw e;
                }
            }
        }
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

    /** As the user's own, which may come and go. */
    public RemoteCluster target() {
        return new RemoteCluster(address(), Map.of());
    }

    public List<Long> pids() {
        return running.brokerPids();
    }

    public Path partitionFolder(String topic, int partition) {
        return running.logDirs().get(0).resolve(topic + "-" + partition);
    }

    /** As kill -9 does. */
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
