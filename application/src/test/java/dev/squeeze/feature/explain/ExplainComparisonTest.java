package dev.squeeze.feature.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.feature.report.ResultsPage;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What fields cost before and after a change of the records. */
class ExplainComparisonTest {
    private static String page(double before, double after) {
        return ResultsPage.render(List.of(
                ExplainFixtures.of(List.of(ExplainFixtures.number("price", before)), List.of()),
                ExplainFixtures.of(List.of(ExplainFixtures.number("price", after)), List.of())));
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
