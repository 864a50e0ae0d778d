package dev.squeeze.feature.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.kit.document.OutputFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class DoctorDocumentTest {
    /** The text without line breaks. */
    private static String words(DoctorResult result) {
        return text(result).replaceAll("\\s+", " ");
    }

    private static String text(DoctorResult result) {
        return OutputFormat.TEXT.render(result);
    }

    @Test
    void everyLineOfAFixIsInEveryForm() {
        for (DoctorResult result :
                List.of(DoctorFixtures.ill(), DoctorFixtures.bySeverity(), DoctorFixtures.manyNotes())) {
            for (OutputFormat format : List.of(OutputFormat.TEXT, OutputFormat.MARKDOWN, OutputFormat.HTML)) {
                String rendered = format.render(result);
                for (Finding finding : result.diagnosis().findings()) {
                    assertThat(rendered).as("%s", format).contains(finding.fix());
                }
            }
        }
    }

    @Test
    void aSavingIsThatOfOneChange() {
        assertThat(words(DoctorFixtures.ill()))
                .contains("413 USD/month (393 to 433), this change alone")
                .contains("the largest saving by one change is 450 (390 to 510) USD/month: no linger");
    }

    @Test
    void savingsThatOverlapAreNotAddedUpAndTheLargestIsNamed() {
        assertThat(words(DoctorFixtures.ill()))
                .contains("their savings do not add up. Start with [3 no-linger], which alone saves the most.");
        assertThat(words(DoctorFixtures.bySeverity()))
                .containsPattern(
                        "overlaps +with \\[3 no-linger\\] of this topic: the savings do not add up. Start with \\[3")
                .containsPattern(
                        "overlaps +with \\[1 raw-topic\\] of this topic: the savings do not add up. Start with this");
        assertThat(text(DoctorFixtures.manyNotes())).doesNotContain("These changes overlap");
    }

    @Test
    void findingsAreGroupedByTopicOrBySeverity() {
        assertThat(text(DoctorFixtures.ill()))
                .containsSubsequence(
                        "Findings by topic", "Topic orders", "SERIOUS  topic stored uncompressed", "SERIOUS  no linger")
                .doesNotContain("SERIOUS  orders:");
        assertThat(text(DoctorFixtures.bySeverity()))
                .containsSubsequence(
                        "\nSerious",
                        "SERIOUS  orders: topic stored uncompressed",
                        "SERIOUS  orders: no linger",
                        "\nWarnings",
                        "WARNING  clicks:")
                .doesNotContain("Findings by topic");
    }

    @Test
    void differencesThatAreNextToNothingAreNotShown() {
        assertThat(text(DoctorFixtures.ill()))
                .contains("450 USD/month (390 to 510), this change alone; 0.30 GB/month more on the wire")
                .doesNotContain("0.002 cores")
                .doesNotContain("0.000");
    }

    @Test
    void topicsOfFewBatchesAreNotJudged() {
        assertThat(text(DoctorFixtures.fewBatches()))
                .contains("Not judged\n  fine: only 4 batches were read: raise --sample\n")
                .contains("Checks skipped\n  shallow-batches, gzip on orders: only 4 batches were read:"
                        + " raise --sample\n")
                .contains("No findings\n  clicks\n");
        assertThat(text(DoctorFixtures.healthy())).doesNotContain("Not judged");
    }

    @Test
    void whatGainsNothingIsListedWithoutMoney() {
        assertThat(text(DoctorFixtures.ill())).contains("Checked, nothing to gain\n  gzip [14 gzip]: fine\n");
    }
}
