package dev.squeeze.kit.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RecordKindsTest {
    private static final RecordKind LINES = new RecordKind(RecordKind.Form.LINES, Set.of(), 0);

    private static RecordKind json(String... fields) {
        return new RecordKind(RecordKind.Form.JSON, Set.of(fields), 0);
    }

    private static RecordKind csv(int columns) {
        return new RecordKind(RecordKind.Form.CSV, Set.of(), columns);
    }

    @Test
    void halfOfTheSmallerSetInCommonIsOneKind() {
        assertThat(json("a", "b", "c", "d").matches(json("a", "b", "x", "y", "z")))
                .isTrue();
        assertThat(json("a", "b", "c", "d").matches(json("a", "x", "y", "z"))).isFalse();
        assertThat(json("a").matches(json("a", "b", "c", "d", "e"))).isTrue();
        assertThat(json().matches(json("a"))).isTrue();
        assertThat(json("a").matches(LINES)).isFalse();
        assertThat(csv(3).matches(csv(3))).isTrue();
        assertThat(csv(3).matches(csv(4))).isFalse();
    }

    @Test
    void anInputThatMatchesTwoKindsMakesThemOne() {
        RecordKinds kinds = new RecordKinds();
        kinds.add("a", json("a", "b"));
        kinds.add("b", json("x", "y"));
        assertThat(kinds.count()).isEqualTo(2);
        kinds.add("c", json("a", "b", "x", "y"));
        assertThat(kinds.count()).isEqualTo(1);
        kinds.requireOne("file:folder");
    }

    @Test
    void theDetailsNameAFewFilesOfTheLargestKindsWithoutTheirFolder() {
        RecordKinds kinds = new RecordKinds();
        kinds.add("data/in/single.csv", csv(2));
        for (int i = 0; i < 5; i++) {
            kinds.add("data/in/log-" + i, LINES);
        }
        SourceUsageException refused =
                catchThrowableOfType(SourceUsageException.class, () -> kinds.requireOne("file:data"));
        assertThat(refused)
                .hasMessageStartingWith("file:data contains 2 kinds of records")
                .hasMessageContaining("such as data/in/log-0")
                .hasMessageContaining("--format lines");
        assertThat(refused.details())
                .containsExactly("  lines of text: log-0, log-1, log-2 and 2 more", "  CSV with 2 columns: single.csv");
    }

    @Test
    void theFormatThatReadsAllAsOneFitsTheKinds() {
        assertThatThrownBy(() -> of(json("a"), json("b")).requireOne("x")).hasMessageContaining("--format jsonl");
        assertThatThrownBy(() -> of(csv(1), csv(2)).requireOne("x")).hasMessageContaining("--format csv");
        assertThatThrownBy(() -> of(csv(1), LINES).requireOne("x")).hasMessageContaining("--format lines");
    }

    @Test
    void ofVeryManyKindsTheLargestAreListedAndTheOthersCounted() {
        RecordKinds kinds = new RecordKinds();
        for (int columns = 1; columns <= 20; columns++) {
            kinds.add("f" + columns, csv(columns));
        }
        SourceUsageException refused = catchThrowableOfType(SourceUsageException.class, () -> kinds.requireOne("x"));
        List<String> details = refused.details();
        assertThat(details).hasSize(9);
        assertThat(details.get(8)).isEqualTo("  and 12 more kinds");
    }

    private static RecordKinds of(RecordKind... some) {
        RecordKinds kinds = new RecordKinds();
        for (int i = 0; i < some.length; i++) {
            kinds.add("f" + i, some[i]);
        }
        return kinds;
    }
}
