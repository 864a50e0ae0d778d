package dev.squeeze.feature.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.squeeze.Invocation;
import dev.squeeze.kit.cli.ExitCode;
import dev.squeeze.kit.cluster.ClusterOptions;
import dev.squeeze.kit.cluster.EmbeddedCluster;
import dev.squeeze.kit.cluster.TopicSpec;
import dev.squeeze.kit.cluster.Topics;
import dev.squeeze.kit.kafka.BatchRecordReader;
import dev.squeeze.kit.source.Segments;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Inspects the segments of a real broker that is still running. */
@Tag("live")
class InspectCommandTest {
    private static final String MARKER = "xyzzySecret";
    private static final int RECORDS = 400;

    @SuppressWarnings("NullAway.Init")
    private static EmbeddedCluster cluster;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @BeforeAll
    static void produce() {
        cluster = EmbeddedCluster.start(ClusterOptions.temporary(1));
        Topics.create(cluster, List.of(new TopicSpec("orders", 1, 1, Map.of())));
        for (String codec : List.of("none", "gzip", "snappy", "lz4", "zstd")) {
            send(codec, Map.of());
        }
        send("zstd", Map.of("transactional.id", "inspected"));
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    private static void send(String codec, Map<String, Object> more) {
        Map<String, Object> settings = cluster.connection();
        settings.put("compression.type", codec);
        settings.put("linger.ms", "50");
        settings.putAll(more);
        try (KafkaProducer<String, String> producer =
                new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
            if (!more.isEmpty()) {
                producer.initTransactions();
                producer.beginTransaction();
            }
            for (int i = 0; i < RECORDS; i++) {
                producer.send(new ProducerRecord<>("orders", MARKER + i, codec + " " + MARKER + " value " + i));
            }
            if (!more.isEmpty()) {
                producer.commitTransaction();
            }
        }
    }

    private static String source() {
        return "segment:" + cluster.logDirs().get(0).resolve("orders-0");
    }

    @Test
    void tellsWhatTheProducersWrote() {
        JsonNode profile = Invocation.of("inspect", source(), "--json")
                .expectDone()
                .document()
                .get("profile");

        assertThat(profile.get("records").asLong()).isEqualTo(6 * RECORDS);
        assertThat(profile.get("codecs")).hasSize(5);
        assertThat(profile.get("controlBatches").asLong()).isEqualTo(1);
        assertThat(profile.get("transactionalBatches").asLong()).isPositive();
        assertThat(profile.at("/producers/ids").asLong()).isEqualTo(6);
        assertThat(profile.at("/holes/betweenBatches").asLong()).isZero();
        assertThat(profile.at("/sample/keyShare").asDouble()).isEqualTo(1, within(1e-9));
        assertThat(profile.at("/sample/records").asLong()).isEqualTo(6 * RECORDS);
        assertThat(profile.at("/ratio/exact").asBoolean()).isTrue();
        assertThat(profile.at("/ratio/estimate").asDouble()).isGreaterThan(1);
    }

    @Test
    void recordsComeBackInOffsetOrderAsTheyWereSent() {
        List<String> values = new ArrayList<>();
        List<Long> offsets = new ArrayList<>();
        try (BatchRecordReader reader = new BatchRecordReader()) {
            Segments.find(List.of(source()))
                    .walk(
                            (file, position, header) -> {
                                read(reader, header, offsets, values);
                                return true;
                            },
                            (read, total) -> {});
        }

        assertThat(values).hasSize(6 * RECORDS);
        assertThat(values.get(0)).isEqualTo("none " + MARKER + " value 0");
        assertThat(values.get(4 * RECORDS + 7)).isEqualTo("zstd " + MARKER + " value 7");
        assertThat(offsets).isSorted().doesNotHaveDuplicates();
    }

    private static void read(
            BatchRecordReader reader,
            dev.squeeze.kit.format.BatchHeader header,
            List<Long> offsets,
            List<String> values) {
        if (header.isControl()) {
            return;
        }
        try {
            reader.read(header.batch(), (offset, record) -> {
                offsets.add(offset);
                byte[] value = record.value();
                values.add(value == null ? "" : new String(value, java.nio.charset.StandardCharsets.UTF_8));
                return true;
            });
        } catch (dev.squeeze.kit.kafka.UnreadableBatchException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void noOutputHoldsAnythingOfARecord() throws IOException {
        List<String> args = new ArrayList<>(List.of("inspect", source()));
        for (String form : List.of("json", "csv", "md", "txt")) {
            args.addAll(List.of("--output", folder.resolve("result." + form).toString()));
        }
        Invocation run = Invocation.of(args.toArray(String[]::new)).expectDone();

        assertThat(run.out()).contains("zstd").doesNotContainIgnoringCase(MARKER);
        for (String form : List.of("json", "csv", "md", "txt")) {
            assertThat(Files.readString(folder.resolve("result." + form))).doesNotContainIgnoringCase(MARKER);
        }
    }

    @Test
    void otherSourcesAreRefusedWithWhatItTakes() {
        Invocation.of("inspect", "sample:access-log").expectRefusal(ExitCode.USAGE, "inspect takes segment:PATH");
        Invocation.of("inspect").expectRefusal(ExitCode.USAGE, "give a SOURCE");
    }

    @Test
    void measureReadsSegmentsToo() {
        JsonNode source = Invocation.of(
                        "measure", source(), "--codecs", "zstd:1", "--batch-bytes", "4KiB", "--budget", "1s", "--json")
                .expectDone()
                .document()
                .get("source");

        assertThat(source.get("records").asLong()).isEqualTo(6 * RECORDS);
        assertThat(source.get("timestamps").asBoolean()).isTrue();
        assertThat(source.get("format").asText()).isEqualTo("segments");
    }
}
