package dev.squeeze.feature.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.feature.report.ResultsPage;
import dev.squeeze.kit.document.Result;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What fields cost before and after a change of the records. */
class ExplainComparisonTest {
    private static String page(double... stored) {
        return ResultsPage.render(Arrays.stream(stored)
                .<Result>mapToObj(
                        bytes -> ExplainFixtures.of(List.of(ExplainFixtures.number("price", bytes)), List.of()))
                .toList());
    }

    @Test
    void aFigureOfManyResultsCountsOnce() {
        assertThat(page(50, 20, 0.05, 50)).contains("1 of 2 figures that the 4 results");
    }

    /** The owner of the records must know this before sharing the page. */
    @Test
    void aPageWithContentsSaysSo() {
        assertThat(ResultsPage.render(List.of(ExplainFixtures.troubled())))
                .contains("contain record contents")
                .doesNotContain("Neither this page");
        assertThat(ResultsPage.render(List.of(ExplainFixtures.complete()))).contains("Neither this page");
    }

    @Test
    void aFieldThatCostsNothingAnyMoreDiffers() {
        assertThat(page(50, 0.05)).contains("not known, but different", "1 of 2 figures that");
    }

    @Test
    void twoThatCostNextToNothingDoNot() {
        assertThat(page(0.05, 0.02)).doesNotContain("but different").contains("0 of 2 figures that");
    }
}
