package dev.squeeze.engine.predict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.kafka.ProducerReplay;
import dev.squeeze.kit.kafka.ReplayPlan;
import dev.squeeze.kit.kafka.ReplayTiming;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The predicted fill against Kafka's own accumulator in simulated time. The partitioner draws unseeded; thousands of batches even it out. */
class ProducerFillTest {
    private static final double ROUND_TRIP_MILLIS = 2;
    private static final double FULL_RATE = 100_000;
    private static final long SEED = 7;
    private static final long BYTES_TO_SETTLE = 192L << 20;
    private static final MeasuredSample ACCESS_LOG = new MeasuredSample("sample:access-log");
    private static final MeasuredSample JSON_EVENTS = new MeasuredSample("sample:json-events");

    @ParameterizedTest(name = "keyed={0}, {1} partitions on {2} brokers, linger.ms={3}, {4} records/s")
    @CsvSource({
        "true, 1, 1, 5, 50",
        "true, 4, 1, 5, 1000",
        "true, 12, 3, 5, 10000",
        "true, 48, 3, 50, 60000",
        "true, 1, 1, 0, 1000",
        "true, 1, 1, 0, 10000",
        "true, 12, 1, 50, 1000",
        "true, 4, 1, 50, 60000",
        "true, 12, 1, 50, 60000",
        "true, 12, 3, 50, 60000",
        "false, 4, 3, 5, 50",
        "false, 12, 1, 50, 1000",
        "false, 12, 3, 5, 10000",
        "false, 4, 1, 50, 10000",
        "false, 12, 1, 50, 10000",
        "false, 12, 3, 50, 60000",
        "false, 1, 1, 50, 60000"
    })
    // Without linger what a batch gathers while the sender wakes up is not in the model.
    void recordsOfOneSizeFillBatchesAsPredicted(
            boolean keyed, int partitions, int brokers, int lingerMillis, double recordsPerSecond) {
        BatchRecord record = new BatchRecord(null, new byte[192], BatchRecord.NO_HEADERS, 0);
        ProducerSettings settings = new ProducerSettings(Codec.NONE, 16_384, lingerMillis);
        CompressionCurve curve =
                new CompressionCurve(Codec.NONE, List.of(HandMade.point(Codec.NONE, 16_384, 1, 0, 1_000, 1_000)));
        double real;
        Random random = new Random(SEED);
        try (ProducerReplay producer = replay(settings, partitions, brokers, recordsPerSecond, ROUND_TRIP_MILLIS)) {
            real = producer.send(
                            () -> record,
                            one -> keyed ? random.nextInt(partitions) : ProducerReplay.ANY_PARTITION,
                            new ProducerReplay.Extent(BYTES_TO_SETTLE, 4_000, Long.MAX_VALUE))
                    .recordsPerBatch();
        }

        BatchFill fill = BatchFill.of(workload(recordsPerSecond, 201, keyed, partitions, brokers), settings, curve);

        assertThat(fill.recordsPerBatch()).isCloseTo(real, Percentage.withPercentage(lingerMillis == 0 ? 25 : 7));
    }

    @ParameterizedTest(name = "{0}, {1}, batch.size={2}")
    @CsvSource({
        "access-log, lz4, 16384, 4",
        "access-log, lz4, 65536, 4",
        "access-log, zstd:3, 16384, 4",
        "access-log, zstd:3, 65536, 4",
        "access-log, snappy, 16384, 4",
        "access-log, snappy, 262144, 4",
        "access-log, none, 16384, 4",
        "json-events, lz4, 65536, 10",
        "json-events, zstd:3, 65536, 10",
        "json-events, zstd:3, 16384, 20",
        "json-events, none, 16384, 10"
    })
    void fullBatchesOfRealRecordsHoldWhatIsPredicted(String name, String codec, int batchSizeBytes, double percent) {
        MeasuredSample measured = name.equals("json-events") ? JSON_EVENTS : ACCESS_LOG;
        ProducerSettings settings = new ProducerSettings(Codec.parse(codec), batchSizeBytes, 10_000);
        CompressionCurve curve = measured.curve(settings.codec());
        int batches = name.equals("json-events") ? 800 : 250;

        double predicted = BatchFill.of(
                        workload(FULL_RATE, measured.recordBytes(), true, 1, 1),
                        settings,
                        curve,
                        RecordSizes.of(measured.sample()))
                .recordsPerBatch();

        assertThat(predicted)
                .isCloseTo(
                        real(measured, settings, true, 1, 1, FULL_RATE, batches), Percentage.withPercentage(percent));
    }

    @ParameterizedTest(name = "keyed={0}, {1} partitions on {2} brokers, {3}")
    @CsvSource({
        "true, 4, 1, lz4",
        "true, 12, 1, zstd:3",
        "false, 4, 1, lz4",
        "false, 4, 1, zstd:3",
        "false, 12, 1, lz4",
        "false, 12, 3, zstd:3"
    })
    void partitionsThatShareABrokerCloseOneAnothersBatches(boolean keyed, int partitions, int brokers, String codec) {
        MeasuredSample measured = ACCESS_LOG;
        double recordsPerSecond = keyed ? 100_000 : 20_000;
        ProducerSettings settings = new ProducerSettings(Codec.parse(codec), 16_384, 100);
        CompressionCurve curve = measured.curve(settings.codec());

        double predicted = BatchFill.of(
                        workload(recordsPerSecond, measured.recordBytes(), keyed, partitions, brokers),
                        settings,
                        curve,
                        RecordSizes.of(measured.sample()))
                .recordsPerBatch();

        assertThat(predicted)
                .isCloseTo(
                        real(measured, settings, keyed, partitions, brokers, recordsPerSecond, keyed ? 600 : 3_000),
                        Percentage.withPercentage(20));
    }

    private static double real(
            MeasuredSample measured,
            ProducerSettings settings,
            boolean keyed,
            int partitions,
            int brokers,
            double recordsPerSecond,
            int batches) {
        // Where keys choose, each partition's batches hold neighbours, as those do that the curves were measured on.
        IntFunction<BatchRecord> stream = measured.stream(partitions);
        Random random = new Random(SEED);
        int[] chosen = {ProducerReplay.ANY_PARTITION};
        try (ProducerReplay producer =
                replay(settings, partitions, brokers, recordsPerSecond, partitions == 1 ? 0.02 : ROUND_TRIP_MILLIS)) {
            return producer.send(
                            () -> {
                                chosen[0] = keyed ? random.nextInt(partitions) : ProducerReplay.ANY_PARTITION;
                                return stream.apply(chosen[0]);
                            },
                            record -> chosen[0],
                            new ProducerReplay.Extent(BYTES_TO_SETTLE, batches, Long.MAX_VALUE))
                    .recordsPerBatch();
        }
    }

    private static ProducerReplay replay(
            ProducerSettings settings, int partitions, int brokers, double recordsPerSecond, double roundTripMillis) {
        return new ProducerReplay(
                new ReplayPlan(
                        settings.codec(),
                        settings.batchSizeBytes(),
                        settings.lingerMillis(),
                        partitions,
                        brokers,
                        new ReplayPlan.Arrivals.Poisson(recordsPerSecond),
                        ReplayTiming.ofRoundTrip(Duration.ofNanos((long) (roundTripMillis * 1e6)))),
                SEED);
    }

    private static Workload workload(
            double recordsPerSecond, double recordBytes, boolean keyed, int partitions, int brokers) {
        return Workload.of(recordsPerSecond, recordBytes, keyed, partitions)
                .withBrokers(brokers, 1)
                .withConsumerGroups(0)
                .withRetention(Duration.ZERO)
                .withRoundTripMillis(ROUND_TRIP_MILLIS);
    }
}
