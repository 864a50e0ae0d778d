package dev.squeeze.feature.advise;

import static org.assertj.core.api.Assertions.assertThat;

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
                .contains("Whether it costs or frees cores is unknown (2.50 more to 2.75 fewer).")
                .doesNotContain("frees 0.10 cores");
        assertThat(OutputFormat.HTML.render(result)).contains("2.50 more to 2.75 fewer");
    }

    @Test
    void coresThatAreFreedAreAFigureWithItsInterval() {
        AdviseResult result = freeing(new ConfidenceInterval(2, 1.5, 2.75, 9, false));

        assertThat(OutputFormat.MARKDOWN.render(result)).contains("It frees 2.00 cores (1.50 to 2.75).");
    }

    private static AdviseResult freeing(ConfidenceInterval cores) {
        AdviseResult result = AdviseFixtures.change();
        Recommendation advice = result.recommendation();
        Savings savings = advice.savings();
        return new AdviseResult(
                result.run(),
                result.source(),
                result.workload(),
                result.prices(),
                result.request(),
                new Recommendation(
                        advice.verdict(),
                        advice.leaveIt(),
                        advice.recommended(),
                        advice.current(),
                        advice.best(),
                        new Savings(savings.money(), savings.wireGigabytes(), savings.diskGigabytes(), cores),
                        advice.producerConfig(),
                        advice.topicConfig(),
                        advice.ladder(),
                        advice.robustness(),
                        advice.runnersUp(),
                        advice.caveats(),
                        advice.candidates(),
                        advice.compared(),
                        OptionalInt.empty(),
                        Optional.empty()),
                result.next(),
                result.sweep(),
                result.verification(),
                result.cpuBasis(),
                result.origins());
    }
}
