package dev.squeeze.feature.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.squeeze.engine.predict.BatchFill;
import dev.squeeze.engine.predict.CostModel;
import dev.squeeze.engine.predict.Prediction;
import dev.squeeze.engine.predict.PriceList;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.engine.predict.ResourceEstimate;
import dev.squeeze.engine.predict.Workload;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RoleTimesTest {
    private static final Workload WORKLOAD = Workload.of(1_000, 400, true, 6).withConsumerGroups(3);
    private static final CostModel COSTS = new CostModel(WORKLOAD, PriceList.read("aws"));
    private static final BatchFill FILL = new BatchFill(10, 4_000, false, 5);
    private static final ResourceEstimate WHOLE = COSTS.estimate(FILL, 2, 90, 40, 25);

    private static ResourceEstimate with(RoleTimes rest, CodecSpeed codec) {
        return COSTS.estimate(FILL, 2, rest.producer(codec), rest.broker(codec), rest.consumer(codec));
    }

    @Test
    void sameCodecCostsWhatWholeRolesCost() {
        CodecSpeed codec = new CodecSpeed(30, 8);

        ResourceEstimate same = with(RoleTimes.of(WHOLE, WORKLOAD, codec), codec);

        assertThat(same.producerCores()).isEqualTo(WHOLE.producerCores(), within(1e-12));
        assertThat(same.brokerCores()).isEqualTo(WHOLE.brokerCores(), within(1e-12));
        assertThat(same.consumerCores()).isEqualTo(WHOLE.consumerCores(), within(1e-12));
        assertThat(same.cpuMoney()).isEqualTo(WHOLE.cpuMoney(), within(1e-9));
    }

    @Test
    void anotherCodecCostsTheDifferenceOfTheCodecs() {
        RoleTimes rest = RoleTimes.of(WHOLE, WORKLOAD, new CodecSpeed(30, 8));

        ResourceEstimate other = with(rest, new CodecSpeed(50, 10));

        double gigabytes = WORKLOAD.uncompressedBytesPerSecond() / 1e9;
        assertThat(other.producerCores() - WHOLE.producerCores()).isEqualTo(20 * gigabytes, within(1e-12));
        assertThat(other.brokerCores() - WHOLE.brokerCores()).isEqualTo(2 * gigabytes, within(1e-12));
        assertThat(other.consumerCores() - WHOLE.consumerCores()).isEqualTo(3 * 2 * gigabytes, within(1e-12));
    }

    @Test
    void noRoleTakesLessThanNothing() {
        RoleTimes rest = RoleTimes.of(WHOLE, WORKLOAD, new CodecSpeed(200, 100));

        assertThat(with(rest, CodecSpeed.FREE).cores()).isZero();
    }

    private static Prediction predicted(double recordsPerBatch, ResourceEstimate resources) {
        return new Prediction(
                ProducerSettings.KAFKA_DEFAULTS,
                new BatchFill(recordsPerBatch, 400 * recordsPerBatch, false, 5),
                2,
                0.02,
                0.3,
                resources,
                5,
                Optional.empty());
    }

    @Test
    void deeperBatchesTakeLessOfWhatEachBatchCosts() {
        CodecSpeed codec = new CodecSpeed(30, 8);
        // Halving the number of batches saves 20, 10 and 5 ns per byte, so all batches cost twice that.
        RoleTimes rest = RoleTimes.of(WHOLE, WORKLOAD, codec)
                .withDeeper(predicted(10, WHOLE), predicted(20, COSTS.estimate(FILL, 2, 70, 30, 20)), WORKLOAD);

        ResourceEstimate fourTimes = with(rest.inDeeperBatches(4), codec);

        assertThat(with(rest, codec).cores()).isEqualTo(WHOLE.cores(), within(1e-12));
        ResourceEstimate expected = COSTS.estimate(FILL, 2, 90 - 40 * 0.75, 40 - 20 * 0.75, 25 - 10 * 0.75);
        assertThat(fourTimes.cores()).isEqualTo(expected.cores(), within(1e-12));
        assertThat(rest.relativeHalfWidth()).isEqualTo(0.3);
    }

    @Test
    void settingsThatGatherHardlyMoreSayNothingOfBatches() {
        RoleTimes rest = RoleTimes.of(WHOLE, WORKLOAD, CodecSpeed.FREE);

        assertThat(rest.withDeeper(predicted(10, WHOLE), predicted(11, COSTS.estimate(FILL, 2, 70, 30, 20)), WORKLOAD))
                .isEqualTo(rest);
    }

    @Test
    void batchesCostNothingLessThanNothing() {
        RoleTimes rest = RoleTimes.of(WHOLE, WORKLOAD, CodecSpeed.FREE)
                .withDeeper(predicted(10, WHOLE), predicted(40, COSTS.estimate(FILL, 2, 99, 45, 30)), WORKLOAD);

        assertThat(with(rest.inDeeperBatches(8), CodecSpeed.FREE).cores()).isEqualTo(WHOLE.cores(), within(1e-12));
    }
}
