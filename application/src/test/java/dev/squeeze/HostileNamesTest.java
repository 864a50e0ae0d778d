package dev.squeeze;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.squeeze.kit.document.OutputFormat;
import dev.squeeze.kit.document.Result;
import dev.squeeze.kit.document.ResultJson;
import java.io.IOException;
import java.io.StringReader;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Any text of a document may have been chosen by somebody else: in no form of a result is it more than text. */
class HostileNamesTest {
    private static final String TURNED = "\u202e";
    private static final String HOSTILE = "=cmd|' /C calc'!A0\u001b]0;title\u0007\u009b31m\r\n# INJECTED\n```\n"
            + "<img src=x onerror=alert(1)>[a](javascript:b)[c]: http://d `e` **f** __g__ &lt;script&gt; \\`h\\`"
            + TURNED;
    private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}\u202a-\u202e\u2066-\u2069\u200e\u200f&&[^\n]]");
    private static final Pattern FENCED = Pattern.compile("(?ms)^(`{3,})(properties|sh|java|go|yaml|hcl)?\n.*?^\\1$");
    private static final Pattern ESCAPED = Pattern.compile("\\\\[\\p{Punct}]");
    private static final ObjectMapper JSON = new ObjectMapper();

    static Collection<Result> everyDocument() {
        return GoldenRenderingTest.RESULTS.values();
    }

    @ParameterizedTest
    @MethodSource("everyDocument")
    void areOnlyTextInEveryForm(Result result) throws IOException {
        JsonNode whole = ShortDocument.of(JSON.readTree(ResultJson.write(result)), 3, document -> read(document)
                .isPresent());
        Map<String, Boolean> poisoned = new LinkedHashMap<>();
        forEachText("", whole, poisoned, place -> {
            Optional<Rendered> document = read(whole);
            document.ifPresent(read -> expectHarmless(place, read));
            return document.isPresent();
        });

        assertThat(poisoned).containsValue(true);
    }

    /** A document that was taken, with the forms that show whether it is: each is rendered once. */
    private record Rendered(Result result, String text, String page) {}

    private static Optional<Rendered> read(JsonNode document) {
        try {
            Result read = ResultKinds.reader().parse("poisoned", JSON.writeValueAsString(document));
            return Optional.of(new Rendered(read, OutputFormat.TEXT.render(read), OutputFormat.HTML.render(read)));
        } catch (IllegalArgumentException e) {
            // A word of ours, of which no other is taken.
            return Optional.empty();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /**
     * Puts the hostile text into one place at a time, in front of what is there.
     *
     * @param poisoned by place, whether the document was taken
     * @param examine says so, of the document as it is when it is called
     */
    private static void forEachText(
            String place, JsonNode node, Map<String, Boolean> poisoned, Predicate<String> examine) {
        if (node instanceof ObjectNode object) {
            object.properties()
                    .forEach(field -> visit(
                            place + "." + field.getKey(),
                            field.getValue(),
                            value -> object.put(field.getKey(), value),
                            poisoned,
                            examine));
        } else if (node instanceof ArrayNode array) {
            for (int i = 0; i < array.size(); i++) {
                int at = i;
                visit(place + "[]", array.get(i), value -> array.set(at, array.textNode(value)), poisoned, examine);
            }
        }
    }

    private static void visit(
            String place,
            JsonNode value,
            Consumer<String> set,
            Map<String, Boolean> poisoned,
            Predicate<String> examine) {
        if (value.isTextual() && !poisoned.containsKey(place)) {
            String was = value.asText();
            set.accept(HOSTILE + was);
            poisoned.put(place, examine.test(place));
            set.accept(was);
        }
        forEachText(place, value, poisoned, examine);
    }

    private static void expectHarmless(String place, Rendered document) {
        String text = document.text();
        assertThat(CONTROL.matcher(text).find()).as("text, %s", place).isFalse();
        assertThat(text.lines()).as("text, %s", place).noneMatch(line -> line.startsWith("# INJECTED"));

        String json = OutputFormat.JSON.render(document.result());
        assertThat(CONTROL.matcher(json).find()).as("json, %s", place).isFalse();
        assertThat(json).as("json, %s", place).contains("onerror");

        String markdown = OutputFormat.MARKDOWN.render(document.result());
        assertThat(CONTROL.matcher(markdown).find()).as("markdown, %s", place).isFalse();
        String live = ESCAPED.matcher(FENCED.matcher(markdown).replaceAll("")).replaceAll("");
        assertThat(live)
                .as("markdown, %s", place)
                .doesNotContain("<img", "](javascript", "`", "**f", "__g", "&lt;script");
        assertThat(live.lines()).as("markdown, %s", place).noneMatch(line -> line.startsWith("# INJECTED"));

        String page = document.page();
        assertThat(page).as("page, %s", place).doesNotContain("<img src=x", TURNED, "\u001b", "\u009b");
        expectNoFormula(place, OutputFormat.CSV.render(document.result()));
    }

    private static void expectNoFormula(String place, String csv) {
        try {
            for (CSVRecord row : CSVFormat.RFC4180.parse(new StringReader(csv)).getRecords()) {
                assertThat(row).as("csv, %s", place).noneMatch(cell -> cell.startsWith("=cmd"));
                assertThat(row).as("csv, %s", place).noneMatch(cell -> CONTROL.matcher(cell)
                        .find());
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
