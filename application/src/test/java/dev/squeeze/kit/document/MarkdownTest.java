package dev.squeeze.kit.document;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MarkdownTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "--rate 20 MiB/s: 69,444 records/s",
                "p99<300ms, a < b, 5 & 6, x > y",
                "NOT_LEADER_OR_FOLLOWER",
                "zstd:3 *",
                "-12 % and 3.5 of 4 [1 raw-topic]",
                "shown as \\u001b already"
            })
    void leavesAsItIsWhatIsNoMarkdown(String text) {
        assertThat(Markdown.text(text)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "<img src=x>,&lt;img src=x>",
                "<!-- x,&lt;!-- x",
                "&lt;b,&amp;lt;b",
                "[a](b),[a\\](b)",
                "[a]: b,[a\\]: b",
                "`x`,\\`x\\`",
                "*x*,\\*x\\*",
                "_x_,\\_x\\_",
                "~~x~~,\\~\\~x\\~\\~",
                "# x,\\# x",
                "> x,\\> x",
                "- x,\\- x",
                "---,\\---",
                "1. x,1\\. x",
                "\\<b,\\\\&lt;b"
            })
    void escapesWhatIs(String text, String escaped) {
        assertThat(Markdown.text(text)).isEqualTo(escaped);
    }

    @Test
    void aCellCannotEndItsColumn() {
        assertThat(Markdown.cell("a|b")).isEqualTo("a\\|b");
    }

    @Test
    void noLineEndsABlockOfCode() {
        assertThat(Markdown.code("", List.of("a", "```", "<b>"))).isEqualTo("````\na\n```\n<b>\n````\n");
    }
}
