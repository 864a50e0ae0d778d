package dev.squeeze.feature.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.feature.measure.MeasureFixtures;
import dev.squeeze.feature.survey.SurveyFixtures;
import dev.squeeze.feature.survey.TopicAppraisal;
import dev.squeeze.kit.document.TerminalText;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The verdict of a plan that has nothing to change. */
class PlanVerdictTest {
    private static String verdict(String... topics) {
        List<TopicAppraisal> surveyed = SurveyFixtures.complete().topics().stream()
                .filter(topic -> Arrays.asList(topics).contains(topic.topic()))
                .toList();
        return TerminalText.render(new Planner(Owners.NONE, 0, Optional.empty())
                .plan(MeasureFixtures.run("plan", "survey.json"), PlanFixtures.of(surveyed), Optional.empty())
                .document());
    }

    @Test
    void whereAllAreToStayAsTheyAreNoneIsWorthAChange() {
        assertThat(verdict("payments")).contains("No topic is worth changing.");
    }

    @Test
    void topicsThatCouldNotBeReadAreNotSaidToStayAsTheyAre() {
        assertThat(verdict("new")).contains("No topic was appraised.").doesNotContain("worth changing");
        assertThat(verdict("payments", "new")).contains("None of the appraised topics is worth changing.");
    }
}
