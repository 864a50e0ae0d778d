package dev.squeeze.feature.advise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.engine.predict.Prediction;
import dev.squeeze.kit.document.OutputFormat;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class EffectSectionTest {
    @Test
    void coresThatMayGoEitherWayAreNotGivenAsAFigure() {
        AdviseResult result = freeing(new ConfidenceInterval(0.1, -2.5, 2.75, 9, false));

        assertThat(OutputFormat.MARKDOWN.render(result))
                .contains("Whether it needs more or fewer cores is unknown (2.50 more to 2.75 fewer).")
                .doesNotContain("frees 0.10 cores");
        assertThat(OutputFormat.HTML.render(result)).contains("2.50 more to 2.75 fewer");
    }

    @Test
    void coresThatAreFreedAreAFigureWithItsInterval() {
        AdviseResult result = freeing(new ConfidenceInterval(2, 1.5, 2.75, 9, false));

        assertThat(OutputFormat.MARKDOWN.render(result)).contains("It frees 2.00 cores (1.50 to 2.75).");
    }

    @Test
    void whereTodayIsKeptAlthoughOtherSettingsCostLessItSaysSo() {
        Ladder ladder = AdviseFixtures.change().recommendation().ladder().orElseThrow();

        assertThat(OutputFormat.MARKDOWN.render(keepingToday(ladder.recommendingNone())))
                .contains("The cheaper settings save too little to be worth a change.")
                .doesNotContain("No other setting does better", "best found");
        assertThat(OutputFormat.MARKDOWN.render(keepingToday(Ladder.NONE)))
                .contains("No other setting does better, so there is nothing to save.")
                .doesNotContain("best found");
    }

    private static AdviseResult keepingToday(Ladder ladder) {
        Recommendation advice = AdviseFixtures.change().recommendation();
        return changed(
                "Keep today's settings.",
                Optional.of("already good"),
                advice.current(),
                advice.savings(),
                Optional.of(ladder));
    }

    private static AdviseResult freeing(ConfidenceInterval cores) {
        Recommendation advice = AdviseFixtures.change().recommendation();
        Savings savings = advice.savings();
        return changed(
                advice.verdict(),
                advice.leaveIt(),
                advice.recommended(),
                new Savings(savings.money(), savings.wireGigabytes(), savings.diskGigabytes(), cores),
                advice.ladder());
    }

    private static AdviseResult changed(
            String verdict,
            Optional<String> leaveIt,
            Prediction recommended,
            Savings savings,
            Optional<Ladder> ladder) {
        Recommendation advice = AdviseFixtures.change().recommendation();
        return with(new Recommendation(
                verdict,
                leaveIt,
                recommended,
                advice.current(),
                recommended,
                savings,
                advice.producerConfig(),
                advice.topicConfig(),
                ladder,
                leaveIt.isPresent() ? Optional.empty() : advice.robustness(),
                advice.runnersUp(),
                advice.caveats(),
                advice.candidates(),
                advice.compared(),
                OptionalInt.empty(),
                Optional.empty()));
    }

    private static AdviseResult with(Recommendation advice) {
        AdviseResult result = AdviseFixtures.change();
        return new AdviseResult(
                result.run(),
                result.source(),
                result.workload(),
                result.prices(),
                result.request(),
                advice,
                result.next(),
                result.sweep(),
                result.verification(),
                result.cpuBasis(),
                result.origins());
    }
}
