package dev.squeeze.feature.published;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.feature.bench.BenchFixtures;
import dev.squeeze.feature.bench.BenchResult;
import dev.squeeze.feature.bench.SearchInfo;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** Figures of searches, which are none of rounds. */
class DocumentFiguresTest {
    private static final String RATE = "records-per-second";

    @Test
    void aSearchedRateLiesBetweenWhatHeldAndWhatFailed() {
        Observed rate =
                DocumentFigures.find(BenchFixtures.searches(), "lz4:9", RATE).orElseThrow();

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

        ConfidenceInterval interval = DocumentFigures.find(with(steps, OptionalDouble.of(642_900.4)), "lz4:9", RATE)
                .flatMap(Observed::interval)
                .orElseThrow();

        assertThat(interval.low()).isEqualTo(600_000);
        assertThat(interval.high()).isEqualTo(650_000);
    }

    @Test
    void aSearchThatFailedOrEndedEarlyHasNoFigureAndOneWithoutAFailureNoInterval() {
        assertThat(DocumentFigures.find(BenchFixtures.searches(), "gzip:6", RATE))
                .isEmpty();
        assertThat(DocumentFigures.find(BenchFixtures.searches(), "zstd:3", RATE))
                .isEmpty();
        assertThat(DocumentFigures.find(with(List.of(), OptionalDouble.empty()), "lz4:9", RATE))
                .hasValueSatisfying(rate -> assertThat(rate.interval()).isEmpty());
    }

    @Test
    void otherFiguresOfASearchAreOfOneTrial() {
        assertThat(DocumentFigures.find(BenchFixtures.searches(), "lz4:9", "ratio"))
                .hasValueSatisfying(ratio -> assertThat(ratio.interval()).isEmpty());
    }

    private static BenchResult with(List<SearchInfo.StepInfo> steps, OptionalDouble failed) {
        BenchResult known = BenchFixtures.searches();
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
                List.of());
    }
}
