package dev.squeeze.feature.recompress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.squeeze.Invocation;
import dev.squeeze.ServedRecords;
import dev.squeeze.Trees;
import dev.squeeze.kit.cli.ExitCode;
import dev.squeeze.kit.cluster.ClusterException;
import dev.squeeze.kit.cluster.ClusterOptions;
import dev.squeeze.kit.cluster.EmbeddedCluster;
import dev.squeeze.kit.unit.ByteCount;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real brokers and recompress lock each other out of their folders, and brokers start on whatever a run leaves. */
@Tag("live")
@Timeout(180)
@SuppressWarnings("NullAway.Init")
class RecompressLockTest {
    private static final String SEGMENT = "00000000000000000000.log";
    /** Records of 1 KB, for which zstd:19 takes a second or two, in which a run can be paused and killed. */
    private static final int RECORDS = 4_000;

    private static final int LARGE_RECORDS = 160;
    private static final int LARGE_BYTES = 900_000;
    /** The size to which a rewritten segment may grow, if its original was smaller. */
    private static final long MAX_GROWN_BYTES = 64 << 20;

    @TempDir
    static Path folder;

    private static Path cluster;
    private static Path data;
    private static Map<String, List<String>> served;
    private static Map<String, List<String>> servedLarge;

    @BeforeAll
    static void fill() throws Exception {
        cluster = folder.resolve("cluster");
        try (EmbeddedCluster broker = start(cluster)) {
            data = broker.logDirs().get(0);
            try (Admin admin = Admin.create(broker.connection())) {
                admin.createTopics(List.of(new NewTopic("orders", 1, (short) 1), new NewTopic("large", 1, (short) 1)))
                        .all()
                        .get(30, TimeUnit.SECONDS);
            }
            Map<String, Object> settings = new HashMap<>(broker.connection());
            settings.putAll(Map.of("linger.ms", "5", "batch.size", "65536"));
            Random random = new Random(3);
            try (KafkaProducer<byte[], byte[]> producer =
                    new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
                for (int i = 0; i < RECORDS; i++) {
                    producer.send(new ProducerRecord<>("orders", 0, null, words(random)));
                }
            }
            settings.putAll(Map.of("compression.type", "zstd", "acks", "all"));
            try (KafkaProducer<byte[], byte[]> producer =
                    new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
                for (int i = 0; i < LARGE_RECORDS; i++) {
                    byte[] value = new byte[LARGE_BYTES];
                    value[i] = 1;
                    producer.send(new ProducerRecord<>("large", 0, null, value));
                }
            }
            served = ServedRecords.of(broker.connection(), "orders", 1);
            servedLarge = ServedRecords.of(broker.connection(), "large", 1);
        }
    }

    private static byte[] words(Random random) {
        StringBuilder value = new StringBuilder();
        while (value.length() < 1_000) {
            value.append("order ").append(random.nextInt(100_000)).append(' ');
        }
        return value.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static EmbeddedCluster start(Path cluster) {
        return EmbeddedCluster.start(new ClusterOptions(
                OptionalInt.of(1),
                Optional.of(cluster),
                OptionalInt.empty(),
                new ByteCount(256 * ByteCount.MIB),
                Duration.ofSeconds(60),
                List.of()));
    }

    private static Path copyOfCluster() throws IOException {
        Path copy = Files.createTempDirectory(folder, "again");
        Trees.copy(cluster, copy);
        return copy;
    }

    private static Path logs(Path clusterCopy) {
        return clusterCopy.resolve(cluster.relativize(data).toString());
    }

    private static Map<String, List<String>> servedBy(Path clusterCopy, String topic) {
        try (EmbeddedCluster broker = start(clusterCopy)) {
            return ServedRecords.of(broker.connection(), topic, 1);
        }
    }

    @Test
    void noBrokerAndNoOtherRunStartsOnAFolderThatIsBeingRewritten() throws Exception {
        Path copy = copyOfCluster();
        Path logs = logs(copy);
        assertThat(logs.resolve(".lock")).doesNotExist();
        Path originals = folder.resolve("originals-of-held");
        try (RecompressChild child = RecompressChild.start(
                        folder,
                        logs + "/orders-0",
                        "--codec",
                        "zstd:19",
                        "--in-place",
                        "--output",
                        originals.toString())
                .holdWhileWriting(logs)) {

            assertThatThrownBy(() -> start(copy).close())
                    .isInstanceOf(ClusterException.class)
                    .hasMessageContaining("lock");
            Invocation.of("recompress", logs + "/orders-0", "--codec", "lz4", "--output", folder + "/other")
                    .expectRefusal(ExitCode.FAILED, logs.toString(), "another run of squeeze recompress");

            child.goOn();
            child.end(ExitCode.DONE);
        }
        assertThat(logs.resolve(".lock")).doesNotExist();
        assertThat(servedBy(copy, "orders")).isEqualTo(served);
    }

    @Test
    void killedInTheMiddleInPlaceTheSameCommandGoesOnAndABrokerServesTheSame() throws Exception {
        Path copy = copyOfCluster();
        Path logs = logs(copy);
        Path originals = folder.resolve("originals-of-killed");
        String[] command = {
            logs.toString(), "--codec", "zstd:19", "--threads", "1", "--in-place", "--output", originals.toString()
        };
        try (RecompressChild child = RecompressChild.start(folder, command)) {
            child.awaitFile(originals, SEGMENT);
            child.awaitFile(logs, ".squeeze-unfinished");
            child.kill();
        }
        assertThat(originals.resolve("large-0").resolve(SEGMENT)).exists();
        // The process may have been killed before the first segment replaced its original.
        boolean replaced = Files.mismatch(
                        originals.resolve("large-0").resolve(SEGMENT),
                        logs.resolve("large-0").resolve(SEGMENT))
                >= 0;

        JsonNode report = Invocation.of(
                        "recompress",
                        logs.toString(),
                        "--codec",
                        "zstd:19",
                        "--in-place",
                        "--output",
                        originals.toString(),
                        "--json")
                .expectDone()
                .document()
                .get("report");

        assertThat(report.get("notices").toString().contains("unfinished run")).isEqualTo(replaced);
        assertThat(RecompressChild.files(logs)).noneMatch(name -> name.contains("squeeze"));
        assertThat(RecompressChild.files(originals)).containsExactly("large-0/" + SEGMENT, "orders-0/" + SEGMENT);
        assertThat(Files.mismatch(
                        originals.resolve("orders-0").resolve(SEGMENT),
                        data.resolve("orders-0").resolve(SEGMENT)))
                .isEqualTo(-1);
        assertThat(servedBy(copy, "orders")).isEqualTo(served);
    }

    @Test
    void aLinkDoesNotGetRoundTheLockOfARunningBroker() throws Exception {
        Path copy = copyOfCluster();
        Path elsewhere = Files.createDirectories(folder.resolve("linked"));
        Path logs = logs(copy);
        Path linkedFolder = Files.createSymbolicLink(elsewhere.resolve("orders-0"), logs.resolve("orders-0"));
        Path folderOfLinks = Files.createDirectories(elsewhere.resolve("files/orders-0"));
        Files.createSymbolicLink(
                folderOfLinks.resolve(SEGMENT), logs.resolve("orders-0").resolve(SEGMENT));
        try (EmbeddedCluster broker = start(copy)) {
            for (Path given : List.of(linkedFolder, folderOfLinks, linkedFolder.resolve(SEGMENT), copy)) {
                Invocation.of(
                                "recompress",
                                given.toString(),
                                "--codec",
                                "lz4",
                                "--in-place",
                                "--output",
                                folder + "/originals-of-linked")
                        .expectRefusal(
                                ExitCode.FAILED,
                                "a running broker uses",
                                logs.toRealPath().toString());
            }
            assertThat(ServedRecords.of(broker.connection(), "orders", 1)).isEqualTo(served);
        }
    }

    @Test
    void aFolderThatIsLinkedIntoLogDirsIsRefusedWhereverItIsNamedWhileItsBrokerRuns() throws Exception {
        Path copy = copyOfCluster();
        Path disk = Files.createDirectories(folder.resolve("disk2"));
        Files.move(logs(copy).resolve("orders-0"), disk.resolve("orders-0"));
        Files.createSymbolicLink(logs(copy).resolve("orders-0"), disk.resolve("orders-0"));
        try (EmbeddedCluster broker = start(copy)) {
            Invocation.of("recompress", logs(copy) + "/orders-0", "--codec", "lz4", "--output", folder + "/x1")
                    .expectRefusal(
                            ExitCode.FAILED, "a running broker uses", logs(copy).toString());
            Invocation.of("recompress", disk + "/orders-0", "--codec", "lz4", "--in-place", "--output", folder + "/x2")
                    .expectRefusal(ExitCode.FAILED, "is open for writing", "process", "stop the broker");
            assertThat(ServedRecords.of(broker.connection(), "orders", 1)).isEqualTo(served);
        }
        Path output = folder.resolve("of-linked");

        Invocation.of("recompress", logs(copy).toString(), "--codec", "zstd", "--output", output.toString())
                .expectDone();

        assertThat(output.resolve("orders-0/leader-epoch-checkpoint")).exists();
        assertThat(output.resolve("orders-0/partition.metadata")).exists();
        Path again = Files.createTempDirectory(folder, "again");
        Trees.copyWith(cluster, data, output, again);
        assertThat(servedBy(again, "orders")).isEqualTo(served);
    }

    @Test
    void segmentsThatGrowAreDividedAndABrokerServesTheSame() throws Exception {
        for (boolean inPlace : List.of(true, false)) {
            Path copy = copyOfCluster();
            Path output = folder.resolve("grown-" + inPlace);
            String[] command = {"recompress", logs(copy) + "/large-0", "--codec", "none", "--output", output.toString()
            };
            Invocation done = inPlace ? Invocation.of(concat(command, "--in-place")) : Invocation.of(command);
            done.expectDone();

            Path written = inPlace ? logs(copy).resolve("large-0") : output.resolve("large-0");
            try (var files = Files.list(written)) {
                List<Path> segments =
                        files.filter(file -> file.toString().endsWith(".log")).toList();
                assertThat(segments).hasSize(3);
                for (Path segment : segments) {
                    assertThat(Files.size(segment)).isLessThanOrEqualTo(MAX_GROWN_BYTES);
                }
            }
            if (!inPlace) {
                Trees.delete(logs(copy).resolve("large-0"));
                Trees.copy(written, logs(copy).resolve("large-0"));
            }
            assertThat(servedBy(copy, "large")).isEqualTo(servedLarge);
        }
    }

    @Test
    void aBrokerServesWhatLiesBehindDamageAsBefore() throws Exception {
        for (boolean inPlace : List.of(true, false)) {
            Path copy = copyOfCluster();
            Path segment = logs(copy).resolve("orders-0").resolve(SEGMENT);
            byte[] bytes = Files.readAllBytes(segment);
            bytes[bytes.length / 2] ^= 1;
            Files.write(segment, bytes);
            Path output = folder.resolve("damaged-" + inPlace);
            String[] command = {"recompress", logs(copy).toString(), "--codec", "zstd", "--output", output.toString()};
            JsonNode report = RecompressDamageTest.incomplete(
                            concat(inPlace ? concat(command, "--in-place") : command, "--json"))
                    .document()
                    .get("report");
            if (!inPlace) {
                Path again = Files.createTempDirectory(folder, "again");
                Trees.copyWith(cluster, data, output, again);
                copy = again;
            }
            assertThat(lastRecordIn(copy)).isEqualTo(RECORDS - 1);
            assertThat(report.get("unreadableBatches").asInt()).isEqualTo(1);
            assertThat(report.get("notices").toString()).contains("1 segment stays as it is");
        }
    }

    /** No CRC covers a batch's offset, and a broker cannot build an index from offsets that decrease. */
    @Test
    void aBrokerStartsOnASegmentWhoseOffsetsGoBackAsBefore() throws Exception {
        Path copy = copyOfCluster();
        Path segment = logs(copy).resolve("orders-0").resolve(SEGMENT);
        byte[] bytes = Files.readAllBytes(segment);
        ByteBuffer batches = ByteBuffer.wrap(bytes);
        int at = 0;
        while (at < bytes.length / 2) {
            at += 12 + batches.getInt(at + 8);
        }
        batches.putLong(at, 1);
        Files.write(segment, bytes);

        JsonNode report = RecompressDamageTest.incomplete(
                        "recompress",
                        logs(copy).toString(),
                        "--codec",
                        "zstd",
                        "--in-place",
                        "--output",
                        folder + "/offsets",
                        "--json")
                .document()
                .get("report");

        assertThat(lastRecordIn(copy)).isEqualTo(RECORDS - 1);
        assertThat(report.get("notices").toString()).contains("1 segment stays as it is");
    }

    private static long lastRecordIn(Path clusterCopy) {
        TopicPartition orders = new TopicPartition("orders", 0);
        try (EmbeddedCluster broker = start(clusterCopy);
                KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                        broker.connection(), new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(List.of(orders));
            consumer.seek(orders, RECORDS - 1);
            return consumer.poll(Duration.ofSeconds(20)).records(orders).stream()
                    .mapToLong(ConsumerRecord::offset)
                    .max()
                    .orElse(-1);
        }
    }

    private static String[] concat(String[] some, String more) {
        String[] all = java.util.Arrays.copyOf(some, some.length + 1);
        all[some.length] = more;
        return all;
    }
}
