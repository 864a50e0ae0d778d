package dev.squeeze.feature.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.squeeze.engine.predict.BatchFill;
import dev.squeeze.engine.predict.CostModel;
import dev.squeeze.engine.predict.PriceList;
import dev.squeeze.engine.predict.ResourceEstimate;
import dev.squeeze.engine.predict.Workload;
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
}
