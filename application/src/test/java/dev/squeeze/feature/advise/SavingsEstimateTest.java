package dev.squeeze.feature.advise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.squeeze.engine.predict.CostModel;
import dev.squeeze.engine.predict.HandMade;
import dev.squeeze.engine.predict.Prediction;
import dev.squeeze.engine.predict.PriceList;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class SavingsEstimateTest {
    private static final Prediction BEFORE = AdviceParts.prediction("none", 16_384, 5, 20, 1, 300, 0.42);
    private static final Prediction AFTER = AdviceParts.prediction("zstd:3", 65_536, 10, 200, 5, 60, 0.07);

    private static ConfidenceInterval cores(double cpuRelativeHalfWidth, Prediction after) {
        CostModel costs = new CostModel(HandMade.workload(1_000), PriceList.read("aws"));
        return new SavingsEstimate(costs, 0, cpuRelativeHalfWidth, 100)
                .between(BEFORE, after)
                .cores();
    }

    /** If all work takes longer on a machine, it does so with both settings. */
    @Test
    void whatIsNotKnownOfTheMachineDoesNotTurnFewerCoresIntoMore() {
        ConfidenceInterval saved = cores(0.6, AFTER);

        assertThat(saved.estimate()).isCloseTo(0.35, within(1e-9));
        assertThat(saved.low()).isCloseTo(0.4 * 0.35, within(0.01));
        assertThat(saved.high()).isLessThan(1.6 * 0.42);
    }

    /** If uncompressed bytes are billed, the error of a ratio affects only bytes that cost the same. */
    @Test
    void moneyForUncompressedBytesDoesNotDependOnTheRatio() {
        Prediction lz4 = AdviceParts.prediction("lz4", 16_384, 5, 20, 2, 150, 0.2);
        CostModel costs = new CostModel(HandMade.workload(1_000), PriceList.read("warpstream"));
        ConfidenceInterval money =
                new SavingsEstimate(costs, 0.1, 0, 100).between(lz4, AFTER).money();
        ConfidenceInterval compressed = new SavingsEstimate(
                        new CostModel(HandMade.workload(1_000), PriceList.read("aws")), 0.1, 0, 100)
                .between(lz4, AFTER)
                .money();

        double ofCores = 0.02 * Math.hypot(0.2, 0.07) * costs.moneyPerCore();
        assertThat(money.high() - money.estimate()).isLessThan(1.01 * ofCores);
        assertThat(compressed.high() - compressed.estimate()).isGreaterThan(2 * ofCores);
    }

    @Test
    void disksThatANumberOfBytesBoundsDoNotDependOnTheRatio() {
        CostModel bounded = new CostModel(
                HandMade.workload(1_000).withRetentionBytes(OptionalLong.of(1_000_000)), PriceList.read("aws"));
        ConfidenceInterval disk =
                new SavingsEstimate(bounded, 0.1, 0, 100).between(BEFORE, AFTER).diskGigabytes();

        assertThat(disk.high()).isCloseTo(disk.estimate(), within(1e-9));
    }

    @Test
    void settingsThatTakeTheSameCoresSaveNoneOnAnyMachine() {
        Prediction same = AdviceParts.prediction("lz4", 65_536, 10, 200, 5, 60, 0.42);

        assertThat(cores(0.6, same).high()).isLessThan(0.01);
    }
}
