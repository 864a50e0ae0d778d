package dev.squeeze.feature.published;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.engine.measure.CodecMeasurement;
import dev.squeeze.feature.bench.BenchFixtures;
import dev.squeeze.feature.bench.BenchResult;
import dev.squeeze.feature.bench.SearchFixtures;
import dev.squeeze.feature.bench.SearchInfo;
import dev.squeeze.feature.copy.CopyFixtures;
import dev.squeeze.feature.inspect.InspectFixtures;
import dev.squeeze.feature.measure.MeasureFixtures;
import dev.squeeze.feature.measure.MeasureResult;
import dev.squeeze.kit.document.Observed;
import dev.squeeze.kit.document.Result;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class StageFiguresTest {
    private static final String RATE = "records-per-second";

    @Test
    void aSearchedRateLiesBetweenWhatHeldAndWhatFailed() {
        Observed rate =
                StageFigures.find(SearchFixtures.searches(), "lz4", RATE).orElseThrow();

        assertThat(rate.estimate()).isEqualTo(613_262);
        ConfidenceInterval interval = rate.interval().orElseThrow();
        assertThat(interval.low()).isEqualTo(613_262);
        assertThat(interval.high()).isEqualTo(642_900.4);
    }

    @Test
    void aTrialThatSaysOtherwiseWidensWhereTheRateLies() {
        List<SearchInfo.StepInfo> steps = new ArrayList<>();
        steps.add(new SearchInfo.StepInfo(600_000, false, false, Optional.of("the backlog grew")));
        steps.add(new SearchInfo.StepInfo(650_000, false, true, Optional.empty()));

        ConfidenceInterval interval = StageFigures.find(with(steps, OptionalDouble.of(642_900.4)), "lz4", RATE)
                .flatMap(Observed::interval)
                .orElseThrow();

        assertThat(interval.low()).isEqualTo(600_000);
        assertThat(interval.high()).isEqualTo(650_000);
    }

    @Test
    void aSearchThatFailedOrEndedEarlyHasNoFigureAndOneWithoutAFailureNoInterval() {
        assertThat(StageFigures.find(SearchFixtures.searches(), "gzip:6", RATE)).isEmpty();
        assertThat(StageFigures.find(SearchFixtures.searches(), "zstd:3", RATE)).isEmpty();
        assertThat(StageFigures.find(with(List.of(), OptionalDouble.empty()), "lz4", RATE))
                .hasValueSatisfying(rate -> assertThat(rate.interval()).isEmpty());
    }

    @Test
    void otherFiguresOfASearchAreOfOneTrial() {
        assertThat(StageFigures.find(SearchFixtures.searches(), "lz4", "ratio"))
                .hasValueSatisfying(ratio -> assertThat(ratio.interval()).isEmpty());
    }

    @Test
    void anArmIsFoundByItsWholeLabel() {
        assertThat(StageFigures.find(BenchFixtures.troubled(), "lz4, max.in.flight.requests.per.connection=5", "ratio"))
                .isPresent();
        assertThat(StageFigures.find(BenchFixtures.troubled(), "lz4", "ratio")).isEmpty();
    }

    @Test
    void anArmThatFailedHasNoFigures() {
        assertThat(StageFigures.find(BenchFixtures.complete(), "gzip:6", "ratio"))
                .isEmpty();
    }

    @Test
    void aSettingOfMeasureIsFoundHoweverItsSizeIsWritten() {
        MeasureResult measured = MeasureFixtures.complete();
        CodecMeasurement row = measured.sweep().measurements().get(0);

        assertThat(StageFigures.find(measured, row.codec() + "  " + row.batchBytes() + "B", "ratio"))
                .map(Observed::estimate)
                .isEqualTo(row.ratio().map(ConfidenceInterval::estimate));
    }

    @Test
    void everyFigureHasAMetricThatStagesKnow() {
        Map<String, Result> documents = Map.of(
                "bench", BenchFixtures.complete(),
                "copy", CopyFixtures.compared(),
                "inspect", InspectFixtures.mixed(),
                "measure", MeasureFixtures.complete());

        documents.forEach((command, document) -> assertThat(document.figures())
                .isNotEmpty()
                .allSatisfy(figure -> assertThat(StageFigures.metrics(command)).containsKey(figure.metric())));
    }

    private static BenchResult with(List<SearchInfo.StepInfo> steps, OptionalDouble failed) {
        BenchResult known = SearchFixtures.searches();
        SearchInfo search = known.searches().get(0);
        return new BenchResult(
                known.run(),
                known.source(),
                known.cluster(),
                known.plan(),
                List.of(),
                List.of(),
                List.of(),
                List.of(new SearchInfo(
                        search.arm(),
                        search.settings(),
                        search.closedLoopRecordsPerSecond(),
                        search.sustainedRecordsPerSecond(),
                        failed,
                        true,
                        search.limit(),
                        search.metrics(),
                        steps,
                        List.of())),
                List.of(),
                List.of(),
                List.of(),
                Optional.empty());
    }
}
