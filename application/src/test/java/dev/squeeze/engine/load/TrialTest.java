package dev.squeeze.engine.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.squeeze.kit.cluster.ClusterException;
import dev.squeeze.kit.cluster.ClusterOptions;
import dev.squeeze.kit.cluster.EmbeddedCluster;
import dev.squeeze.kit.cluster.LiveCluster;
import dev.squeeze.kit.cluster.RemoteCluster;
import dev.squeeze.kit.cluster.TopicSpec;
import dev.squeeze.kit.cluster.Topics;
import dev.squeeze.kit.format.BatchCutter;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.source.BatchSample;
import dev.squeeze.kit.source.RecordSource;
import dev.squeeze.kit.source.Sample;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.assertj.core.data.Percentage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One trial on a real broker that is treated like the user's. */
@Tag("live")
@Timeout(90)
@SuppressWarnings("NullAway.Init")
class TrialTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final TrialPlan KEPT = plan(true);
    private static final TrialPlan SHORT = plan(false);

    private static EmbeddedCluster cluster;

    private final RemoteCluster remote = new RemoteCluster(cluster.bootstrap(), Map.of());
    private final LoadTarget live = LoadTarget.of(new LiveCluster(remote, Optional.empty(), () -> {}));

    private final BooleanSupplier patient = () -> false;

    @BeforeAll
    static void startBroker() {
        cluster = EmbeddedCluster.start(ClusterOptions.temporary(1));
    }

    @AfterAll
    static void stopBroker() {
        cluster.close();
    }

    @AfterEach
    void deleteTopics() throws Exception {
        for (String topic : topics()) {
            Topics.delete(cluster, topic, TIMEOUT);
        }
    }

    @Test
    void nullsHeadersAndEmptyValuesAreWhatAConsumerReads() throws Exception {
        List<BatchRecord> records = List.of(
                record(null, "value", header("a", "1"), header("a", null), header("ü", "")),
                record("key", null),
                record("", ""),
                record("key", "value", header("trace", "0123456789")),
                record(null, null));
        TrialResult result = Trial.run(live, "kinds", settings(1, 1), payload(records), KEPT, patient);

        assertThat(result.problems()).isEmpty();
        assertThat(result.contents().orElseThrow().records()).isGreaterThan(records.size());
        List<ConsumerRecord<byte[], byte[]>> read = read("squeeze-kinds");
        assertThat(read).hasSize((int) result.contents().orElseThrow().records());
        for (int i = 0; i < read.size(); i++) {
            BatchRecord sent = records.get(i % records.size());
            assertThat(read.get(i).key()).isEqualTo(sent.key());
            assertThat(read.get(i).value()).isEqualTo(sent.value());
            assertThat(read.get(i).timestamp()).isEqualTo(sent.timestampMillis());
            assertThat(read.get(i).headers().toArray()).isEqualTo(sent.headers());
        }
    }

    /** Like applications of one kind behind a load balancer: neighbours in the source are rarely in one batch. */
    @Test
    void producersThatShareTheRecordsTakeThemInTurn() throws Exception {
        List<BatchRecord> records = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            records.add(record(null, String.valueOf(i)));
        }
        LoadSettings lingering = settings(1, 1).withClients(2, 1).withProducerProperty("linger.ms", "50");

        List<Integer> whole = stepsInTheLog(lingering, "whole", records);
        List<Integer> shared = stepsInTheLog(lingering.withSharedRecords(3), "shared", records);

        assertThat(whole).isNotEmpty().filteredOn(step -> step == 1).hasSizeGreaterThan(whole.size() * 3 / 4);
        assertThat(shared).isNotEmpty().filteredOn(step -> step == 3).hasSizeGreaterThan(shared.size() * 3 / 4);
        assertThat(shared).doesNotContain(0);
    }

    /** Distance from each record of the log to the next one, by their numbers in the source. */
    private List<Integer> stepsInTheLog(LoadSettings settings, String name, List<BatchRecord> records)
            throws Exception {
        TrialResult result = Trial.run(live, name, settings, payload(records), KEPT, patient);
        assertThat(result.problems()).isEmpty();
        List<Integer> steps = new ArrayList<>();
        int before = -1;
        for (ConsumerRecord<byte[], byte[]> read : read("squeeze-" + name)) {
            int number = Integer.parseInt(new String(read.value(), StandardCharsets.UTF_8));
            if (before >= 0) {
                steps.add(Math.floorMod(number - before, records.size()));
            }
            before = number;
        }
        return steps;
    }

    @Test
    void aTopicThatExistsIsRefusedAndLeftAloneAndThoseBeforeItAreTakenBack() throws Exception {
        Topics.create(cluster, List.of(TopicSpec.parse("squeeze-theirs-1:3")));

        assertThatThrownBy(() -> Trial.run(live, "theirs", settings(2, 1), small(), SHORT, patient))
                .isInstanceOf(ClusterException.class)
                .hasMessageContaining("squeeze-theirs-1")
                .hasMessageContaining("existing topics are not changed");
        assertThat(topics()).containsExactly("squeeze-theirs-1");
        try (Admin admin = Admin.create(cluster.connection())) {
            assertThat(admin.describeTopics(List.of("squeeze-theirs-1"))
                            .allTopicNames()
                            .get(10, TimeUnit.SECONDS)
                            .get("squeeze-theirs-1")
                            .partitions())
                    .hasSize(3);
        }
    }

    @Test
    void aTopicThatWasKeptIsReplacedByTheNextTrialOfTheSameRunAlone() throws Exception {
        Trial.run(live, "again", settings(1, 1), small(), KEPT, patient);
        TrialResult second = Trial.run(live, "again", settings(1, 1), small(), KEPT, patient);

        assertThat(second.problems()).isEmpty();
        assertThat(topics()).containsExactly("squeeze-again");
        LoadTarget another = LoadTarget.of(
                new LiveCluster(new RemoteCluster(cluster.bootstrap(), Map.of()), Optional.empty(), () -> {}));
        assertThatThrownBy(() -> Trial.run(another, "again", settings(1, 1), small(), SHORT, patient))
                .isInstanceOf(ClusterException.class);
        assertThat(topics()).containsExactly("squeeze-again");
    }

    @Test
    void everyTopicIsDeletedAfterSuccessFailureAndInterrupt() throws Exception {
        assertThat(Trial.run(live, "one", settings(2, 2), small(), SHORT, patient)
                        .problems())
                .isEmpty();
        awaitNoTopics();

        LoadSettings refused = settings(2, 1).withProducerProperty("partitioner.class", "no.such.Class");
        assertThatThrownBy(() -> Trial.run(live, "two", refused, small(), SHORT, patient))
                .isInstanceOf(ClusterException.class)
                .hasMessageContaining("the producer cannot work with")
                .hasMessageContaining("no.such.Class");
        awaitNoTopics();

        assertThatThrownBy(() -> Trial.run(live, "three", settings(1, 1), small(), SHORT, () -> true))
                .isInstanceOf(CancellationException.class);
        awaitNoTopics();
    }

    /**
     * Hundreds of topics are created with a few requests: Ctrl-C must neither wait for all of them nor leave any
     * behind.
     */
    @Test
    void aTrialThatIsEndedWhileItsTopicsAreCreatedLeavesNone() throws Exception {
        AtomicInteger asked = new AtomicInteger();

        assertThatThrownBy(() ->
                        Trial.run(live, "many", settings(400, 1), small(), SHORT, () -> asked.incrementAndGet() > 2))
                .isInstanceOf(CancellationException.class)
                .hasMessage("interrupted while topics were created");

        assertThat(asked).hasValue(3);
        awaitNoTopics();
    }

    @Test
    void aTrialOfSoManyRecordsEndsWithThemAndSaysSoWhereTheyDoNotCome() {
        TrialPlan minutes = new TrialPlan(Duration.ofMillis(50), Duration.ofMinutes(5), TIMEOUT, false);

        TrialResult whole = Trial.run(live, "counted", settings(1, 1), small(), minutes.ofRecords(3_000), patient);
        TrialResult cut = Trial.run(live, "cut", settings(1, 1), small(), SHORT.ofRecords(Long.MAX_VALUE), patient);

        assertThat(whole.problems()).isEmpty();
        assertThat(whole.contents().orElseThrow().records()).isGreaterThanOrEqualTo(3_000);
        assertThat(whole.window().seconds()).isLessThan(60);
        assertThat(cut.problems()).singleElement().asString().contains("records were acknowledged in");
    }

    @Test
    void recordsOfTheRampAreNoneOfThoseThatEndATrial() {
        TrialPlan ramp = new TrialPlan(Duration.ofSeconds(1), Duration.ofMinutes(5), TIMEOUT, false);

        TrialResult result = Trial.run(live, "ramp", settings(1, 1), small(), ramp.ofRecords(500), patient);

        assertThat(result.problems()).isEmpty();
        assertThat(result.window().records()).isGreaterThanOrEqualTo(500);
    }

    @Test
    void whatAClosedLoopSendsInItsWindowIsTakenInIt() {
        // While it compresses such records the application holds the partition's lock, and the network thread waits for
        // it.
        LoadSettings unpaced = settings(1, 1)
                .withProfile(new LoadProfile.ClosedLoop())
                .withProducerProperty("compression.type", "gzip")
                .withProducerProperty("batch.size", "65536");
        List<BatchRecord> large = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            large.add(record(null, ("{\"upstream\": " + i + ", \"state\": \"up\", \"weight\": 1}, ").repeat(250)));
        }
        // Records are acknowledged in batches of hundreds: the window has to contain many, even on a busy machine.
        TrialPlan seconds = new TrialPlan(Duration.ofMillis(200), Duration.ofSeconds(4), TIMEOUT, false);

        TrialResult result = Trial.run(live, "unpaced", unpaced, payload(large), seconds, patient);

        TrialResult.Window window = result.window();
        double end = window.fromSeconds() + window.seconds();
        double sent = sentUntil(end, result.ticks()) - sentUntil(window.fromSeconds(), result.ticks());
        assertThat(result.problems()).isEmpty();
        assertThat((double) window.records()).isCloseTo(sent, Percentage.withPercentage(12));
    }

    /** Interpolated between two ticks, as if records were evenly paced. */
    private static double sentUntil(double seconds, List<Tick> ticks) {
        Tick before = new Tick(0, 0, 0, 0);
        for (Tick tick : ticks) {
            if (tick.seconds() >= seconds) {
                double share = (seconds - before.seconds()) / (tick.seconds() - before.seconds());
                return before.sent() + share * (tick.sent() - before.sent());
            }
            before = tick;
        }
        return before.sent();
    }

    private static TrialPlan plan(boolean kept) {
        return new TrialPlan(Duration.ofMillis(50), Duration.ofMillis(200), TIMEOUT, kept);
    }

    private static LoadSettings settings(int topics, int partitions) {
        return new LoadSettings(
                Map.of("acks", "all"),
                1,
                1,
                topics,
                partitions,
                1,
                Map.of(),
                new LoadProfile.OpenLoop(1_000),
                ConsumerSettings.one(ConsumerSettings.When.CONCURRENT));
    }

    private static Payload small() {
        return payload(List.of(record("a", "one"), record("b", "two"), record("c", "three")));
    }

    private static Payload payload(List<BatchRecord> records) {
        BatchCutter cutter = new BatchCutter(1 << 20);
        records.forEach(cutter::add);
        BatchSample stretches = new BatchSample(
                1 << 20, List.of(cutter.take().orElseThrow()), List.of(1), 1, records.size(), 1, 1, 1, 0, List.of());
        return Payload.of(new Sample(
                new RecordSource.ReadReport(records.size(), 1, "lines", true, true, List.of()),
                new Sample.RecordBytes(1, 1, 1, 1, 1),
                1,
                Optional.empty(),
                List.of(stretches)));
    }

    private static BatchRecord record(@Nullable String key, @Nullable String value, Header... headers) {
        return new BatchRecord(bytes(key), bytes(value), headers, 1_700_000_000_123L);
    }

    private static Header header(String key, @Nullable String value) {
        return new RecordHeader(key, bytes(value));
    }

    private static byte @Nullable [] bytes(@Nullable String text) {
        return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
    }

    /** A broker learns a little later what the controller has deleted. */
    private static void awaitNoTopics() throws Exception {
        long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (!topics().isEmpty() && System.nanoTime() < deadlineNanos) {
            TimeUnit.MILLISECONDS.sleep(100);
        }
        assertThat(topics()).isEmpty();
    }

    private static TreeSet<String> topics() throws Exception {
        try (Admin admin = Admin.create(cluster.connection())) {
            return new TreeSet<>(admin.listTopics().names().get(10, TimeUnit.SECONDS));
        }
    }

    private static List<ConsumerRecord<byte[], byte[]>> read(String topic) {
        TopicPartition partition = new TopicPartition(topic, 0);
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(cluster.connection(), new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            long end = consumer.endOffsets(List.of(partition)).getOrDefault(partition, 0L);
            while (consumer.position(partition) < end) {
                consumer.poll(Duration.ofMillis(200)).forEach(records::add);
            }
        }
        return records;
    }
}
