package dev.squeeze.kit.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.tools.attach.VirtualMachine;
import dev.squeeze.TestPorts;
import dev.squeeze.kit.environment.ThreadUsage;
import dev.squeeze.kit.kafka.broker.BrokerRole;
import dev.squeeze.kit.unit.UsageException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Resource usage of real brokers. */
@Tag("live")
@Timeout(120)
@SuppressWarnings("NullAway.Init")
class BrokerUsageTest {
    private static final int RECORDS = 2_000;

    private static EmbeddedCluster cluster;

    @TempDir
    Path folder;

    @BeforeAll
    static void start() {
        cluster = EmbeddedCluster.start(ClusterOptions.temporary(1));
    }

    @AfterAll
    static void end() {
        cluster.close();
    }

    @Test
    void requestHandlersAreSeenToWorkAndToWriteAgainWhatComesInAnotherCodec() {
        Topics.create(cluster, List.of(new TopicSpec("again", 1, 1, Map.of("compression.type", "gzip"))));
        cluster.timeContention();
        BrokerUsage before = cluster.usage().get(0);
        Records.send(cluster, "again", "zstd", RECORDS);
        BrokerUsage used = cluster.usage().get(0).minus(before);

        assertThat(used.broker()).isEqualTo("1");
        assertThat(used.byRole()).containsKeys(BrokerRole.REQUEST_HANDLER, BrokerRole.NETWORK, BrokerRole.CONTROLLER);
        assertThat(cpuNanos(used, BrokerRole.REQUEST_HANDLER)).isPositive();
        assertThat(cpuNanos(used, BrokerRole.NETWORK)).isPositive();
        assertThat(used.byRole().get(BrokerRole.REQUEST_HANDLER).blockedMillis())
                .isPresent();
        assertThat(used.counters().recompressedRecords()).isEqualTo(RECORDS);
        assertThat(used.counters().producedBytes()).isPositive();
        assertThat(used.handlerIdleRatio().orElseThrow()).isBetween(0.0, 1.0);
    }

    @Test
    void everyThreadOfABrokerThatIsKafkasHasARole() {
        assertThat(cluster.usage().get(0).jvm().threads().values().stream()
                        .map(ThreadUsage::name)
                        .filter(name -> BrokerRole.ofThread(name) == BrokerRole.OTHER))
                .isSubsetOf(
                        "main",
                        "DestroyJavaVM",
                        "Reference Handler",
                        "Finalizer",
                        "Common-Cleaner",
                        "Signal Dispatcher",
                        "Notification Thread",
                        "Attach Listener",
                        "squeeze-parent-watch",
                        "squeeze-requests",
                        "squeeze-recording-reference",
                        "JFR Recorder Thread",
                        "JFR Periodic Tasks",
                        "RMI TCP Accept-0",
                        "RMI Reaper");
    }

    @Test
    void recordingsAreLeftWhereTheyAreWanted() {
        assertThatThrownBy(cluster::stopRecording)
                .isInstanceOf(ClusterException.class)
                .hasMessage("broker 1: nothing is being recorded");
        cluster.startRecording();
        assertThat(cluster.stopRecording())
                .hasSize(1)
                .allSatisfy(file -> assertThat(file).isNotEmptyFile().startsWith(cluster.dataFolder()));
        cluster.startRecording();
        cluster.startRecording();
        assertThat(cluster.stopRecording(folder)).containsExactly(folder.resolve("broker-1.jfr"));
        cluster.startRecording();
        assertThatThrownBy(() -> cluster.stopRecording(folder.resolve("none")))
                .isInstanceOf(ClusterException.class)
                .hasMessageContaining("broker-1.jfr");
    }

    @Test
    void overJmxTheSameIsReadButForTheCollectorAndTheCompilers() throws Exception {
        int port = TestPorts.free();
        startJmx(cluster.brokerPids().get(0), port);
        Topics.create(cluster, List.of(TopicSpec.parse("jmx")));
        try (JmxBrokers brokers = JmxBrokers.connect(List.of("127.0.0.1:" + port))) {
            brokers.timeContention();
            BrokerUsage before = brokers.usage().get(0);
            BrokerUsage beforePipe = cluster.usage().get(0);
            Records.send(cluster, "jmx", "gzip", RECORDS);
            BrokerUsage usedPipe = cluster.usage().get(0).minus(beforePipe);
            BrokerUsage used = brokers.usage().get(0).minus(before);

            assertThat(used.broker()).isEqualTo("127.0.0.1:" + port);
            assertThat(used.jvm().gcCpuNanos()).isEmpty();
            assertThat(used.byRole()).doesNotContainKeys(BrokerRole.GC, BrokerRole.JIT);
            assertThat(cpuNanos(used, BrokerRole.REQUEST_HANDLER))
                    .isGreaterThanOrEqualTo(cpuNanos(usedPipe, BrokerRole.REQUEST_HANDLER));
            assertThat(used.counters().producedBytes())
                    .isEqualTo(usedPipe.counters().producedBytes());
        }
    }

    private static void startJmx(long pid, int port) throws Exception {
        Properties settings = new Properties();
        settings.setProperty("com.sun.management.jmxremote.port", String.valueOf(port));
        settings.setProperty("com.sun.management.jmxremote.host", "127.0.0.1");
        settings.setProperty("com.sun.management.jmxremote.authenticate", "false");
        settings.setProperty("com.sun.management.jmxremote.ssl", "false");
        VirtualMachine broker = VirtualMachine.attach(String.valueOf(pid));
        try {
            broker.startManagementAgent(settings);
        } finally {
            broker.detach();
        }
    }

    @Test
    void whereNoJmxAnswersTheRemedyIsSaid() throws Exception {
        int port = TestPorts.free();

        assertThatThrownBy(() -> JmxBrokers.connect(List.of("127.0.0.1:" + port)))
                .isInstanceOf(ClusterException.class)
                .hasMessageContaining("127.0.0.1:" + port)
                .hasMessageContaining("JMX_PORT")
                .hasMessageNotContaining("\n");
        assertThatThrownBy(() -> JmxBrokers.connect(List.of("somewhere")))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("HOST:PORT");
    }

    @Test
    @Timeout(30)
    void aPortThatNeverAnswersIsGivenUp() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 10, InetAddress.getByName("127.0.0.1"))) {
            assertThatThrownBy(() -> JmxBrokers.connect(List.of("127.0.0.1:" + silent.getLocalPort())))
                    .isInstanceOf(ClusterException.class)
                    .hasMessageContaining("within 10 s");
        }
    }

    @Test
    void aDeadBrokerIsNamed() {
        try (EmbeddedCluster mortal = EmbeddedCluster.start(ClusterOptions.temporary(1))) {
            ProcessHandle.of(mortal.brokerPids().get(0)).ifPresent(ProcessHandle::destroyForcibly);

            assertThatThrownBy(() -> {
                        // It takes a moment to die, and may still respond once.
                        mortal.usage();
                        mortal.brokerDeath().orTimeout(30, TimeUnit.SECONDS).join();
                        mortal.usage();
                    })
                    .isInstanceOf(ClusterException.class)
                    .hasMessageContaining("broker 1 died")
                    .hasMessageContaining("signal 9");
        }
    }

    @Test
    void aBrokerThatIsRecordedStillEndsAndLeavesNothing() {
        Path data;
        try (EmbeddedCluster recorded = EmbeddedCluster.start(ClusterOptions.temporary(1))) {
            data = recorded.dataFolder();
            recorded.startRecording();
            recorded.stopRecording();
            recorded.startRecording();
        }
        assertThat(Files.exists(data)).isFalse();
    }

    private static long cpuNanos(BrokerUsage usage, BrokerRole role) {
        return usage.byRole().get(role).cpuNanos();
    }
}
