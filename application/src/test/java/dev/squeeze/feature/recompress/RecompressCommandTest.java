package dev.squeeze.feature.recompress;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.squeeze.Invocation;
import dev.squeeze.ServedRecords;
import dev.squeeze.Trees;
import dev.squeeze.kit.cli.ExitCode;
import dev.squeeze.kit.cluster.ClusterOptions;
import dev.squeeze.kit.cluster.EmbeddedCluster;
import dev.squeeze.kit.unit.ByteCount;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A real broker serves the same records from rewritten segments as from the originals. */
@Tag("live")
@Timeout(180)
@SuppressWarnings("NullAway.Init")
class RecompressCommandTest {
    private static final int PARTITIONS = 2;
    private static final int ROUNDS = 60;

    @TempDir
    static Path folder;

    /** The data folder of a stopped broker. */
    private static Path data;

    private static Map<String, List<String>> served;

    @BeforeAll
    static void fill() throws Exception {
        Path cluster = folder.resolve("cluster");
        try (EmbeddedCluster broker = start(cluster)) {
            data = broker.logDirs().get(0);
            try (Admin admin = Admin.create(broker.connection())) {
                admin.createTopics(List.of(new NewTopic("orders", PARTITIONS, (short) 1)
                                // The records have timestamps of a fixed day in the past.
                                .configs(Map.of("segment.bytes", "1048576", "retention.ms", "-1"))))
                        .all()
                        .get(30, TimeUnit.SECONDS);
            }
            produce(broker);
            served = everything(broker);
            Invocation.of("recompress", data.toString(), "--codec", "zstd", "--output", folder + "/running")
                    .expectRefusal(ExitCode.FAILED, "a running broker uses", data.toString(), "stop the broker");
        }
        assertThat(served.get("read_uncommitted").size())
                .isGreaterThan(served.get("read_committed").size());
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

    /** Produces with two codecs, keys, headers, tombstones, a completed and an open transaction, and small batches. */
    private static void produce(EmbeddedCluster broker) {
        Random random = new Random(7);
        try (KafkaProducer<byte[], byte[]> plain = producer(broker, Map.of("compression.type", "none"));
                KafkaProducer<byte[], byte[]> lz4 = producer(broker, Map.of("compression.type", "lz4"));
                KafkaProducer<byte[], byte[]> old =
                        producer(broker, Map.of("compression.type", "gzip", "enable.idempotence", "false"));
                KafkaProducer<byte[], byte[]> writer = producer(broker, Map.of("transactional.id", "writer"))) {
            writer.initTransactions();
            for (int round = 0; round < ROUNDS; round++) {
                // Several consecutive batches of one producer, so that there is something to join.
                KafkaProducer<byte[], byte[]> producer =
                        List.of(plain, lz4, old).get(round % 3);
                for (int batch = 0; batch < 8; batch++) {
                    records(producer, round % PARTITIONS, 1 + random.nextInt(12), random);
                }
                if (round % 20 == 10) {
                    writer.beginTransaction();
                    records(writer, 0, 5, random);
                    if (round == 30) {
                        writer.abortTransaction();
                    } else {
                        writer.commitTransaction();
                    }
                }
            }
        }
    }

    private static KafkaProducer<byte[], byte[]> producer(EmbeddedCluster broker, Map<String, Object> more) {
        Map<String, Object> settings = new HashMap<>(broker.connection());
        settings.put("linger.ms", "60000");
        settings.putAll(more);
        return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    }

    private static void records(KafkaProducer<byte[], byte[]> producer, int partition, int count, Random random) {
        for (int i = 0; i < count; i++) {
            byte[] key = random.nextInt(3) == 0 ? null : ("key-" + random.nextInt(50)).getBytes(StandardCharsets.UTF_8);
            byte[] value = key != null && random.nextInt(9) == 0
                    ? null
                    : ("{\"order\": " + random.nextInt(1_000_000) + ", \"state\": \"sent\", \"note\": \""
                                    + "x".repeat(random.nextInt(900)) + "\"}")
                            .getBytes(StandardCharsets.UTF_8);
            producer.send(new ProducerRecord<>(
                    "orders",
                    partition,
                    1_760_000_000_000L + random.nextInt(100_000),
                    key,
                    value,
                    random.nextInt(4) == 0 ? List.of(new RecordHeader("trace", new byte[] {1, 2})) : List.of()));
        }
        producer.flush();
    }

    private static Map<String, List<String>> everything(EmbeddedCluster broker) {
        return ServedRecords.of(broker.connection(), "orders", PARTITIONS);
    }

    private static Map<String, List<String>> servedFrom(Path logs) throws IOException {
        Path cluster = Files.createTempDirectory(folder, "again");
        Trees.copyWith(folder.resolve("cluster"), data, logs, cluster);
        try (EmbeddedCluster broker = start(cluster)) {
            return everything(broker);
        }
    }

    @Test
    void aBrokerServesTheSameRecordsAtTheSameOffsets() throws Exception {
        Path output = folder.resolve("alone");

        JsonNode document = Invocation.of(
                        "recompress", data.toString(), "--codec", "zstd:6", "--output", output.toString(), "--json")
                .expectDone()
                .document();

        JsonNode report = document.get("report");
        assertThat(report.get("batches")).isEqualTo(report.get("sourceBatches"));
        assertThat(report.get("bytes").asLong())
                .isLessThan(report.get("sourceBytes").asLong());
        assertThat(report.get("keptBatches").asLong()).isEqualTo(3);
        assertThat(codecs(output)).containsExactly("zstd");
        assertThat(servedFrom(output)).isEqualTo(served);
    }

    @Test
    void soItDoesOfBatchesThatWereJoined() throws Exception {
        Path output = folder.resolve("joined");

        JsonNode report = Invocation.of(
                        "recompress",
                        data.toString(),
                        "--codec",
                        "lz4",
                        "--batch-size",
                        "64KiB",
                        "--output",
                        output.toString(),
                        "--json")
                .expectDone()
                .document()
                .get("report");

        assertThat(report.get("batches").asLong())
                .isLessThan(report.get("sourceBatches").asLong() / 2);
        assertThat(servedFrom(output)).isEqualTo(served);
    }

    @Test
    void inPlaceTheOriginalsAreKept() throws Exception {
        Path copy = folder.resolve("in-place");
        Trees.copy(data, copy);
        Path originals = folder.resolve("originals");

        Invocation.of(
                        "recompress",
                        copy.toString(),
                        "--codec",
                        "gzip:9",
                        "--in-place",
                        "--output",
                        originals.toString())
                .expectDone();

        for (int partition = 0; partition < PARTITIONS; partition++) {
            Path name = Path.of("orders-" + partition, "00000000000000000000.log");
            assertThat(originals.resolve(name)).hasSameBinaryContentAs(data.resolve(name));
            assertThat(copy.resolve("orders-" + partition).resolve("00000000000000000000.index"))
                    .doesNotExist();
        }
        assertThat(servedFrom(copy)).isEqualTo(served);
    }

    @Test
    void damagedBytesAreTakenOverAsTheyAre() throws Exception {
        Path damaged = Files.createDirectories(folder.resolve("damaged-0")).resolve("00000000000000000000.log");
        byte[] bytes = Files.readAllBytes(data.resolve("orders-0/00000000000000000000.log"));
        bytes[bytes.length / 2] ^= 1;
        Files.write(damaged, Arrays.copyOf(bytes, bytes.length - 20));
        Path output = folder.resolve("of-damaged");

        JsonNode report = RecompressDamageTest.incomplete(
                        "recompress", damaged.toString(), "--codec", "none", "--output", output.toString(), "--json")
                .document()
                .get("report");

        assertThat(report.get("unreadableBatches").asLong()).isEqualTo(1);
        assertThat(report.get("keptBytes").asLong()).isPositive();
        assertThat(report.get("notices")).isNotEmpty();
        byte[] written = Files.readAllBytes(output.resolve("damaged-0/00000000000000000000.log"));
        int tail = report.get("keptBytes").asInt();
        assertThat(Arrays.copyOfRange(written, written.length - tail, written.length))
                .isEqualTo(Arrays.copyOfRange(bytes, bytes.length - 20 - tail, bytes.length - 20));
    }

    @Test
    void filesBesideTheSegmentsAreTakenOverAndIndexesAreNot() throws Exception {
        Path output = folder.resolve("beside");

        Invocation.of("recompress", data.toString(), "--codec", "snappy", "--output", output.toString())
                .expectDone();

        List<String> before = files(data);
        assertThat(before).anyMatch(name -> name.matches("orders-.*\\.index"));
        before.removeIf(name -> name.equals(".lock") || name.matches("orders-.*\\.(index|timeindex)"));
        assertThat(files(output)).isEqualTo(before);
        assertThat(before)
                .anyMatch(name -> name.matches("orders-0/.*\\.snapshot"))
                .contains("orders-0/leader-epoch-checkpoint", "orders-0/partition.metadata", "meta.properties");
        for (String name : before) {
            if (!name.matches("orders-.*\\.log")) {
                assertThat(output.resolve(name)).hasSameBinaryContentAs(data.resolve(name));
            }
        }
    }

    private static List<String> files(Path tree) throws IOException {
        try (Stream<Path> files = Files.walk(tree)) {
            return new ArrayList<>(files.filter(Files::isRegularFile)
                    .map(file -> tree.relativize(file).toString())
                    .sorted()
                    .toList());
        }
    }

    @Test
    void anOutputWithinTheFolderOfARunningBrokerIsRefused() throws Exception {
        Path cluster = Files.createTempDirectory(folder, "running");
        Trees.copy(folder.resolve("cluster"), cluster);
        try (EmbeddedCluster broker = start(cluster)) {
            Path taken = broker.logDirs().get(0).resolve("new");

            Invocation.of("recompress", data.toString(), "--codec", "zstd", "--output", taken.toString())
                    .expectRefusal(ExitCode.FAILED, "log directory", "use a folder outside it");

            assertThat(taken).doesNotExist();
        }
    }

    @Test
    void whatCannotBeDoneIsSaidBeforeAnythingIsWritten() throws Exception {
        Path full = Files.createDirectories(folder.resolve("full"));
        Files.writeString(full.resolve("x"), "x");

        Invocation.of("recompress", data.toString(), "--codec", "zstd", "--output", full.toString())
                .expectRefusal(ExitCode.FAILED, full.toString(), "is not empty");
        Invocation.of("recompress", data.toString(), "--codec", "zip", "--output", folder + "/x")
                .expectRefusal(ExitCode.USAGE, "zip");
        Invocation.of(
                        "recompress",
                        data.toString(),
                        "--codec",
                        "lz4",
                        "--batch-size",
                        "2MiB",
                        "--output",
                        folder + "/x")
                .expectRefusal(ExitCode.USAGE, "max.message.bytes");
        Invocation.of("recompress", folder + "/nowhere", "--codec", "lz4", "--output", folder + "/x")
                .expectRefusal(ExitCode.FAILED, "nowhere does not exist");
        assertThat(full).isDirectoryContaining(file -> file.endsWith("x"));
    }

    private static List<String> codecs(Path output) {
        List<String> codecs = new ArrayList<>();
        Invocation.of("inspect", "segment:" + output, "--json")
                .expectDone()
                .document()
                .at("/profile/codecs")
                .forEach(codec -> codecs.add(codec.get("codec").asText()));
        return codecs;
    }
}
