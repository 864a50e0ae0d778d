package dev.squeeze.engine.drivers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.squeeze.engine.predict.ClientProfile;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.kafka.ContentDigest;
import dev.squeeze.kit.kafka.ProducerReplay;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Requirements for every driver, whatever its library: the same load through each, against a real broker. */
@Tag("live")
class DriverConformanceTest extends DriverCase {
    private static final int PARTITIONS = 6;
    private static final int RECORDS = 3_000;

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
        // 600 records of about 150 bytes in batches of at most 5,000; only the Java producer applies that to compressed
        // size.
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
            // Kafka's own client only warns about unknown settings.
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

    private static @Nullable String key(int number) {
        return number % 3 == 0 ? null : "key-" + number % 97;
    }

    private static ContentDigest digest(List<BatchRecord> records) {
        return new ContentDigest(
                records.size(), records.stream().mapToLong(ContentDigest::of).sum());
    }

    /** As by each library's default partitioner. */
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
}
