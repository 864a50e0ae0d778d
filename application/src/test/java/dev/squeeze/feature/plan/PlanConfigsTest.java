package dev.squeeze.feature.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.feature.measure.MeasureFixtures;
import dev.squeeze.kit.document.TerminalText;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Each line that changes a topic or a producer has one that rolls it back, and both run as printed. */
class PlanConfigsTest {
    private static final String ALTER = "kafka-configs.sh --bootstrap-server kafka1:9092"
            + " --command-config '/etc/my client.properties' --alter --entity-type topics --entity-name ";

    private static PlanResult plan(String topic) {
        return new Planner(Owners.NONE, 0, Optional.empty())
                .plan(
                        MeasureFixtures.run("plan", "survey.json"),
                        PlanFixtures.of(List.of(PlanFixtures.topic(
                                topic,
                                PlanFixtures.settings("zstd:3", 16_384, 5),
                                PlanFixtures.settings("zstd:3", 65_536, 5),
                                90,
                                9,
                                "zstd=1"))),
                        Optional.empty());
    }

    private static String forward(String topic) {
        return section(topic, "Topic settings", "Rollback");
    }

    private static String back(String topic) {
        return section(topic, "Rollback", "in all");
    }

    private static String section(String topic, String title, String next) {
        String text = TerminalText.render(plan(topic).document());
        return text.substring(text.indexOf(title), text.indexOf(next, text.indexOf(title)));
    }

    @Test
    void anOwnSettingIsSetAgainAndAnInheritedOneIsDeleted() {
        assertThat(forward("logs")).contains(ALTER + "logs --add-config compression.type=producer");
        assertThat(back("logs")).contains(ALTER + "logs --add-config compression.type=gzip");
        assertThat(forward(PlanFixtures.INHERITED))
                .contains(ALTER + PlanFixtures.INHERITED + " --add-config compression.type=producer");
        assertThat(back(PlanFixtures.INHERITED))
                .contains(ALTER + PlanFixtures.INHERITED + " --delete-config compression.type")
                .doesNotContain("--add-config");
    }

    @Test
    void aSettingThatIsNotKnownIsLookedAtBeforeItIsChangedAndCanBeRolledBack() {
        assertThat(forward(PlanFixtures.UNKNOWN))
                .contains("--describe --entity-type topics --entity-name " + PlanFixtures.UNKNOWN)
                .contains(ALTER + PlanFixtures.UNKNOWN + " --add-config compression.type=producer");
        assertThat(back(PlanFixtures.UNKNOWN))
                .contains(ALTER + PlanFixtures.UNKNOWN + " --delete-config compression.type")
                .contains("--add-config compression.type=VALUE");
    }

    /** Here the log shows the brokers' codec, so the producers' codec is named in both directions. */
    @Test
    void linesThatNameTheCodecHaveLinesBackThatDo() {
        PlannedChange ofBrokers = plan(PlanFixtures.SET_TO_ZSTD).changes().get(0);
        assertThat(ofBrokers.lines(ConfigForm.JAVA)).containsExactly("compression.type=zstd", "batch.size=65536");
        assertThat(ofBrokers.rollback()).containsExactly("compression.type=zstd", "batch.size=16384");

        PlannedChange ofProducers = plan("orders").changes().get(0);
        assertThat(ofProducers.lines(ConfigForm.JAVA)).containsExactly("batch.size=65536");
        assertThat(ofProducers.rollback()).containsExactly("batch.size=16384");
    }
}
