package dev.squeeze.engine.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Percentage.withPercentage;

import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.Codec;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How clients other than Java's behave differently. Records have 200 bytes. */
@Tag("slow")
class ClientProfileTest {
    private static final ProducerSettings ZSTD = new ProducerSettings(Codec.parse("zstd:6"), 65_536, 20);

    private static Forecast fill(
            ClientProfile client, boolean keyed, double recordsPerSecond, ProducerSettings settings) {
        return fill(Client.of(client), keyed, recordsPerSecond, settings);
    }

    private static Forecast fill(Client client, boolean keyed, double recordsPerSecond, ProducerSettings settings) {
        Workload workload = Workload.of(recordsPerSecond, 200, keyed, 12)
                .withBrokers(3, 3)
                .withZones(3)
                .withRoundTripMillis(2)
                .withClient(client);
        CompressionCurve curve =
                new CompressionCurve(settings.codec(), List.of(HandMade.point(settings.codec(), 65_536, 8, 100, 500)));
        List<BatchRecord> records = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            byte[] key = keyed ? ByteBuffer.allocate(8).putLong(i * 31L).array() : null;
            records.add(new BatchRecord(key, new byte[keyed ? 182 : 190], BatchRecord.NO_HEADERS, 0));
        }
        return new Forecaster(records, workload, Optional.empty(), Surroundings.applications(Optional.empty()), 1)
                .coarse(settings, curve);
    }

    @Test
    void aBatchSizeBoundsUncompressedBytesInAllButJavas() {
        double java = fill(ClientProfile.JAVA, true, 5e6, ZSTD).recordsPerBatch();
        for (ClientProfile other : List.of(ClientProfile.LIBRDKAFKA, ClientProfile.FRANZ_GO, ClientProfile.SARAMA)) {
            Forecast fill = fill(other, true, 5e6, ZSTD);
            // A full batch of franz-go or sarama takes along partial batches of the broker's other partitions.
            boolean alone = other == ClientProfile.LIBRDKAFKA;
            assertThat(fill.recordsPerBatch())
                    .as(other.label())
                    .isBetween(alone ? 300.0 : 0.5 * 65_536 / 200, 65_536 / 200.0 + 1);
        }
        assertThat(fill(ClientProfile.LIBRDKAFKA, true, 5e6, ZSTD).full()).isTrue();
        assertThat(fill(ClientProfile.SARAMA, true, 5e6, ZSTD).full()).isTrue();
        assertThat(java).isGreaterThan(4 * 65_536 / 200.0);
    }

    @Test
    void librdkafkaSendsEachPartitionByItsOwnTimer() {
        // 1000 records/s on each partition for 20 ms, plus the first record, which starts the linger.
        assertThat(fill(ClientProfile.LIBRDKAFKA, true, 12_000, ZSTD).recordsPerBatch())
                .isCloseTo(21, withPercentage(4));
        // Without keys, the producer leaves a partition after twice the linger: nearly all records are in two batches.
        assertThat(fill(ClientProfile.LIBRDKAFKA, false, 12_000, ZSTD).recordsPerBatch())
                .isBetween(190.0, 245.0);
        // And no batch contains more than batch.num.messages, which is 10,000.
        assertThat(fill(ClientProfile.LIBRDKAFKA, false, 5e6, new ProducerSettings(Codec.NONE, 1 << 28, 1_000))
                        .recordsPerBatch())
                .isCloseTo(10_000, withPercentage(1));
    }

    @Test
    void versionsBeforeTheStickyPartitionerSpreadRecordsWithoutAKeyAsKeysDo() {
        for (String client : List.of("java:2.3", "librdkafka:1.5")) {
            Client old = Client.parse(client);
            double keyed = fill(old, true, 12_000, ZSTD).recordsPerBatch();

            assertThat(fill(old, false, 12_000, ZSTD).recordsPerBatch())
                    .as(client)
                    .isCloseTo(keyed, withPercentage(8));
            assertThat(fill(old.profile(), false, 12_000, ZSTD).recordsPerBatch())
                    .as(client)
                    .isGreaterThan(4 * keyed);
        }
    }

    @Test
    void saramaSpreadsRecordsWithoutKeysAndFranzStaysWithAPartitionFor64KiB() {
        assertThat(fill(ClientProfile.SARAMA, false, 12_000, ZSTD).recordsPerBatch())
                .isCloseTo(fill(ClientProfile.SARAMA, true, 12_000, ZSTD).recordsPerBatch(), withPercentage(6));
        ProducerSettings large = new ProducerSettings(Codec.NONE, 1_000_012, 50);
        // Moving on to another partition does not send anything: batches accumulate records until their linger
        // expires.
        assertThat(fill(ClientProfile.FRANZ_GO, false, 1e6, large).recordsPerBatch())
                .isBetween(3_000.0, 5_000.0);
        assertThat(fill(ClientProfile.FRANZ_GO, true, 1e6, large).recordsPerBatch())
                .isBetween(3_000.0, 5_000.0);
        // At a low rate, the producer stays with a partition for many batches.
        assertThat(fill(ClientProfile.FRANZ_GO, false, 1_000, large).recordsPerBatch())
                .isCloseTo(51, withPercentage(8));
    }

    @Test
    void aClientThatIsNotKnownIsNamed() {
        assertThat(ClientProfile.parse("Franz-Go")).isEqualTo(ClientProfile.FRANZ_GO);
        assertThatThrownBy(() -> ClientProfile.parse("kafkajs"))
                .hasMessageContaining("kafkajs")
                .hasMessageContaining("librdkafka");
    }
}
