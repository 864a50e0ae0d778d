package dev.squeeze.feature.advise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.squeeze.engine.predict.Client;
import dev.squeeze.engine.predict.ClientProfile;
import dev.squeeze.engine.predict.HandMade;
import dev.squeeze.engine.predict.Prediction;
import dev.squeeze.engine.predict.Workload;
import dev.squeeze.kit.cli.FailedException;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.stats.ConfidenceInterval;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AdvisorTest {
    @Test
    void theNetworkObjectiveTakesTheSmallestBatchesOfAll() {
        Recommendation advice = AdviceCase.usual().optimizing(Objective.NETWORK).advise();

        assertThat(advice.recommended().settings().codec()).isEqualTo(Codec.parse("zstd:9"));
        assertThat(advice.runnersUp()).allSatisfy(runnerUp -> assertThat(
                        runnerUp.prediction().resources().wireBytesPerSecond())
                .isGreaterThanOrEqualTo(0.99 * wire(advice.recommended())));
    }

    @Test
    void levelsThatTakeALibraryOutOfAllProportionAreNotTriedUnlessTheyAreTodays() {
        AdviceCase smallest = AdviceCase.usual()
                .with("zstd:12", 8, 30, 800)
                .optimizing(Objective.NETWORK)
                .on(HandMade.workload(100_000).withClient(Client.of(ClientProfile.LIBRDKAFKA)));

        assertThat(smallest.advise().compared().orElseThrow())
                .extracting(candidate -> candidate.settings().codec().toString())
                .contains("zstd:9")
                .doesNotContain("zstd:12");
        assertThat(smallest.today("zstd:12", 65_536, 20).advise().compared().orElseThrow())
                .extracting(candidate -> candidate.settings().codec().toString())
                .contains("zstd:12");
    }

    @Test
    void batchesThatWouldHoldMostOfTheRecordsAreNotCompared() {
        AdviceCase deep = AdviceCase.usual().optimizing(Objective.NETWORK).on(HandMade.workload(100_000));
        double deepest = deep.advise().recommended().fill().recordsPerBatch();

        Recommendation advice = deep.records((long) (1.5 * deepest)).advise();

        assertThat(advice.recommended().fill().recordsPerBatch())
                .isLessThanOrEqualTo(0.75 * deepest)
                .isGreaterThan(advice.current().fill().recordsPerBatch());
    }

    @Test
    void theCpuObjectiveTakesTheFewestCores() {
        Recommendation advice = AdviceCase.usual()
                .today("zstd:9", 16_384, 5)
                .optimizing(Objective.CPU)
                .advise();

        assertThat(advice.recommended().settings().codec()).isEqualTo(Codec.NONE);
        assertThat(advice.recommended().resources().cores())
                .isLessThan(advice.current().resources().cores());
    }

    @Test
    void theLatencyObjectiveDoesNotLinger() {
        Recommendation advice = AdviceCase.usual()
                .today("none", 16_384, 50)
                .optimizing(Objective.LATENCY)
                .advise();

        assertThat(advice.recommended().settings().lingerMillis()).isZero();
        assertThat(advice.recommended().latencyMillis())
                .isLessThan(advice.current().latencyMillis());
    }

    @Test
    void theCostObjectiveIsWithinOnePerCentOfTheCheapestRunnerUp() {
        Recommendation advice = AdviceCase.usual().advise();

        assertThat(advice.recommended().settings().codec().type()).isEqualTo(CodecType.ZSTD);
        assertThat(advice.runnersUp()).isNotEmpty().allSatisfy(runnerUp -> assertThat(money(advice.recommended()))
                .isLessThanOrEqualTo(1.01 * money(runnerUp.prediction())));
        assertThat(advice.savings().money().estimate())
                .isEqualTo(money(advice.current()) - money(advice.recommended()));
    }

    @Test
    void theBalancedObjectivePaysAFewPerCentForLessLatency() {
        Recommendation cheapest = AdviceCase.usual().advise();
        Recommendation balanced =
                AdviceCase.usual().optimizing(Objective.BALANCED).advise();

        assertThat(balanced.recommended().latencyMillis())
                .isLessThanOrEqualTo(cheapest.recommended().latencyMillis());
        assertThat(money(balanced.recommended())).isLessThanOrEqualTo(1.05 * 1.01 * money(cheapest.recommended()));
    }

    @Test
    void aLimitBelowTodaysLatencyStillLeavesSettingsThatCompress() {
        Recommendation advice = AdviceCase.usual().withinLatency(5).advise();

        assertThat(advice.current().latencyMillis()).isGreaterThan(5);
        assertThat(advice.recommended().latencyMillis()).isLessThanOrEqualTo(5);
        assertThat(advice.recommended().settings().codec()).isNotEqualTo(Codec.NONE);
    }

    @Test
    void nothingIsRecommendedThatExceedsTheLatencyLimit() {
        Recommendation advice =
                AdviceCase.usual().today("none", 16_384, 0).withinLatency(7).advise();

        assertThat(advice.recommended().latencyMillis()).isLessThanOrEqualTo(7);
        assertThat(advice.recommended().settings().lingerMillis()).isLessThanOrEqualTo(5);
    }

    @Test
    void nothingIsRecommendedThatExceedsTheCoresOfTheProducers() {
        double limit = 0.05;
        Recommendation free = AdviceCase.usual().optimizing(Objective.NETWORK).advise();
        Recommendation limited = AdviceCase.usual()
                .optimizing(Objective.NETWORK)
                .withinCores(limit)
                .advise();

        assertThat(free.recommended().resources().producerCores()).isGreaterThan(limit);
        assertThat(limited.recommended().resources().producerCores()).isLessThanOrEqualTo(limit);
        assertThat(limited.recommended().settings().codec()).isNotEqualTo(Codec.NONE);
    }

    @Test
    void whereNoSettingKeepsWithinTheCoresNoneThatTakesMoreOfThemThanTodaysIsRecommended() {
        Recommendation advice =
                AdviceCase.usual().today("none", 65_536, 20).withinCores(0.0001).advise();

        assertThat(advice.caveats().get(0).kind()).isEqualTo("limits-cannot-be-met");
        assertThat(advice.recommended().resources().producerCores())
                .isLessThanOrEqualTo(advice.current().resources().producerCores());
    }

    @Test
    void aProducerIsNotAskedToCompressMoreThanItsThreadCan() {
        Recommendation free = heavy().advise();
        Recommendation assumed = heavy().withThreadsThatSend().advise();

        int producers = heavyTraffic().producers();
        assertThat(free.recommended().resources().producerCores())
                .isGreaterThan(Limits.CORES_OF_A_PRODUCER * producers);
        assertThat(assumed.recommended().resources().producerCores())
                .isLessThanOrEqualTo(Limits.CORES_OF_A_PRODUCER * producers);
        assertThat(assumed.recommended().settings().codec()).isNotEqualTo(Codec.NONE);
        assertThat(free.caveats()).extracting(Caveat::kind).doesNotContain("more-than-threads-that-send");
        assertThat(assumed.caveats())
                .filteredOn(caveat -> caveat.kind().equals("more-than-threads-that-send"))
                .singleElement()
                .satisfies(caveat -> assertThat(caveat.message())
                        .contains(free.recommended().settings().toString())
                        .contains("--producers", "--max-producer-cores"));
    }

    @Test
    void whatProducersDoTodayTheyMayGoOnDoing() {
        Recommendation advice =
                heavy().today("zstd:9", 524_288, 50).withThreadsThatSend().advise();

        assertThat(advice.current().resources().producerCores())
                .isGreaterThan(Limits.CORES_OF_A_PRODUCER * heavyTraffic().producers());
        assertThat(advice.recommended().settings().codec()).isEqualTo(Codec.parse("zstd:9"));
    }

    @Test
    void aNeighbouringLevelBeyondTheLimitsIsShownAndMayNotBecomeTheAdvice() {
        AdviceCase limited = heavy().withThreadsThatSend();
        Recommendation advice = limited.advise();

        assertThat(advice.runnersUp())
                .extracting(RunnerUp::prediction)
                .filteredOn(one -> one.settings().codec().equals(Codec.parse("zstd:9")))
                .isNotEmpty()
                .allMatch(one -> !limited.advisor().isAllowed(one));
        assertThat(limited.advisor().isAllowed(advice.recommended())).isTrue();
        assertThat(limited.advisor().isAllowed(advice.current())).isTrue();
    }

    private static Workload heavyTraffic() {
        return HandMade.workload(400_000);
    }

    private static AdviceCase heavy() {
        return AdviceCase.usual().on(heavyTraffic()).optimizing(Objective.NETWORK);
    }

    @Test
    void amongSettingsAsGoodTheSimplestIsTaken() {
        // All batches are similar: without a linger and with the smallest batches the result is the same.
        Recommendation advice = new AdviceCase()
                .with("none", 1, 4_000, 4_000)
                .with("zstd:1", 1.0001, 350, 900)
                .today("zstd:1", 524_288, 100)
                .optimizing(Objective.NETWORK)
                .on(HandMade.workload(0.001))
                .advise();

        assertThat(advice.best().settings().lingerMillis()).isZero();
        assertThat(advice.best().settings().batchSizeBytes()).isEqualTo(16_384);
    }

    /**
     * franz-go and sarama refuse records above the maximum batch size, so a lower maximum would lose records that are
     * sent today.
     */
    @Test
    void batchesOfClientsThatRefuseLargerRecordsDoNotBecomeSmaller() {
        Recommendation advice = new AdviceCase()
                .with("none", 1, 4_000, 4_000)
                .with("zstd:1", 1.0001, 350, 900)
                .today("zstd:1", 524_288, 100)
                .optimizing(Objective.NETWORK)
                .on(HandMade.workload(0.001).withClient(Client.of(ClientProfile.FRANZ_GO)))
                .advise();

        assertThat(advice.compared().orElseThrow())
                .allSatisfy(one -> assertThat(one.settings().batchSizeBytes()).isGreaterThanOrEqualTo(524_288));
        assertThat(advice.best().settings().lingerMillis()).isZero();
    }

    @Test
    void whereBatchesHaveNoBoundOfTheirOwnTodaysIsKept() {
        Recommendation advice = AdviceCase.usual()
                .on(HandMade.workload(1_000).withClient(Client.parse("librdkafka:1.4")))
                .advise();

        int today = advice.current().settings().batchSizeBytes();
        assertThat(advice.compared().orElseThrow())
                .hasSizeGreaterThan(1)
                .allSatisfy(one -> assertThat(one.settings().batchSizeBytes()).isEqualTo(today));
        assertThat(advice.producerConfig()).noneMatch(line -> line.startsWith("batch.size"));
    }

    @ParameterizedTest
    @EnumSource
    void runnersUpHoldNeitherTheRecommendedSettingsNorTodays(Objective objective) {
        Recommendation advice = AdviceCase.usual().optimizing(objective).advise();

        assertThat(advice.runnersUp())
                .extracting(runnerUp -> runnerUp.prediction().settings())
                .doesNotContain(
                        advice.recommended().settings(), advice.current().settings())
                .doesNotHaveDuplicates();
        assertThat(advice.runnersUp())
                .allSatisfy(runnerUp -> assertThat(runnerUp.whyNot()).isNotBlank());
    }

    @Test
    void theSavingsIntervalHoldsTheDifferenceAndWidensWithDrift() {
        Recommendation steady = AdviceCase.usual().advise();
        Recommendation drifting =
                AdviceCase.usual().spans(2.0, 6.0, 3.0, 5.0, 4.0).advise();

        for (Recommendation advice : new Recommendation[] {steady, drifting}) {
            double saved = money(advice.current()) - money(advice.best());
            assertThat(advice.savings().money().covers(saved)).isTrue();
        }
        assertThat(drifting.best()).isEqualTo(steady.best());
        assertThat(width(drifting.savings().money()))
                .isGreaterThan(1.5 * width(steady.savings().money()));
        assertThat(width(drifting.savings().cores()))
                .isEqualTo(width(steady.savings().cores()));
    }

    @Test
    void whatIsRecommendedStandsInTheConfigLines() {
        Recommendation advice = AdviceCase.usual().optimizing(Objective.NETWORK).advise();

        assertThat(advice.producerConfig())
                .contains("compression.type=zstd", "compression.zstd.level=9")
                .anyMatch(line -> line.startsWith("batch.size="))
                .anyMatch(line -> line.startsWith("linger.ms="));
        assertThat(advice.topicConfig()).containsExactly("compression.type=producer");
        assertThat(advice.verdict()).startsWith("Use zstd at level 9");
    }

    @Test
    void todaysCodecMustHaveBeenMeasured() {
        assertThatExceptionOfType(FailedException.class)
                .isThrownBy(() -> AdviceCase.usual().today("gzip", 16_384, 5).advise())
                .withMessageContaining("gzip:6")
                .withMessageContaining("--budget");
    }

    private static double money(Prediction prediction) {
        return prediction.resources().money();
    }

    private static double wire(Prediction prediction) {
        return prediction.resources().wireBytesPerSecond();
    }

    private static double width(ConfidenceInterval interval) {
        return interval.high() - interval.low();
    }
}
