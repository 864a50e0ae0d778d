package dev.squeeze.kit.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.squeeze.kit.unit.UsageException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How input about a cluster is converted for Kafka. No broker is started. */
class ClusterInputTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @Test
    void aTopicIsANameWithPartitionsAndReplication() {
        assertThat(TopicSpec.parse("a")).isEqualTo(new TopicSpec("a", 1, 1, Map.of()));
        assertThat(TopicSpec.parse("a:6")).isEqualTo(new TopicSpec("a", 6, 1, Map.of()));
        assertThat(TopicSpec.parse("a:6:3")).isEqualTo(new TopicSpec("a", 6, 3, Map.of()));
        assertThat(TopicSpec.parse("a")
                        .with(Map.of("x", "1"))
                        .with(Map.of("x", "2"))
                        .configs())
                .isEqualTo(Map.of("x", "2"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ":3", "a:", "a:x", "a:0", "a:1:0", "a:1:1:1", "a:1:40000"})
    void aTopicThatIsNoneIsRefusedWithTheForm(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TopicSpec.parse(text))
                .withMessageContaining("NAME:PARTITIONS:REPLICATION");
    }

    @Test
    void singleClientSettingsWinOverTheFile() throws Exception {
        Path file = Files.writeString(folder.resolve("client.properties"), "client.id=file\nretries=7\n");

        assertThat(ClientProperties.read(Optional.of(file), List.of("client.id=mine", "security.protocol = SSL")))
                .isEqualTo(Map.of("client.id", "mine", "retries", "7", "security.protocol", "SSL"));
    }

    @Test
    void clientSettingsThatWouldBeIgnoredAreRefused() {
        assertThatExceptionOfType(UsageException.class)
                .isThrownBy(() -> ClientProperties.read(Optional.empty(), List.of("securty.protocol=SSL")))
                .withMessageContaining("'securty.protocol'");
        assertThatExceptionOfType(UsageException.class)
                .isThrownBy(() -> ClientProperties.read(Optional.empty(), List.of("client.id")))
                .withMessageContaining("key=value");
        assertThatExceptionOfType(UsageException.class)
                .isThrownBy(() -> ClientProperties.read(Optional.empty(), List.of("bootstrap.servers=a:1")))
                .withMessageContaining("--bootstrap-server");
        assertThatThrownBy(() -> ClientProperties.read(Optional.of(folder.resolve("none")), List.of()))
                .isInstanceOf(ClusterException.class)
                .hasMessageContaining("none");
    }

    @Test
    void aClusterHasOneToFiveBrokers() {
        assertThatExceptionOfType(UsageException.class).isThrownBy(() -> ClusterOptions.temporary(0));
        assertThatExceptionOfType(UsageException.class).isThrownBy(() -> ClusterOptions.temporary(6));
    }

    @Test
    void internalTopicsHaveAsManyReplicasAsThereAreBrokersButAtMostThree() {
        assertThat(IntStream.rangeClosed(1, 5)
                        .mapToObj(brokers -> settings(brokers).getProperty("offsets.topic.replication.factor")))
                .containsExactly("1", "2", "3", "3", "3");
        assertThat(IntStream.rangeClosed(1, 5)
                        .mapToObj(brokers -> settings(brokers).getProperty("transaction.state.log.min.isr")))
                .containsExactly("1", "2", "2", "2", "2");
    }

    @Test
    void everyListenerIsOnTheLoopbackAddress() {
        assertThat(settings(3).getProperty("listeners"))
                .isEqualTo("PLAINTEXT://127.0.0.1:1001,CONTROLLER://127.0.0.1:2001");
        assertThat(settings(3).getProperty("controller.quorum.voters"))
                .isEqualTo("1@127.0.0.1:2001,2@127.0.0.1:2002,3@127.0.0.1:2003");
    }

    private Properties settings(int brokers) {
        return BrokerSettings.of(1, folder, ports(1000, brokers), ports(2000, brokers));
    }

    private static List<Integer> ports(int base, int count) {
        return IntStream.rangeClosed(1, count).mapToObj(i -> base + i).toList();
    }

    @Test
    void freePortsDiffer() {
        List<Integer> ports = new ArrayList<>(FreePorts.find(10));

        assertThat(ports).hasSize(10).doesNotHaveDuplicates().allSatisfy(FreePorts::requireFree);
    }

    @Test
    void aFreePortThatIsMeantForSomethingElseIsNotTaken() {
        assertThat(FreePorts.find(10, port -> port % 2 == 0)).hasSize(10).allMatch(port -> port % 2 == 0);
    }

    @Test
    void theEndOfALogIsItsLastLines() throws Exception {
        Path log = folder.resolve("log");
        Files.write(log, IntStream.range(0, 5_000).mapToObj(i -> "line " + i).toList());

        assertThat(LogTail.of(log)).hasSize(20).startsWith("line 4980").endsWith("line 4999");
        assertThat(LogTail.of(folder.resolve("none"))).isEmpty();
    }

    @Test
    void aRemoteClusterWritesToNoTopicThatItDidNotCreate() {
        RemoteCluster remote = new RemoteCluster(" host:9092 ", Map.of("client.id", "x"));

        assertThat(remote.connection()).isEqualTo(Map.of("client.id", "x", "bootstrap.servers", "host:9092"));
        assertThatThrownBy(() -> remote.requireWritable("squeeze-theirs"))
                .isInstanceOf(ClusterException.class)
                .hasMessageContaining("squeeze-theirs");
    }
}
