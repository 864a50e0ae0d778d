package dev.squeeze;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.squeeze.kit.document.OutputFormat;
import dev.squeeze.kit.document.Result;
import dev.squeeze.kit.document.ResultJson;
import dev.squeeze.kit.unit.UsageException;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Any text of a document may come from somebody else: no output format may interpret it as more than text. */
@Tag("slow")
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

    /** Rendered together, because rendering dominates the time. */
    private static final int AT_ONCE = 40;

    @ParameterizedTest
    @MethodSource("everyDocument")
    void areOnlyTextInEveryForm(Result result) throws IOException {
        JsonNode whole = ShortDocument.of(JSON.readTree(ResultJson.write(result)), 3, document -> read(document)
                .isPresent());
        Map<String, Place> places = new LinkedHashMap<>();
        collect("", whole, places);
        int poisoned = 0;
        for (List<Place> some : chunks(List.copyOf(places.values()))) {
            List<Place> taken = some.stream()
                    .filter(place -> place.poisoned(() -> parsed(whole).isPresent()))
                    .toList();
            poisoned += together(taken, whole);
        }

        assertThat(poisoned).isPositive();
    }

    private static List<List<Place>> chunks(List<Place> places) {
        List<List<Place>> chunks = new ArrayList<>();
        for (int from = 0; from < places.size(); from += AT_ONCE) {
            chunks.add(places.subList(from, Math.min(places.size(), from + AT_ONCE)));
        }
        return chunks;
    }

    /** Number of poisoned places: all at once, or in halves if they conflict. */
    private static int together(List<Place> places, JsonNode whole) {
        if (places.isEmpty()) {
            return 0;
        }
        if (poison(places, whole)) {
            return places.size();
        }
        int half = places.size() / 2;
        return half == 0
                ? 0
                : together(places.subList(0, half), whole) + together(places.subList(half, places.size()), whole);
    }

    /** Whether the document was accepted with all of them poisoned, in which case it has been checked. */
    private static boolean poison(List<Place> places, JsonNode whole) {
        places.forEach(Place::poison);
        Optional<Rendered> document = read(whole);
        places.forEach(Place::heal);
        try {
            document.ifPresent(read ->
                    expectHarmless(places.stream().map(Place::path).toList().toString(), read));
        } catch (AssertionError e) {
            // Tests each place separately, so that the error names the one at fault.
            if (places.size() > 1) {
                places.forEach(place -> poison(List.of(place), whole));
            }
            throw e;
        }
        return document.isPresent();
    }

    /** A text of a document, to which the hostile text can be prepended. */
    private record Place(String path, String was, Consumer<String> set) {
        void poison() {
            set.accept(HOSTILE + was);
        }

        void heal() {
            set.accept(was);
        }

        boolean poisoned(BooleanSupplier question) {
            poison();
            boolean answer = question.getAsBoolean();
            heal();
            return answer;
        }
    }

    /** For list elements, the first that has the text. */
    private static void collect(String path, JsonNode node, Map<String, Place> places) {
        if (node instanceof ObjectNode object) {
            object.properties()
                    .forEach(field -> visit(
                            path + "." + field.getKey(),
                            field.getValue(),
                            value -> object.put(field.getKey(), value),
                            places));
        } else if (node instanceof ArrayNode array) {
            for (int i = 0; i < array.size(); i++) {
                int at = i;
                visit(path + "[]", array.get(i), value -> array.set(at, array.textNode(value)), places);
            }
        }
    }

    private static void visit(String path, JsonNode value, Consumer<String> set, Map<String, Place> places) {
        if (value.isTextual()) {
            places.putIfAbsent(path, new Place(path, value.asText(), set));
        }
        collect(path, value, places);
    }

    /** A document that was accepted, with the formats to check; each is rendered once. */
    private record Rendered(Result result, String text, String page) {}

    private static Optional<Result> parsed(JsonNode document) {
        try {
            return Optional.of(ResultKinds.reader().parse("poisoned", JSON.writeValueAsString(document)));
        } catch (UsageException e) {
            // A word of ours, of which no other is taken.
            return Optional.empty();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static Optional<Rendered> read(JsonNode document) {
        try {
            return parsed(document)
                    .map(result ->
                            new Rendered(result, OutputFormat.TEXT.render(result), OutputFormat.HTML.render(result)));
        } catch (IllegalArgumentException e) {
            // Nor here.
            return Optional.empty();
        }
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
