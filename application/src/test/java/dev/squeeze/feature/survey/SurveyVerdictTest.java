package dev.squeeze.feature.survey;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.kit.document.TerminalText;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a survey says where it recommends nothing. */
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
        assertThat(verdict(named("payments"))).contains("No topic is worth a change.");
    }

    @Test
    void whatWasNotAppraisedIsNotSaidToStayAsItIs() {
        assertThat(verdict(named("payments", "new"))).contains("No topic that was appraised is worth a change.");
        assertThat(verdict(named("payments"), "orders")).contains("No topic that was appraised is worth a change.");
    }

    @Test
    void whereNothingCouldBeReadNothingIsRecommended() {
        assertThat(verdict(named("new"))).contains("No topic was appraised.").doesNotContain("worth a change");
        assertThat(verdict(List.of(), "orders"))
                .contains("No topic was appraised.")
                .doesNotContain("worth a change");
    }
}
