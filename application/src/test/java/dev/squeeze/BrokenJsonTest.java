package dev.squeeze;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lines that are not valid JSON are read as plain lines, with a notice. */
class BrokenJsonTest {
    private static final String GOOD = "{\"id\": 1}\n";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private String notice(String name, String content, String... more) {
        String file = Records.write(folder, name, content);
        String[] words = {"measure", file, "--codecs", "lz4", "--batch-bytes", "4KiB", "--budget", "50ms", "--json"};
        String[] all = Arrays.copyOf(words, words.length + more.length);
        System.arraycopy(more, 0, all, words.length, more.length);
        JsonNode notices = Invocation.of(all).document().at("/source/notices");
        return StreamSupport.stream(notices.spliterator(), false)
                .filter(notice -> notice.at("/kind").asText().equals("invalid-json"))
                .map(notice -> notice.at("/message").asText())
                .reduce("", (first, second) -> first + second);
    }

    @Test
    void aFewBrokenLinesAreCountedAndTheFirstIsNamed() {
        assertThat(notice("a.jsonl", GOOD + "oops\n" + GOOD + "{\"id\": \n" + GOOD.repeat(20)))
                .contains("2 of 24 lines of ", "a.jsonl are not valid JSON, the first is line 2", "read as lines");
    }

    @Test
    void linesThatOnlyLookLikeDocumentsAreFound() {
        assertThat(notice("a.jsonl", GOOD.repeat(2) + "{\"id\": }\n" + GOOD.repeat(20)))
                .contains("1 of 23 lines", "the first is line 3", "read as jsonl");
    }

    @Test
    void aFileWithoutAnyDocumentIsReported() {
        assertThat(notice("a.ndjson", "plain words\n".repeat(20)))
                .contains("none of the 20 lines of ", "is valid JSON");
    }

    @Test
    void documentsOfAllFormsAreValid() {
        assertThat(notice("a.jsonl", GOOD + "[1, 2]\n\n17\n\"word\"\n" + GOOD.repeat(20)))
                .isEmpty();
    }

    @Test
    void whoeverAsksForLinesGetsThemWithoutANotice() {
        assertThat(notice("a.jsonl", GOOD + "oops\n".repeat(20), "--format", "lines"))
                .isEmpty();
        assertThat(notice("a.txt", "plain words\n".repeat(20))).isEmpty();
    }
}
