package dev.squeeze.feature.explain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ExplainWordingTest {
    private static final String CHECKS = "upstreams.hg-backend.peers[].health_checks.checks";

    @Test
    void fieldsThatEndAlikeHaveDifferentNamesInATable() {
        FieldCost first = ExplainFixtures.number(CHECKS, 3);
        FieldCost second = ExplainFixtures.number(CHECKS.replace("hg", "trac"), 2);
        FieldCost other = ExplainFixtures.number("caches.http_cache.expired.responses_written", 1);
        ExplainWording words = new ExplainWording(ExplainFixtures.of(List.of(first, second, other), List.of()));

        assertThat(List.of(words.path(first), words.path(second), words.path(other)))
                .containsExactly(
                        "...g-backend.peers[].health_checks.checks",
                        "...c-backend.peers[].health_checks.checks",
                        "...e.expired.responses_written");
        assertThat(words.verdict()).startsWith(CHECKS + " costs the most");
    }

    @Test
    void aNameThatIsTheEndOfAnotherOneIsWhole() {
        String end = "a_name_that_is_longer_than_a_row_holds";
        List<String> all = List.of(end, "before." + end);

        assertThat(ExplainWording.path(end, all)).isEqualTo(end);
        assertThat(ExplainWording.path("before." + end, all)).endsWith(end).isNotEqualTo(end);
        assertThat(ExplainWording.path("short", all)).isEqualTo("short");
    }

    @Test
    void whatSmallerFormsSaveTogetherIsInTheVerdictWhereItIsMore() {
        Suggestion one = form(Suggestion.Kind.SMALLER_FORM, "write id as 16 bytes", 1);
        Suggestion together =
                form(Suggestion.Kind.SMALLER_FORMS_TOGETHER, "all smaller encodings of values together", 4);

        assertThat(verdict(together, one))
                .endsWith("Best change: write id as 16 bytes (saves 1.6 %, 13.3 ±2.50 USD/month);"
                        + " all smaller encodings of values together save 6.5 %, 53.0 ±2.50 USD/month.");
        assertThat(verdict(together))
                .endsWith("Best change: all smaller encodings of values together (saves 6.5 %,"
                        + " 53.0 ±2.50 USD/month).");
        assertThat(verdict(one, form(Suggestion.Kind.SMALLER_FORMS_TOGETHER, "all", 1.1)))
                .endsWith("USD/month).");
    }

    @Test
    void storedBytesThatNoTypeHasAloneAreNamed() {
        assertThat(new ExplainWording(ExplainFixtures.complete()).typesLines())
                .singleElement()
                .asString()
                .contains("65, 31 % of the stored bytes; the other 4.1 % are shared");
    }

    private static String verdict(Suggestion... suggestions) {
        return new ExplainWording(ExplainFixtures.of(List.of(ExplainFixtures.number("id", 9)), List.of(suggestions)))
                .verdict();
    }

    private static Suggestion form(Suggestion.Kind kind, String words, double saved) {
        return ExplainFixtures.suggestion(kind, List.of("id"), words, saved, "readers change");
    }
}
