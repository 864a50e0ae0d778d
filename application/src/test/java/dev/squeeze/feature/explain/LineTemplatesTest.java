package dev.squeeze.feature.explain;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LineTemplatesTest {
    private static byte[] bytes(String line) {
        return line.getBytes(StandardCharsets.UTF_8);
    }

    private static TreeSet<String> fields(LineTemplates templates, String line) {
        FieldNames names = new FieldNames();
        TreeSet<String> paths = new TreeSet<>();
        new LineValues(names, templates)
                .parse(bytes(line))
                .orElseThrow()
                .each(node -> paths.add(names.field(node.field()).path()));
        return paths;
    }

    @Test
    void textInQuotesAndBracketsIsOneToken() {
        LineTokens line =
                LineTokens.of(bytes("ip1 - [24/Apr/2011:04:06:01 -0400] \"GET /a \\\"b\\\" HTTP/1.1\" [open 200 \"x"));
        List<String> tokens = new ArrayList<>();
        for (int place = 0; place < line.size(); place++) {
            tokens.add(line.text(place));
        }

        assertThat(tokens)
                .containsExactly(
                        "ip1",
                        "-",
                        "[24/Apr/2011:04:06:01 -0400]",
                        "\"GET /a \\\"b\\\" HTTP/1.1\"",
                        "[open",
                        "200",
                        "\"x");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[0.123s][info ][gc,task   ] GC(20) [x][y] | [0.123s];[info ];[gc,task   ];GC(20);[x][y]",
                "[a b] [c][d] e | [a b];[c][d];e",
                "[a][b | [a];[b",
                "[[a][b]] c | [[a];[b]];c",
                "x[1][2] | x[1][2]",
                "[Parallel Time: 7.2 ms, [Workers: 1]] | [Parallel;Time:;7.2;ms,;[Workers: 1]]",
            })
    void bracketsThatALineBeginsWithAreATokenEach(String text, String expected) {
        LineTokens line = LineTokens.of(bytes(text));

        assertThat(String.join(
                        ";",
                        IntStream.range(0, line.size()).mapToObj(line::text).toList()))
                .isEqualTo(expected);
    }

    @Test
    void linesThatDifferOnlyInTheirManyValuesAreOfOneTemplate() {
        List<byte[]> lines = new ArrayList<>();
        String[] messages = {
            "GC(%d) Old regions: %d->%d(%d)", "GC(%d) Eden regions: %d->%d(%d) %d", "GC(%d) Other: %d.%dms"
        };
        for (int i = 0; i < 300; i++) {
            lines.add(bytes("[" + i + ".5s][info][gc] " + String.format(messages[i % 3], i, i, i + 1, i, i)));
        }
        LineTemplates templates = LineTemplates.of(lines);

        assertThat(templates.leading()).isEqualTo(4);
        assertThat(fields(templates, "[7.5s][info][gc] GC(7) Other: 0.7ms"))
                .contains("token 1", "token 4")
                .anyMatch(path -> path.matches("template \\d\\.token 6"))
                .doesNotContain("other text");
        assertThat(fields(templates, "[7.5s][info][gc] GC(7) Old regions: 3->4(5)"))
                .doesNotContain("other text");
    }

    @Test
    void linesWithOneLayoutHaveAFieldForEachPlace() {
        List<byte[]> lines = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            lines.add(bytes(
                    "ip" + i + " [day " + i + "] \"" + (i % 3 == 0 ? "GET /" : "POST /form/a-b?c=") + i + "\" " + i));
        }
        LineTemplates templates = LineTemplates.of(lines);

        assertThat(templates.leading()).isEqualTo(4);
        assertThat(fields(templates, "ip7 [day 7] \"GET /x\" 9"))
                .containsExactly("token 1", "token 2", "token 3", "token 4");
    }

    @Test
    void messagesHaveTemplatesByHowOftenTheyOccurAndOthersAreOneField() {
        List<byte[]> lines = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            lines.add(bytes(i + " INFO "
                    + (i % 3 == 0 ? "lost connection to node " + i : "user u" + i + " logged in from h" + i)));
        }
        LineTemplates templates = LineTemplates.of(lines);

        // The first words of all messages have the same shape.
        assertThat(templates.leading()).isEqualTo(3);
        assertThat(fields(templates, "9 INFO user u9 logged in from h3"))
                .containsExactly(
                        "template 1",
                        "template 1.text",
                        "template 1.token 4",
                        "template 1.token 8",
                        "token 1",
                        "token 2",
                        "token 3");
        assertThat(fields(templates, "9 INFO lost connection to node 4"))
                .containsExactly(
                        "template 2", "template 2.text", "template 2.token 7", "token 1", "token 2", "token 3");
        assertThat(fields(templates, "9 INFO never seen before"))
                .containsExactly("other text", "token 1", "token 2", "token 3");
    }

    @Test
    void aFieldOfATemplateIsTakenOutWithItsBlank() {
        FieldNames names = new FieldNames();
        List<byte[]> lines = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            lines.add(bytes(i + (i % 2 == 0 ? " a b " + i + " c" : " d e")));
        }
        ValueTree tree = new LineValues(names, LineTemplates.of(lines))
                .parse(bytes("7 a b 12 c"))
                .orElseThrow();
        List<Integer> variable = new ArrayList<>();
        tree.each(node -> {
            if (names.field(node.field()).path().matches("template \\d\\.token 4")) {
                variable.add(node.field());
            }
        });

        assertThat(variable.stream().distinct().toList()).hasSize(1);
        assertThat(new String(ValueRewrite.without(names, variable).of(tree), StandardCharsets.UTF_8))
                .isEqualTo("7 a b c");
    }
}
