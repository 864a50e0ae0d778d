package dev.squeeze.feature.survey;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.kit.document.TerminalText;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The verdict of a survey that recommends nothing. */
class SurveyVerdictTest {
    private static final List<TopicAppraisal> TOPICS = SurveyFixtures.complete().topics();

    private static String verdict(List<TopicAppraisal> topics, String... pending) {
        return TerminalText.render(
                SurveyFixtures.with(topics, Arrays.asList(pending)).document());
    }

    private static List<TopicAppraisal> named(String... names) {
        return TOPICS.stream()
                .filter(topic -> Arrays.asList(names).contains(topic.topic()))
                .toList();
    }

    @Test
    void whereAllAreToStayAsTheyAreNoneIsWorthAChange() {
        assertThat(verdict(named("payments"))).contains("No topic is worth changing.");
    }

    @Test
    void whatWasNotAppraisedIsNotSaidToStayAsItIs() {
        assertThat(verdict(named("payments", "new"))).contains("None of the appraised topics is worth changing.");
        assertThat(verdict(named("payments"), "orders")).contains("None of the appraised topics is worth changing.");
    }

    @Test
    void whereNothingCouldBeReadNothingIsRecommended() {
        assertThat(verdict(named("new"))).contains("No topic was appraised.").doesNotContain("worth changing");
        assertThat(verdict(List.of(), "orders"))
                .contains("No topic was appraised.")
                .doesNotContain("worth changing");
    }
}
