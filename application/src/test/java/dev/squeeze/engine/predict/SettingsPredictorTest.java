package dev.squeeze.engine.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import dev.squeeze.kit.format.Codec;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How certain a prediction is about the batches that form. */
class SettingsPredictorTest {
    private static final MeasuredSample ACCESS_LOG = new MeasuredSample("sample:access-log");
    private static final CompressionCurve PLAIN = ACCESS_LOG.curve(Codec.NONE);

    private static Prediction.SimulatedTraffic simulated(int batchSizeBytes, int lingerMillis, int partitions) {
        return simulated(ClientProfile.JAVA, batchSizeBytes, lingerMillis, partitions);
    }

    private static Prediction.SimulatedTraffic simulated(
            ClientProfile client, int batchSizeBytes, int lingerMillis, int partitions) {
        return predicted(client, batchSizeBytes, lingerMillis, partitions)
                .simulated()
                .orElseThrow();
    }

    private static Prediction.SimulatedTraffic simulated(
            int batchSizeBytes, int lingerMillis, int partitions, double recordsPerSecond) {
        return predicted(ClientProfile.JAVA, batchSizeBytes, lingerMillis, partitions, recordsPerSecond)
                .simulated()
                .orElseThrow();
    }

    private static Prediction predicted(ClientProfile client, int batchSizeBytes, int lingerMillis, int partitions) {
        return predicted(client, batchSizeBytes, lingerMillis, partitions, 10_000);
    }

    private static Prediction predicted(
            ClientProfile client, int batchSizeBytes, int lingerMillis, int partitions, double recordsPerSecond) {
        return predictor(client, partitions, recordsPerSecond)
                .of(new ProducerSettings(Codec.NONE, batchSizeBytes, lingerMillis), PLAIN);
    }

    private static SettingsPredictor predictor(ClientProfile client, int partitions, double recordsPerSecond) {
        return SettingsPredictor.ofApplications(
                new SentRecords(ACCESS_LOG.records(), Optional.empty()),
                new CostModel(
                        Workload.of(recordsPerSecond, ACCESS_LOG.recordBytes(), false, partitions)
                                .withClient(Client.of(client)),
                        PriceList.read("aws")),
                Map.of(Codec.NONE, PLAIN),
                Optional.empty(),
                0,
                1);
    }

    /** Records that are still queued from the producer's start would be a large part of a short simulation. */
    @Test
    void aShortSimulationDoesNotTakeTheQueueOfTheStartForWhatRecordsWait() {
        SettingsPredictor predictor = predictor(ClientProfile.JAVA, 12, 2_000_000);

        Prediction coarse = predictor.coarse(new ProducerSettings(Codec.NONE, 16_384, 5), PLAIN);

        assertThat(coarse.latencyMillis()).isLessThan(30);
        assertThat(coarse.simulated().orElseThrow().coarse()).isTrue();
    }

    @Test
    void batchesOfManyRecordsWithoutALingerMayBeDeeperButHardlyShallower() {
        Prediction deep = predicted(ClientProfile.JAVA, 1 << 20, 0, 1, 200_000);
        double records = deep.fill().recordsPerBatch();

        // At most one header less per record; the cost of many times fewer records is not included.
        assertThat(records).isGreaterThan(5);
        assertThat(deep.ratioRelativeHalfWidth()).isLessThan(0.012 + 1.2 * 61 / (records * ACCESS_LOG.recordBytes()));
    }

    @Test
    void aLingerDecidesHoweverBusyTheBrokerIs() {
        assertThat(simulated(1 << 20, 5, 1).recordsPerBatchRelativeHalfWidth()).isBetween(0.08, 0.2);
    }

    /** A batch then contains what arrives while requests are in flight, and how long that takes is not known. */
    @ParameterizedTest
    @EnumSource
    void withoutALingerBatchesMayBeAsManyTimesLargerAsBrokersAnswerAndThreadsWakeLater(ClientProfile client) {
        assertThat(simulated(client, 1_000_000, 0, 1).recordsPerBatchRelativeHalfWidth())
                .isGreaterThan(0.5);
    }

    @Test
    void whatFullBatchesTakeAlongDependsOnWhenTheSenderWakes() {
        assertThat(simulated(4 << 10, 5, 12).recordsPerBatchRelativeHalfWidth())
                .isGreaterThan(simulated(1 << 20, 5, 12).recordsPerBatchRelativeHalfWidth());
    }

    /** Two records, the second of which arrives within the linger of the first only because arrivals are random. */
    @Test
    void whereShallowBatchesAreLingeredForEvenPacingIsInTheInterval() {
        Prediction.SimulatedTraffic shallow = simulated(1 << 20, 5, 1, 200);

        assertThat(shallow.recordsPerBatchRelativeHalfWidth()).isBetween(0.4, 0.7);
        assertThat(simulated(1 << 20, 5, 1, 10_000).recordsPerBatchRelativeHalfWidth())
                .isLessThan(0.15);
    }

    /** Records without a codec: a batch with one record less has more header bytes per record. */
    @Test
    void storedBytesOfBatchesThatMayBeDeeperHaveTheHeadersInTheirInterval() {
        assertThat(predicted(ClientProfile.JAVA, 1 << 20, 0, 1).ratioRelativeHalfWidth())
                .isGreaterThan(3 * predicted(ClientProfile.JAVA, 1 << 20, 50, 1).ratioRelativeHalfWidth());
    }

    /** Curves describe Java's codecs. */
    @ParameterizedTest
    @EnumSource
    void recordsWaitAsLongAsTheirClientCompresses(ClientProfile client) {
        Codec zstd = Codec.parse("zstd:3");
        CompressionCurve curve = ACCESS_LOG.curve(zstd);
        SettingsPredictor predictor = predictor(client, 1, 10_000);
        ProducerSettings settings = new ProducerSettings(zstd, 1_000_000, 5);

        assertThat(List.of(predictor.of(settings, curve), predictor.coarse(settings, curve)))
                .allSatisfy(prediction -> {
                    double bytes = prediction.fill().recordBytesPerBatch();
                    assertThat(prediction.addedLatencyMillis()
                                    - prediction.fill().lingeredMillis())
                            .isCloseTo(
                                    bytes
                                            * curve.compressNanosPerByte(bytes)
                                            * ClientCodecCpu.factor(client, zstd, bytes)
                                            / 1e6,
                                    withPercentage(0.1));
                });
    }

    /** Brokers compress with Java's codecs, whatever the client. */
    @Test
    void whatBrokersCompressTakesThemTheirOwnTime() {
        Codec zstd = Codec.parse("zstd:3");
        CompressionCurve curve = ACCESS_LOG.curve(zstd);
        SettingsPredictor predictor = predictor(ClientProfile.LIBRDKAFKA, 1, 10_000);
        Prediction today = predictor.of(new ProducerSettings(Codec.NONE, 1_000_000, 5), PLAIN);
        double bytes = today.fill().recordBytesPerBatch();

        assertThat(predictor.recompressed(today, PLAIN, curve).addedLatencyMillis() - today.addedLatencyMillis())
                .isCloseTo(bytes * curve.compressNanosPerByte(bytes) / 1e6, withPercentage(0.1));
    }
}
