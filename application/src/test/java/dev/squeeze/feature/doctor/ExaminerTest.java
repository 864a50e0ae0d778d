package dev.squeeze.feature.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.squeeze.BrokerForTests;
import dev.squeeze.Invocation;
import dev.squeeze.Records;
import dev.squeeze.engine.predict.ClientProfile;
import dev.squeeze.engine.predict.PriceList;
import dev.squeeze.engine.workload.GivenWorkload;
import dev.squeeze.engine.workload.TopicHosting;
import dev.squeeze.engine.workload.TopicOnCluster;
import dev.squeeze.feature.calibrate.CpuCosts;
import dev.squeeze.kit.cli.StoppedException;
import dev.squeeze.kit.cluster.Answer;
import dev.squeeze.kit.cluster.ClusterFacts;
import dev.squeeze.kit.cluster.RemoteCluster;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.source.RecordSource;
import dev.squeeze.kit.source.TopicAccess;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Results for topics that cannot be examined. */
@Tag("live")
@Timeout(60)
@SuppressWarnings("NullAway.Init")
class ExaminerTest {
    private static final String TOPIC = "examined-topic";

    @RegisterExtension
    static final BrokerForTests broker = BrokerForTests.shared();

    private static Examiner examiner;

    @BeforeAll
    static void produce() {
        broker.create(TOPIC, 1, Map.of());
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.address()), new ByteArraySerializer(), new ByteArraySerializer())) {
            long begin = System.currentTimeMillis() - 60_000;
            for (int i = 0; i < 300; i++) {
                producer.send(new ProducerRecord<>(TOPIC, null, begin + 200L * i, null, new byte[100]));
            }
        }
        examiner = new Examiner(
                Thresholds.parse(List.of()),
                new TrafficOptions(PriceList.read("aws"), GivenWorkload.NOTHING, Instant.now()),
                CpuCosts.ofReference(ClientProfile.JAVA));
    }

    @AfterAll
    static void close() {
        examiner.close();
    }

    private static TopicExamination examine(int partitions, RecordSource.ReadProgress progress) {
        return examine(TOPIC, partitions, progress);
    }

    private static TopicExamination examine(String name, int partitions, RecordSource.ReadProgress progress) {
        TopicOnCluster topic = new TopicOnCluster(
                name,
                partitions,
                1,
                1,
                OptionalInt.empty(),
                new Answer.Given<>(Map.of()),
                Set.of(),
                new Answer.Given<>(1));
        return examiner.examine(
                new ClusterFacts.Topic(name, false, 1, 1),
                new Answer.Given<>(Map.of()),
                TopicHosting.of(topic, GivenWorkload.NOTHING),
                new TopicAccess(
                        new RemoteCluster(broker.address(), Map.of()).connection(),
                        Duration.ofSeconds(10),
                        1 << 20,
                        TopicAccess.DEFAULT_RATE,
                        1),
                progress);
    }

    @Test
    void aTopicThatFailsUnexpectedlyIsUnreadAndTheNextOneIsExamined() {
        // A topic cannot have zero partitions, so its workload cannot be computed.
        TopicExamination failed = examine(0, (read, total) -> {});

        assertThat(failed.log()).isEmpty();
        assertThat(failed.unread().orElseThrow())
                .startsWith("unexpected: java.lang.IllegalArgumentException: partitions");
        assertThat(examine(1, (read, total) -> {}).log()).isPresent();
    }

    @Test
    void theUserEndsTheRunInTheMiddleOfATopic() {
        assertThatThrownBy(() -> examine(1, (read, total) -> {
                    throw new StoppedException("interrupted");
                }))
                .isInstanceOf(StoppedException.class);
    }

    @Test
    void aTopicOfFewLargeBatchesIsJudgedOrNamedAsNotJudged() {
        for (String codec : new String[] {"none", "zstd"}) {
            broker.create("examined-large-" + codec, 1, Map.of());
            try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                    Map.of(
                            "bootstrap.servers",
                            broker.address(),
                            "compression.type",
                            codec,
                            "batch.size",
                            300_000,
                            "linger.ms",
                            60_000),
                    new ByteArraySerializer(),
                    new ByteArraySerializer())) {
                long begin = System.currentTimeMillis() - 60_000;
                List<String> lines = Records.jsonLines(20_000, "m").lines().toList();
                for (int i = 0; i < lines.size(); i++) {
                    producer.send(new ProducerRecord<>(
                            "examined-large-" + codec,
                            null,
                            begin + 3L * i,
                            null,
                            lines.get(i).getBytes(StandardCharsets.UTF_8)));
                }
            }
        }

        Invocation run = Invocation.of(
                        "doctor",
                        "--bootstrap-server",
                        broker.address(),
                        "--include",
                        "examined-large-.*",
                        "--fail-on",
                        "none")
                .expectDone();

        assertThat(run.out())
                .contains("topic stored uncompressed")
                .containsPattern("Not judged\n  examined-large-zstd: ")
                .doesNotContain("No findings");
    }

    /** Kafka's MemoryRecordsBuilder compresses every batch, even one that its codec makes larger. */
    @Test
    void batchesThatACodecMakesLargerAreSentInItAllTheSame() throws Exception {
        broker.create("examined-noise", 1, Map.of());
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.address()), new ByteArraySerializer(), new ByteArraySerializer())) {
            long begin = System.currentTimeMillis() - 60_000;
            for (int i = 0; i < 40; i++) {
                producer.send(new ProducerRecord<>(
                                "examined-noise", null, begin + 1_000L * i, null, Records.randomBytes(100)))
                        .get(10, TimeUnit.SECONDS);
            }
        }

        CompressionTrial trial = examine("examined-noise", 1, (read, total) -> {})
                .log()
                .orElseThrow()
                .trial();

        assertThat(trial.rawPacked().orElseThrow().estimate())
                .isEqualTo(trial.asCodec().get(TrialRun.ZSTD).estimate(), within(1e-9))
                .isGreaterThan(1);
    }

    @Test
    void producersAreJudgedByWhatTheySendSinceTheyChangedTheirCodec() throws Exception {
        broker.create("examined-changed", 1, Map.of());
        long begin = System.currentTimeMillis() - 600_000;
        sendAlone("none", begin, 270);
        sendAlone("zstd", begin + 300_000, 30);

        LogFacts facts = examine("examined-changed", 1, (read, total) -> {})
                .log()
                .orElseThrow()
                .facts();

        assertThat(facts.recent()).hasSize(30).allMatch(batch -> batch.codecId() == CodecType.ZSTD.id());
    }

    /** Batches of a record, a second apart. */
    private static void sendAlone(String codec, long beginMillis, int number) throws Exception {
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.address(), "compression.type", codec),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            for (int i = 0; i < number; i++) {
                producer.send(new ProducerRecord<>(
                                "examined-changed", null, beginMillis + 1_000L * i, null, new byte[1_000]))
                        .get(10, TimeUnit.SECONDS);
            }
        }
    }
}
