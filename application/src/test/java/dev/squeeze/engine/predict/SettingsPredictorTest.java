package dev.squeeze.engine.predict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.kit.format.Codec;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/** How sure a prediction is of the batches that form. */
class SettingsPredictorTest {
    private static final MeasuredSample ACCESS_LOG = new MeasuredSample("sample:access-log");
    private static final CompressionCurve PLAIN = ACCESS_LOG.curve(Codec.NONE);

    private static SettingsPredictor predictor(int partitions) {
        return SettingsPredictor.ofApplications(
                new SentRecords(ACCESS_LOG.records(), Optional.empty()),
                new CostModel(Workload.of(10_000, ACCESS_LOG.recordBytes(), false, partitions), PriceList.read("aws")),
                Map.of(Codec.NONE, PLAIN),
                Optional.empty(),
                0,
                1);
    }

    private static Prediction.Played played(int batchSizeBytes, int lingerMillis, int partitions) {
        return predictor(partitions)
                .of(new ProducerSettings(Codec.NONE, batchSizeBytes, lingerMillis), PLAIN)
                .played()
                .orElseThrow();
    }

    @Test
    void aLingerDecidesHoweverBusyTheBrokerIs() {
        assertThat(played(1 << 20, 5, 1).recordsPerBatchRelativeHalfWidth()).isBetween(0.08, 0.2);
    }

    /** A batch then holds what comes while requests are under way, and how long that takes is not known. */
    @Test
    void withoutALingerBatchesMayBeAsManyTimesLargerAsTheBrokerAnswersLater() {
        assertThat(played(1 << 20, 0, 1).recordsPerBatchRelativeHalfWidth()).isGreaterThan(0.5);
    }

    @Test
    void whatFullBatchesTakeAlongDependsOnWhenTheSenderWakes() {
        assertThat(played(4 << 10, 5, 12).recordsPerBatchRelativeHalfWidth())
                .isGreaterThan(played(1 << 20, 5, 12).recordsPerBatchRelativeHalfWidth());
    }

    /** About 22 KiB of records come while a batch lingers. */
    @Test
    void settingsShareASimulationWhereOnlyTheLingerClosesBatches() {
        SettingsPredictor shared = predictor(12);
        ProducerSettings quarter = new ProducerSettings(Codec.NONE, 256 << 10, 10);
        ProducerSettings whole = new ProducerSettings(Codec.NONE, 1 << 20, 10);
        Prediction first = shared.of(quarter, PLAIN);
        Prediction second = shared.of(whole, PLAIN);

        assertThat(first.settings()).isEqualTo(quarter);
        assertThat(second.settings()).isEqualTo(whole);
        assertThat(second.fill()).isEqualTo(first.fill());
        Forecaster alone = new Forecaster(
                ACCESS_LOG.records(),
                Workload.of(10_000, ACCESS_LOG.recordBytes(), false, 12),
                Optional.empty(),
                Surroundings.applications(Optional.empty()),
                1);
        assertThat(first.fill().recordsPerBatch())
                .isCloseTo(alone.of(whole, Optional.of(PLAIN)).recordsPerBatch(), Percentage.withPercentage(3));
        ProducerSettings filled = new ProducerSettings(Codec.NONE, 8 << 10, 10);
        assertThat(shared.of(filled, PLAIN).fill().recordBytesPerBatch()).isLessThan(8 << 10);
    }
}
