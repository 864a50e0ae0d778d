package dev.squeeze.engine.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.source.StoredBatches;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsOfLogTest {
    private static final Workload JAVA = Workload.of(200, 200, false, 3);

    /**
     * From topics of a live broker, to each of which one producer with this linger.ms sent records that arrived at
     * random.
     */
    @ParameterizedTest
    @CsvSource({"21.42, 95.12, 100", "5.156, 54.19, 70", "5.357, 54.50, 70"})
    void aLongLingerIsThatOfTheProducer(double recordsPerBatch, double gatheredMillis, int linger) {
        StoredBatches stored = stored(recordsPerBatch, OptionalDouble.of(gatheredMillis));

        assertThat(SettingsOfLog.estimate(stored).orElseThrow()).isCloseTo(linger, within(0.02 * linger));
        assertThat(shown(stored)).containsExactly("linger.ms=" + linger);
    }

    /** The same with Java's default of 5 ms, which the batches show as well. */
    @ParameterizedTest
    @CsvSource({"1.422, 1.012", "1.251, 0.656", "1.107, 0.260"})
    void theDefaultIsNoLongLinger(double recordsPerBatch, double gatheredMillis) {
        StoredBatches stored = stored(recordsPerBatch, OptionalDouble.of(gatheredMillis));

        assertThat(SettingsOfLog.estimate(stored).orElseThrow()).isCloseTo(5, within(0.75));
        assertThat(shown(stored)).isEmpty();
    }

    @Test
    void whatDoesNotShowALingerIsNone() {
        assertThat(shown(stored(1, OptionalDouble.of(0))))
                .as("batches of one record")
                .isEmpty();
        assertThat(shown(stored(20, OptionalDouble.empty())))
                .as("times of the broker")
                .isEmpty();
        assertThat(shown(stored(20, OptionalDouble.of(60_000))))
                .as("times of events")
                .isEmpty();
        assertThat(shown(stored(20, OptionalDouble.of(6)))).as("a busy broker").isEmpty();
    }

    /** A batch.size of 16384 has room for 82 of these records; if batches contain more, it must be larger. */
    @ParameterizedTest
    @CsvSource({"85, 1, ''", "300, 1, batch.size=65536", "300, 6, ''", "3000, 6, batch.size=131072", "1.0, 0.01, ''"})
    void batchesLargerThanTheDefaultShowALargerOne(double recordsPerBatch, double ratio, String line) {
        StoredBatches stored = stored(recordsPerBatch, OptionalDouble.empty(), ratio);

        assertThat(shown(stored)).containsExactlyElementsOf(line.isEmpty() ? List.of() : List.of(line));
        assertThat(SettingsOfLog.of(stored, JAVA).codec()).isEqualTo(Codec.ofDefaultLevel(CodecType.LZ4));
    }

    /** If brokers compress what producers send uncompressed, stored batches are smaller than those that were sent. */
    @Test
    void batchSizeBoundsWhatProducersSend() {
        StoredBatches stored = stored(300, OptionalDouble.empty(), 6);

        assertThat(SettingsOfLog.shown(stored, JAVA, CodecType.NONE)).containsExactly("batch.size=65536");
        assertThat(SettingsOfLog.of(stored, JAVA, CodecType.NONE).batchSizeBytes())
                .isEqualTo(65_536);
        assertThat(SettingsOfLog.of(stored, JAVA).batchSizeBytes()).isEqualTo(16_384);
    }

    @Test
    void otherClientsBoundUncompressedRecords() {
        Workload franz = JAVA.withClient(Client.of(ClientProfile.FRANZ_GO));
        StoredBatches stored = stored(8_000, OptionalDouble.empty(), 6);

        assertThat(SettingsOfLog.shown(stored, franz, CodecType.LZ4)).containsExactly("batch.size=2097152");
        assertThat(SettingsOfLog.of(stored, franz).batchSizeBytes()).isEqualTo(2 << 20);
    }

    private static List<String> shown(StoredBatches stored) {
        return SettingsOfLog.shown(stored, JAVA, CodecType.LZ4);
    }

    private static StoredBatches stored(double recordsPerBatch, OptionalDouble gatheredMillis) {
        return stored(recordsPerBatch, gatheredMillis, 3);
    }

    private static StoredBatches stored(double recordsPerBatch, OptionalDouble gatheredMillis, double ratio) {
        return new StoredBatches(
                true,
                CodecType.LZ4,
                1,
                1_000,
                recordsPerBatch,
                200 * recordsPerBatch,
                ratio,
                gatheredMillis,
                OptionalDouble.of(200),
                OptionalDouble.of(600),
                3,
                OptionalLong.empty(),
                Optional.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                Optional.empty());
    }
}
