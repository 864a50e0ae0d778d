package dev.squeeze.feature.survey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class SurveyTotalsTest {
    private static final List<TopicAppraisal> TOPICS = SurveyFixtures.complete().topics();

    private static List<String> ranked(SurveyOrder order) {
        List<TopicAppraisal> topics = new ArrayList<>(TOPICS);
        Collections.reverse(topics);
        return topics.stream()
                .sorted(order.comparator())
                .map(TopicAppraisal::topic)
                .toList();
    }

    @Test
    void topicsToChangeComeFirstThenThoseToLeaveThenThoseWithoutAnAppraisal() {
        for (SurveyOrder order : SurveyOrder.values()) {
            assertThat(ranked(order)).as("%s", order).containsExactly("clicks", "orders", "payments", "audit", "new");
        }
    }

    @Test
    void savingsAreThoseOfTopicsToChangeAndErrorsAddInSquares() {
        SurveyTotals totals = SurveyTotals.of(TOPICS);

        assertThat(totals.toChange()).isEqualTo(2);
        assertThat(totals.toLeave()).isEqualTo(1);
        assertThat(totals.notAppraised()).isEqualTo(2);
        assertThat(totals.moneyToday()).isEqualTo(40 + 410 + 2_300, within(1e-9));
        assertThat(totals.savings().money().estimate()).isEqualTo(512 + 1_804.5, within(1e-9));
        assertThat(totals.savings().money().high() - totals.savings().money().estimate())
                .isEqualTo(Math.hypot(41, 90), within(1e-9));
    }

    @Test
    void nothingAddsUpToNothing() {
        SurveyTotals totals = SurveyTotals.of(List.of());

        assertThat(totals.toChange()).isZero();
        assertThat(totals.savings().money().estimate()).isZero();
    }
}
