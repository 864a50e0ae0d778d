package dev.squeeze.kit.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.squeeze.kit.unit.ByteCount;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real brokers, started and ended by this process. */
@Tag("live")
@Timeout(120)
class EmbeddedClusterTest {
    private static final int RECORDS = 50;
    private static final long HEAP_BYTES = ClusterOptions.DEFAULT_BROKER_HEAP.bytes();
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @Test
    void servesEveryCodecLendsTopicsAndLeavesNothingBehind() {
        Path data;
        List<Long> pids;
        try (EmbeddedCluster cluster = EmbeddedCluster.start(ClusterOptions.temporary(1))) {
            data = cluster.dataFolder();
            pids = cluster.brokerPids();
            for (String codec : List.of("none", "gzip", "snappy", "lz4", "zstd")) {
                serves(cluster, codec);
            }
            lendsTopics(cluster);
            cluster.requireAlive();
            assertThat(cluster.logFiles().get(0)).isNotEmptyFile();
        }
        assertThat(data).doesNotExist();
        assertThat(pids).hasSize(1).allSatisfy(pid -> assertThat(ProcessHandle.of(pid))
                .isEmpty());
    }

    private static void serves(EmbeddedCluster cluster, String codec) {
        String topic = "records-" + codec;
        Topics.create(cluster, List.of(new TopicSpec(topic, 2, 1, Map.of("compression.type", "producer"))));
        List<String> sent = Records.send(cluster, topic, codec, RECORDS);

        assertThat(Records.read(cluster, topic, RECORDS)).as(codec).containsExactlyInAnyOrderElementsOf(sent);
        assertThat(cluster.logDirs().get(0).resolve(topic + "-1")).isDirectory();
    }

    private static void lendsTopics(EmbeddedCluster cluster) {
        RemoteCluster remote = new RemoteCluster(cluster.bootstrap(), Map.of());
        Topics.create(cluster, List.of(TopicSpec.parse("theirs"), TopicSpec.parse("squeeze-there")));

        assertThatThrownBy(() -> remote.requireWritable("theirs"))
                .isInstanceOf(ClusterException.class)
                .hasMessageContaining("was not created by this run");
        assertThatThrownBy(() -> TopicLease.create(remote, TopicSpec.parse("there"), false, TIMEOUT))
                .isInstanceOf(ClusterException.class)
                .hasMessageContaining("already has a topic of that name");
        assertThatThrownBy(() ->
                        Topics.create(remote, List.of(TopicSpec.parse("odd").with(Map.of("compresion.type", "zstd")))))
                .isInstanceOf(ClusterException.class)
                .hasMessageContaining("compresion.type");
        try (TopicLease lease = TopicLease.create(remote, TopicSpec.parse("trial:2"), false, TIMEOUT)) {
            assertThat(lease.topic()).isEqualTo("squeeze-trial");
            remote.requireWritable(lease.topic());
        }
        // It was deleted, otherwise this would be refused; now it is kept, so the next one is refused.
        TopicLease.create(remote, TopicSpec.parse("trial"), true, TIMEOUT).close();
        assertThatThrownBy(() -> TopicLease.create(
                        new RemoteCluster(cluster.bootstrap(), Map.of()), TopicSpec.parse("trial"), false, TIMEOUT))
                .isInstanceOf(ClusterException.class);
    }

    @Test
    void threeBrokersReplicateEveryPartitionThreeTimes() {
        Path data;
        try (EmbeddedCluster cluster = EmbeddedCluster.start(ClusterOptions.temporary(3))) {
            data = cluster.dataFolder();
            Topics.create(cluster, List.of(new TopicSpec("copies", 3, 3, Map.of("min.insync.replicas", "3"))));
            List<String> sent = Records.send(cluster, "copies", "zstd", RECORDS);

            assertThat(Records.read(cluster, "copies", RECORDS)).containsExactlyInAnyOrderElementsOf(sent);
            assertThat(cluster.brokerPids()).doesNotHaveDuplicates().hasSize(3);
            assertThat(cluster.logDirs()).hasSize(3).allSatisfy(dir -> {
                for (int partition = 0; partition < 3; partition++) {
                    assertThat(dir.resolve("copies-" + partition)).isDirectory();
                }
            });
        }
        assertThat(data).doesNotExist();
    }

    @Test
    void keptDataAreThereAtTheNextStart() {
        Path data = folder.resolve("data");
        List<String> sent;
        try (EmbeddedCluster cluster = EmbeddedCluster.start(kept(data, OptionalInt.empty()))) {
            Topics.create(cluster, List.of(TopicSpec.parse("kept:2")));
            sent = Records.send(cluster, "kept", "lz4", RECORDS);
            refuses(kept(data, OptionalInt.empty()), "a cluster is running in " + data);
        }
        refuses(kept(data, OptionalInt.of(2)), "contains a cluster of 1 broker: start it with --brokers 1");
        try (EmbeddedCluster cluster = EmbeddedCluster.start(kept(data, OptionalInt.empty()))) {
            assertThat(Records.read(cluster, "kept", RECORDS)).containsExactlyInAnyOrderElementsOf(sent);
        }
    }

    @Test
    void whatPreventsAStartIsSaidInOneLine() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            int port = taken.getLocalPort();
            if (port <= 65_535 - ClusterOptions.MAX_BROKERS) {
                refuses(options(Optional.empty(), OptionalInt.of(port), HEAP_BYTES), "port " + port);
            }
        }
        Path file = Files.writeString(folder.resolve("file"), "x");
        refuses(options(Optional.of(file), OptionalInt.empty(), HEAP_BYTES), "it is a file");
        refuses(options(Optional.of(file.resolve("below")), OptionalInt.empty(), HEAP_BYTES), "cannot be written");
        refuses(options(Optional.of(folder), OptionalInt.empty(), HEAP_BYTES), "contains other files");
        refuses(options(Optional.empty(), OptionalInt.empty(), 12 * ByteCount.MIB), "--broker-heap");
        refuses(options(Optional.empty(), OptionalInt.empty(), 4096 * ByteCount.GIB), "too little memory");
    }

    @Test
    void aStartThatIsGivenUpLeavesNothingBehind() {
        List<ProcessHandle> before = ProcessHandle.current().children().toList();
        assertThatThrownBy(() -> EmbeddedCluster.start(ClusterOptions.temporary(2), () -> true))
                .isInstanceOf(CancellationException.class);
        assertThat(ProcessHandle.current().children().filter(EmbeddedClusterTest::isBroker))
                .isSubsetOf(before);
    }

    private static boolean isBroker(ProcessHandle process) {
        return process.info().commandLine().orElse("").contains("BrokerMain");
    }

    private static void refuses(ClusterOptions options, String reason) {
        assertThatThrownBy(() -> EmbeddedCluster.start(options).close())
                .isInstanceOf(ClusterException.class)
                .hasMessageContaining(reason)
                .hasMessageNotContaining("\n");
    }

    private static ClusterOptions kept(Path data, OptionalInt brokers) {
        return new ClusterOptions(
                brokers,
                Optional.of(data),
                OptionalInt.empty(),
                ClusterOptions.DEFAULT_BROKER_HEAP,
                Duration.ofSeconds(60),
                List.of());
    }

    private static ClusterOptions options(Optional<Path> data, OptionalInt port, long heapBytes) {
        return new ClusterOptions(
                OptionalInt.of(1), data, port, new ByteCount(heapBytes), Duration.ofSeconds(60), List.of());
    }
}
