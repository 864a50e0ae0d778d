package dev.squeeze.engine.drivers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.squeeze.BrokerForTests;
import dev.squeeze.engine.predict.ClientProfile;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.kafka.ContentDigest;
import dev.squeeze.kit.kafka.ProducerReplay;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.zip.CRC32;
import org.HdrHistogram.Histogram;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What every driver does, whatever its library: the same load through each, against a real broker. */
@Tag("live")
class DriverConformanceTest {
    private static final long FIRST_MILLIS = 1_700_000_000_000L;
    private static final int PARTITIONS = 6;
    private static final int RECORDS = 3_000;
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private static final BrokerForTests BROKER = BrokerForTests.shared();

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource(ClientProfile.class)
    void everyRecordArrivesOnceAsItIsAndInOrder(ClientProfile client) throws Exception {
        String topic = topic("whole", client, PARTITIONS);
        List<BatchRecord> records = records(RECORDS, DriverConformanceTest::key);
        RecordsFile.write(folder.resolve("records"), records);

        DriverResult result = sendAll(client, load(topic, Map.of(), RECORDS, new DriverPace.Unthrottled()));

        assertThat(result.errors()).isEmpty();
        assertThat(result.counts().sent()).isEqualTo(RECORDS);
        assertThat(result.counts().acknowledged()).isEqualTo(RECORDS);
        assertThat(result.counts().acknowledgedBytes())
                .isEqualTo(records.stream().mapToLong(BatchRecord::payloadBytes).sum());
        assertThat(result.counts().begunPartitions()).isEqualTo(PARTITIONS);
        long sum = 0;
        int read = 0;
        for (int partition = 0; partition < PARTITIONS; partition++) {
            int last = -1;
            for (ConsumerRecord<byte[], byte[]> record : BROKER.read(topic, partition)) {
                sum += ContentDigest.of(record);
                read++;
                int number = (int) (record.timestamp() - FIRST_MILLIS);
                assertThat(number).as("order in partition %d", partition).isGreaterThan(last);
                last = number;
                if (record.key() != null) {
                    assertThat(partition).isEqualTo(partitionOf(client, records.get(number)));
                }
            }
        }
        assertThat(read).isEqualTo(RECORDS);
        assertThat(new ContentDigest(read, sum)).isEqualTo(digest(records));
        assertThat(result.counts().markSum()).isEqualTo(digest(records).sum());
    }

    @ParameterizedTest
    @EnumSource(ClientProfile.class)
    void recordsAreSentWhenTheyAreDueAndNotBefore(ClientProfile client) throws Exception {
        String topic = topic("paced", client, 1);
        RecordsFile.write(folder.resolve("records"), records(100, number -> null));
        Instant start;
        DriverResult result;
        try (DriverProcess driver = start(client)) {
            // Two drivers share 1,000 records/s; this one sends every second.
            driver.load(load(topic, Map.of(), 400, new DriverPace.Even(1_000, 1, 2)));
            start = Instant.now().plusMillis(100);
            driver.openWindow(start.plusMillis(200));
            driver.closeWindow(start.plusMillis(400));
            driver.start(start);
            TimeUnit.MILLISECONDS.sleep(400);
            DriverCounts early = driver.counts();
            double elapsedSeconds = Duration.between(start, Instant.now()).toNanos() / 1e9;
            assertThat(early.sent()).isLessThanOrEqualTo((long) (elapsedSeconds * 500) + 2);
            assertThat(early.sending()).isTrue();
            result = driver.finish();
        }

        assertThat(Duration.between(start, Instant.now())).isGreaterThan(Duration.ofMillis(799));
        assertThat(result.counts().acknowledged()).isEqualTo(400);
        assertThat(result.acknowledgeNanos().getTotalCount())
                .as("records that were due in the window: one every 2 ms of 200 ms")
                .isBetween(99L, 101L);
        assertThat(result.sendNanos().getTotalCount())
                .isEqualTo(result.acknowledgeNanos().getTotalCount());
    }

    @ParameterizedTest
    @EnumSource(ClientProfile.class)
    void latenciesAreGivenWhileItSendsEachOnceAndOnlyWhereTheyAreWanted(ClientProfile client) throws Exception {
        RecordsFile.write(folder.resolve("records"), records(100, number -> null));
        DriverLoad unwanted = load(topic("latest", client, 1), Map.of(), 200, new DriverPace.Even(1_000, 0, 1));
        DriverLoad wanted = new DriverLoad(
                unwanted.bootstrap(),
                unwanted.topics(),
                unwanted.settings(),
                unwanted.records(),
                0,
                1,
                unwanted.pace(),
                1,
                unwanted.limit(),
                unwanted.lateAfter(),
                true,
                TIMEOUT);
        long given = 0;
        DriverResult result;
        try (DriverProcess driver = start(client)) {
            driver.load(wanted);
            driver.openWindow(Instant.now());
            driver.start(Instant.now());
            for (int i = 0; i < 5; i++) {
                TimeUnit.MILLISECONDS.sleep(20);
                given += driver.counts().latestNanos().orElseThrow().getTotalCount();
            }
            result = driver.finish();
        }
        Histogram last = result.counts().latestNanos().orElseThrow();

        assertThat(given + last.getTotalCount()).isEqualTo(200);
        assertThat((double) last.getMaxValue())
                .as("within about 1 % of the exact distribution")
                .isLessThanOrEqualTo(1.02 * result.acknowledgeNanos().getMaxValue());
        assertThat(sendAll(client, unwanted).counts().latestNanos()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(ClientProfile.class)
    void nothingCountsBeforeAWindowOpens(ClientProfile client) throws Exception {
        RecordsFile.write(folder.resolve("records"), records(100, number -> null));
        String topic = topic("unopened", client, 1);

        DriverResult result = sendAll(client, load(topic, Map.of(), 100, new DriverPace.Unthrottled()));

        assertThat(result.counts().acknowledged()).isEqualTo(100);
        assertThat(result.acknowledgeNanos().getTotalCount()).isZero();
        assertThat(result.sendNanos().getTotalCount()).isZero();
    }

    @ParameterizedTest
    @EnumSource(ClientProfile.class)
    void sendingEndsWithTheFirstThreadThatEnds(ClientProfile client) throws Exception {
        RecordsFile.write(folder.resolve("records"), records(100, number -> null));
        RecordsFile.writeTimes(folder.resolve("times"), new long[] {0, 600_000_000});
        String topic = topic("threads", client, 1);
        DriverLoad load = new DriverLoad(
                BROKER.address(),
                List.of(topic),
                Map.of(),
                folder.resolve("records"),
                0,
                1,
                new DriverPace.Times(folder.resolve("times"), Duration.ofSeconds(1)),
                2,
                OptionalLong.of(2),
                Duration.ofMillis(2),
                TIMEOUT);
        try (DriverProcess driver = start(client)) {
            driver.load(load);
            driver.start(Instant.now());
            TimeUnit.MILLISECONDS.sleep(250);

            // The first thread has sent its only record, the second waits for the time of its own.
            DriverCounts counts = driver.counts();
            assertThat(counts.sent()).isEqualTo(1);
            assertThat(counts.sending()).isFalse();
            assertThat(driver.finish().counts().acknowledged()).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @EnumSource(ClientProfile.class)
    void timesFromAFileAreKeptAndRepeated(ClientProfile client) throws Exception {
        String topic = topic("timed", client, 1);
        RecordsFile.write(folder.resolve("records"), records(3, number -> null));
        RecordsFile.writeTimes(folder.resolve("times"), new long[] {0, 1_000_000, 250_000_000});

        Instant start = Instant.now();
        DriverResult result = sendAll(
                client,
                load(topic, Map.of(), 6, new DriverPace.Times(folder.resolve("times"), Duration.ofMillis(400))));

        assertThat(Duration.between(start, Instant.now())).isGreaterThan(Duration.ofMillis(649));
        assertThat(result.counts().acknowledged()).isEqualTo(6);
    }

    @ParameterizedTest
    @EnumSource(ClientProfile.class)
    void settingsAreHonoured(ClientProfile client) throws Exception {
        RecordsFile.write(folder.resolve("records"), records(600, number -> null));
        Map<String, String> lingering = Map.of(
                "compression.type", "gzip", "compression.gzip.level", "9", "batch.size", "900000", "linger.ms", "150");
        Map<String, String> small =
                Map.of("compression.type", "zstd", "batch.size", "5000", "linger.ms", "150", "acks", "all");

        String topic = topic("lingering", client, 1);
        DriverResult one =
                sendAll(client, load(topic, translated(client, lingering), 600, new DriverPace.Even(1_000, 0, 1)));
        String other = topic("small", client, 1);
        DriverResult two =
                sendAll(client, load(other, translated(client, small), 600, new DriverPace.Even(1_000, 0, 1)));

        assertThat(one.errors()).isEmpty();
        assertThat(two.errors()).isEmpty();

        StoredBatches few = StoredBatches.of(BROKER.partitionFolder(topic, 0));
        assertThat(few.codecs()).containsExactly(CodecType.GZIP);
        assertThat(few.records()).isEqualTo(600);
        assertThat(few.batches())
                .as("one every 150 ms of 600 ms, and one at the end")
                .isBetween(1, 7);
        StoredBatches many = StoredBatches.of(BROKER.partitionFolder(other, 0));
        assertThat(many.codecs()).containsExactly(CodecType.ZSTD);
        assertThat(many.records()).isEqualTo(600);
        // 600 records of some 150 bytes in batches of at most 5,000, which Java's producer alone means as compressed.
        assertThat(many.batches()).isGreaterThan(client == ClientProfile.JAVA ? few.batches() : 15);
    }

    @ParameterizedTest
    @EnumSource(ClientProfile.class)
    void acknowledgementOfTheLeaderAloneIsTaken(ClientProfile client) throws Exception {
        RecordsFile.write(folder.resolve("records"), records(100, number -> null));
        String topic = topic("leader", client, 1);

        DriverResult result = sendAll(
                client, load(topic, translated(client, Map.of("acks", "1")), 100, new DriverPace.Unthrottled()));

        assertThat(result.counts().acknowledged()).isEqualTo(100);
    }

    @ParameterizedTest
    @EnumSource(ClientProfile.class)
    void whatIsReadIsAllThereIs(ClientProfile client) throws Exception {
        String topic = topic("read", client, 3);
        List<BatchRecord> records = records(RECORDS, DriverConformanceTest::key);
        RecordsFile.write(folder.resolve("records"), records);
        sendAll(
                client,
                load(
                        topic,
                        translated(client, Map.of("compression.type", "lz4")),
                        RECORDS,
                        new DriverPace.Unthrottled()));

        DriverConsumption read;
        try (DriverProcess driver = start(client)) {
            driver.consume(BROKER.address(), List.of(topic), Map.of(), TIMEOUT);
            driver.start(Instant.now());
            long deadlineNanos = System.nanoTime() + TIMEOUT.toNanos();
            while (driver.consumed().records() < RECORDS && System.nanoTime() < deadlineNanos) {
                TimeUnit.MILLISECONDS.sleep(20);
            }
            read = driver.finishConsuming();
        }

        assertThat(read.errors()).isEmpty();
        assertThat(read.records()).isEqualTo(RECORDS);
        assertThat(read.bytes())
                .isEqualTo(records.stream().mapToLong(BatchRecord::payloadBytes).sum());
        assertThat(read.disordered()).isZero();
        assertThat(read.cpuNanos()).isPositive();
    }

    @ParameterizedTest
    @EnumSource(ClientProfile.class)
    void whatItCannotDoIsRefusedBeforeAnythingIsSent(ClientProfile client) throws Exception {
        RecordsFile.write(folder.resolve("records"), records(1, number -> null));
        String topic = topic("refused", client, 1);

        assertThatThrownBy(() -> sendAll(client, load("no-such-topic", Map.of(), 1, new DriverPace.Unthrottled())))
                .isInstanceOf(DriverException.class)
                .hasMessageContaining("no-such-topic");
        assertThat(BROKER.topics()).doesNotContain("no-such-topic");
        if (client != ClientProfile.JAVA) {
            // Kafka's own client warns of settings that it does not know.
            assertThatThrownBy(() -> sendAll(
                            client, load(topic, Map.of("no.such.setting", "1"), 1, new DriverPace.Unthrottled())))
                    .isInstanceOf(DriverException.class)
                    .hasMessageContaining("no.such.setting");
        }
        DriverLoad nobody = new DriverLoad(
                "127.0.0.1:1",
                List.of(topic),
                Map.of(),
                folder.resolve("records"),
                0,
                1,
                new DriverPace.Unthrottled(),
                1,
                OptionalLong.of(1),
                Duration.ofMillis(2),
                Duration.ofSeconds(2));
        assertThatThrownBy(() -> sendAll(client, nobody)).isInstanceOf(DriverException.class);
        DriverLoad noRecords = new DriverLoad(
                BROKER.address(),
                List.of(topic),
                Map.of(),
                folder.resolve("missing"),
                0,
                1,
                new DriverPace.Unthrottled(),
                1,
                OptionalLong.of(1),
                Duration.ofMillis(2),
                TIMEOUT);
        assertThatThrownBy(() -> sendAll(client, noRecords))
                .isInstanceOf(DriverException.class)
                .hasMessageContaining("missing");
    }

    @ParameterizedTest
    @EnumSource(ClientProfile.class)
    void theDeathOfADriverIsToldAndItsCpuIsSeenFromOutside(ClientProfile client) throws Exception {
        RecordsFile.write(folder.resolve("records"), records(100, number -> null));
        String topic = topic("killed", client, 1);
        try (DriverProcess driver = start(client)) {
            assertThat(driver.hello().client()).isEqualTo(client.label());
            assertThat(driver.hello().version()).matches("\\d+\\.\\d+.*");
            driver.load(load(topic, Map.of(), 0, new DriverPace.Even(1_000, 0, 1)));
            driver.start(Instant.now());
            TimeUnit.MILLISECONDS.sleep(300);
            long reported = driver.counts().cpuNanos();
            assertThat(reported).isPositive();
            driver.cpu().ifPresent(seen -> assertThat(seen)
                    .isBetween(
                            Duration.ofNanos(reported).minusMillis(50),
                            Duration.ofNanos(reported).plusMillis(300)));

            ProcessHandle.of(driver.pid()).ifPresent(ProcessHandle::destroyForcibly);

            assertThatThrownBy(driver::finish)
                    .isInstanceOf(DriverException.class)
                    .hasMessageContaining(client.label())
                    .hasMessageContaining("ended");
        }
    }

    static Optional<String> obstacle(ClientProfile client) {
        return client == ClientProfile.JAVA
                ? Optional.empty()
                : new DriverBuild(DriverBuild.defaultFolder(), System.getenv(), line -> {}).obstacle(client);
    }

    /** Skips the test where its client's driver cannot be built. */
    static DriverProcess start(ClientProfile client) {
        obstacle(client).ifPresent(why -> assumeTrue(false, why));
        return DriverProcess.start(new DriverPrograms(line -> {}).command(client));
    }

    private static DriverResult sendAll(ClientProfile client, DriverLoad load) {
        try (DriverProcess driver = start(client)) {
            driver.load(load);
            driver.start(Instant.now());
            return driver.finish();
        }
    }

    private DriverLoad load(String topic, Map<String, String> settings, long limit, DriverPace pace) {
        return new DriverLoad(
                BROKER.address(),
                List.of(topic),
                settings,
                folder.resolve("records"),
                0,
                1,
                pace,
                1,
                limit == 0 ? OptionalLong.empty() : OptionalLong.of(limit),
                Duration.ofMillis(2),
                TIMEOUT);
    }

    private static Map<String, String> translated(ClientProfile client, Map<String, String> kafka) {
        return DriverSettings.translated(client, kafka);
    }

    private static String topic(String what, ClientProfile client, int partitions) {
        String topic = "driver-" + what + "-" + client.label();
        // The records are of 2023: the broker would delete them as too old.
        BROKER.create(topic, partitions, Map.of("retention.ms", "-1"));
        return topic;
    }

    private static @Nullable String key(int number) {
        return number % 3 == 0 ? null : "key-" + number % 97;
    }

    /** The number of each is its timestamp's distance from the first; some have headers, an empty or no value. */
    static List<BatchRecord> records(int count, IntFunction<@Nullable String> keys) {
        List<BatchRecord> records = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String key = keys.apply(i);
            Header[] headers = i % 5 == 0
                    ? new Header[] {
                        new RecordHeader("trace", ("t" + i).getBytes(StandardCharsets.UTF_8)),
                        new RecordHeader("empty", new byte[0])
                    }
                    : BatchRecord.NO_HEADERS;
            byte[] value = i % 50 == 49
                    ? new byte[0]
                    : ("{\"number\":" + i + ",\"text\":\"" + "some words ".repeat(10) + i * 7919 % 1000 + "\"}")
                            .getBytes(StandardCharsets.UTF_8);
            records.add(new BatchRecord(
                    key == null ? null : key.getBytes(StandardCharsets.UTF_8),
                    i % 70 == 69 && key != null ? null : value,
                    headers,
                    FIRST_MILLIS + i));
        }
        return records;
    }

    private static ContentDigest digest(List<BatchRecord> records) {
        return new ContentDigest(
                records.size(), records.stream().mapToLong(ContentDigest::of).sum());
    }

    /** As each library's default partitioner has it. */
    private static int partitionOf(ClientProfile client, BatchRecord record) {
        byte[] key = record.key();
        return switch (client) {
            case JAVA, FRANZ_GO -> ProducerReplay.partitionOf(record, PARTITIONS);
            case LIBRDKAFKA -> {
                CRC32 crc = new CRC32();
                crc.update(key);
                yield (int) (crc.getValue() % PARTITIONS);
            }
            case SARAMA -> {
                int hash = 0x811c9dc5;
                for (byte octet : key) {
                    hash = (hash ^ (octet & 0xff)) * 0x01000193;
                }
                yield Math.abs(hash % PARTITIONS);
            }
        };
    }

    static Predicate<Long> gone() {
        return pid -> ProcessHandle.of(pid).map(handle -> !handle.isAlive()).orElse(true);
    }
}
