package dev.squeeze;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.squeeze.kit.document.HtmlReport;
import dev.squeeze.kit.document.OutputFormat;
import dev.squeeze.kit.document.Result;
import dev.squeeze.kit.document.ResultJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Documents of schema version 2, written before the names of version 3, are read and rendered like the same documents with current
 * names. They contain every renamed field and value.
 */
class OlderDocumentsTest {
    private static final Path FOLDER = Path.of("src", "test", "resources", "dev", "squeeze", "documents", "v2");

    /** Field names of version 2, prefixed with the property of the enclosing object if other objects have the same name. */
    private static final Map<String, String> FIELDS = Map.ofEntries(
            entry("played", "simulated"),
            entry("foretold", "predicted"),
            entry("toldApartBy", "discriminatorField"),
            entry("looked", "recordsSeen"),
            entry("settingsAre", "settingsOrigin"),
            entry("deep", "largerBatches"),
            entry("notWritten", "roundTripFailures"),
            entry("storedAgainstTheirs", "relativeStoredBytes"),
            entry("drift.rest", "wakeUp"),
            entry("producer.rest", "wakeUp"),
            entry("restShare", "wakeUpShare"),
            entry("baseline.otherwise", "conditionDifferences"),
            entry("mostBytesPerSecond", "maxBytesPerSecond"),
            entry("brokenOff", "failure"),
            entry("ofRecords", "recordShare"),
            entry("ofBytes", "byteShare"),
            entry("load.questions", "adminRequests"),
            entry("recordsInAll", "totalRecords"),
            entry("lostInAll", "totalLostOffsets"),
            entry("beyondProof", "recordsNotInSource"),
            entry("worth", "estimatedSaving"));

    /** Values of version 2, prefixed with the property's name. */
    private static final Map<String, String> VALUES = Map.ofEntries(
            entry("verdict.agrees", "match"),
            entry("verdict.apart", "mismatch"),
            entry("verdict.cannot-be-told", "inconclusive"),
            entry("holding.cannot-be-told", "inconclusive"),
            entry("consume.beside", "concurrent"),
            entry("severity.worth", "warning"),
            entry("state.left", "not-started"),
            entry("step.most", "largest-saving"),
            entry("state.otherwise", "other-codec"));

    static List<Path> documents() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("documents")
    void readsAndRendersLikeOneWithTheNamesOfNow(Path document) throws IOException {
        Result older = ResultKinds.reader().read(document);
        JsonNode renamed = renamed("", ResultSchema.parse(Files.readString(document)), new HashSet<>());
        Result now = ResultKinds.reader().parse("renamed", renamed.toString());

        assertThat(older.schemaVersion()).isEqualTo(2);
        assertThat(ResultSchema.faults(renamed)).isEmpty();
        assertThat(ResultSchema.parse(ResultJson.write(older))).isEqualTo(renamed);
        for (OutputFormat format : OutputFormat.values()) {
            assertThat(ofVersionNow(format.render(older))).isEqualTo(format.render(now));
        }
        assertThat(ofVersionNow(HtmlReport.render(older))).isEqualTo(HtmlReport.render(now));
    }

    @Test
    void everyNameThatWasReplacedIsInADocument() throws IOException {
        Set<String> seen = new HashSet<>();
        for (Path document : documents()) {
            renamed("", ResultSchema.parse(Files.readString(document)), seen);
        }

        assertThat(seen).containsAll(FIELDS.keySet()).containsAll(VALUES.keySet());
    }

    private static String ofVersionNow(String rendered) {
        return rendered.replace("document of schema version 2", "document of schema version " + Result.SCHEMA_VERSION);
    }

    /** @param seen receives the names that were replaced */
    private static JsonNode renamed(String name, JsonNode node, Set<String> seen) {
        if (node instanceof ArrayNode array) {
            ArrayNode copy = JsonNodeFactory.instance.arrayNode();
            array.forEach(element -> copy.add(renamed(name, element, seen)));
            return copy;
        }
        if (node instanceof ObjectNode object) {
            ObjectNode copy = JsonNodeFactory.instance.objectNode();
            object.properties().forEach(property -> {
                String key = property.getKey();
                copy.set(
                        field(name, key, seen),
                        key.equals("schemaVersion")
                                ? JsonNodeFactory.instance.numberNode(Result.SCHEMA_VERSION)
                                : renamed(key, property.getValue(), seen));
            });
            return copy;
        }
        String value = name + "." + node.asText();
        if (VALUES.containsKey(value)) {
            seen.add(value);
            return JsonNodeFactory.instance.textNode(VALUES.get(value));
        }
        return node;
    }

    private static String field(String parent, String name, Set<String> seen) {
        for (String known : List.of(parent + "." + name, name)) {
            if (FIELDS.containsKey(known)) {
                seen.add(known);
                return Objects.requireNonNull(FIELDS.get(known));
            }
        }
        return name;
    }
}
