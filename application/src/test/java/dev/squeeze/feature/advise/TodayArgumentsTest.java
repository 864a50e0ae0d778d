package dev.squeeze.feature.advise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.engine.predict.Client;
import dev.squeeze.engine.predict.ClientProfile;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.engine.predict.Workload;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.format.TopicCompression;
import dev.squeeze.kit.source.RecordSource;
import dev.squeeze.kit.source.Sample;
import dev.squeeze.kit.source.StoredBatches;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TodayArgumentsTest {
    private static final Workload JAVA = Workload.of(1_000, 200, true, 12);

    /** The log is in zstd, and its batches show a linger of 70 ms. */
    @ParameterizedTest
    @CsvSource({
        "'batch.size=131072,linger.ms=20', zstd:3, 131072, 20, true",
        "batch.size=131072, zstd:3, 131072, 70, true",
        "linger.ms=20, zstd:3, 16384, 20, true",
        "compression.type=zstd, zstd:3, 16384, 70, true",
        "'compression.type=zstd,compression.zstd.level=6', zstd:6, 16384, 70, true",
        "'compression.type=none,linger.ms=5', none, 16384, 5, false",
        "compression.type=lz4, lz4, 16384, 70, false",
    })
    void whatIsNotGivenIsAsInTheLog(String given, String codec, int bytes, int millis, boolean batchesOfTheLog) {
        TodayArguments today = today(given);

        ProducerSettings settings = new ProducerSettings(Codec.parse(codec), bytes, millis);
        assertThat(today.settings(sample(Optional.of(stored())), JAVA)).isEqualTo(settings);
        FromLog fromLog = fromLog(today, JAVA);
        assertThat(fromLog.batches()).isEqualTo(batchesOfTheLog);
        assertThat(fromLog.givenSettings().isPresent()).isEqualTo(batchesOfTheLog);
    }

    @Test
    void whichSettingsOfTheLogsBatchesWereGivenIsKept() {
        assertThat(fromLog(today("linger.ms=20,compression.type=zstd"), JAVA).givenSettings())
                .contains(List.of("compression.type", "linger.ms"));
        assertThat(fromLog(new TodayArguments(), JAVA).givenSettings()).isEmpty();
    }

    /** A given codec is what producers send; the batches that brokers store in the log are today's. */
    @ParameterizedTest
    @CsvSource({
        "zstd, compression.type=lz4, 'zstd:3 on the topic, producers lz4, batch.size=16384, linger.ms=70', true",
        "zstd, compression.type=none, 'zstd:3 on the topic, producers none, batch.size=32768, linger.ms=70', true",
        "zstd, compression.type=zstd, 'zstd:3, batch.size=16384, linger.ms=70', true",
        "zstd, batch.size=16384, 'zstd:3, batch.size=16384, linger.ms=70', true",
        "producer, compression.type=lz4, 'lz4, batch.size=16384, linger.ms=70', false",
        "gzip, compression.type=lz4, 'gzip:6 on the topic, producers lz4, batch.size=16384, linger.ms=70', false",
        "uncompressed, compression.type=lz4, 'none on the topic, producers lz4, batch.size=16384, linger.ms=70', false",
        "uncompressed, batch.size=16384, 'zstd:3, batch.size=16384, linger.ms=70', true",
    })
    void onATopicWithACodecOfItsOwnBrokersStoreThat(
            String topic, String given, String settings, boolean batchesOfTheLog) {
        Workload workload = JAVA.withTopicCompression(Optional.of(TopicCompression.parse(topic)));

        assertThat(today(given).settings(sample(Optional.of(stored())), workload))
                .hasToString(settings);
        assertThat(fromLog(today(given), workload).batches()).isEqualTo(batchesOfTheLog);
    }

    /**
     * Its batches have 18 KB of records without a codec; producers sending zstd would have limited them to a quarter of
     * that.
     */
    @ParameterizedTest
    @CsvSource({
        "zstd, compression.type=none, 32768",
        "zstd, compression.type=zstd, 16384",
        "producer, compression.type=none, 16384",
        "zstd, linger.ms=70, 16384",
    })
    void uncompressedBatchesOfProducersAreLargerThanThoseThatBrokersStore(String topic, String given, int bytes) {
        Workload workload = JAVA.withTopicCompression(Optional.of(TopicCompression.parse(topic)));

        assertThat(today(given)
                        .settings(sample(Optional.of(stored())), workload)
                        .batchSizeBytes())
                .isEqualTo(bytes);
    }

    @Test
    void withoutALogTheClientsDefaultsStandForWhatIsNotGiven() {
        TodayArguments today = today("batch.size=131072,linger.ms=20");

        ProducerSettings settings = new ProducerSettings(Codec.NONE, 131_072, 20);
        assertThat(today.settings(sample(Optional.empty()), JAVA)).isEqualTo(settings);
        assertThat(today.fromLog(sample(Optional.empty()), new WorkloadArguments(), settings))
                .isEqualTo(FromLog.NOTHING);
    }

    /** Its batches cannot be from producers with the client's default. */
    @Test
    void todaysBatchSizeIsTakenToBeOneThatTheTopicTakes() {
        Workload limited = JAVA.withMaxMessageBytes(OptionalInt.of(10_000));

        assertThat(new TodayArguments()
                        .settings(sample(Optional.of(stored())), limited)
                        .batchSizeBytes())
                .isEqualTo(10_000);
        assertThat(today("batch.size=65536")
                        .settings(sample(Optional.of(stored())), limited)
                        .batchSizeBytes())
                .as("given")
                .isEqualTo(65_536);
        assertThat(new TodayArguments()
                        .settings(sample(Optional.of(stored())), JAVA.withMaxMessageBytes(OptionalInt.of(1_048_588))))
                .isEqualTo(new TodayArguments().settings(sample(Optional.of(stored())), JAVA));
    }

    /** If {@code batch.size} limits uncompressed bytes, a batch of that size may be accepted. */
    @Test
    void otherClientsKeepTheirDefault() {
        Client librdkafka = Client.of(ClientProfile.LIBRDKAFKA);
        Workload limited = JAVA.withClient(librdkafka).withMaxMessageBytes(OptionalInt.of(4_096));

        assertThat(new TodayArguments().settings(sample(Optional.empty()), limited))
                .isEqualTo(librdkafka.defaults());
    }

    private static FromLog fromLog(TodayArguments today, Workload workload) {
        Sample sample = sample(Optional.of(stored()));
        return today.fromLog(sample, new WorkloadArguments(), today.settings(sample, workload));
    }

    private static TodayArguments today(String given) {
        TodayArguments today = new TodayArguments();
        today.current = CurrentSettings.parse(given);
        return today;
    }

    private static Sample sample(Optional<StoredBatches> stored) {
        return new Sample(
                new RecordSource.ReadReport(10_000, 1_930_000, "topic", true, true, List.of(), stored),
                new Sample.RecordBytes(193, 193, 193, 193, 193),
                1,
                Optional.empty(),
                List.of());
    }

    private static StoredBatches stored() {
        return new StoredBatches(
                true,
                CodecType.ZSTD,
                1,
                100,
                100,
                20_000,
                4,
                OptionalDouble.of(70),
                OptionalDouble.of(1_000),
                OptionalDouble.of(3e6),
                12,
                OptionalLong.empty(),
                Optional.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                Optional.empty());
    }
}
