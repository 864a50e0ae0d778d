package dev.squeeze.kit.source;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.squeeze.kit.unit.NearestName;
import dev.squeeze.kit.unit.VisibleText;
import java.io.IOException;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Counts the fields of JSON documents, as JSON pointers (RFC 6901), by the number of documents that have them. Counts
 * only fields with a single value: not those in arrays, which have no fixed position, and not null. The number of
 * documents and of fields is bounded, since documents may use identifiers as field names.
 */
final class JsonFieldCensus {
    private static final int MAX_DOCUMENTS = 1_000;
    private static final int MAX_FIELDS = 10_000;
    private static final int MAX_DEPTH = 8;
    private static final int FIELDS_SHOWN = 12;
    private static final int SHOWN_CHARACTERS = 60;

    private final JsonParsers parsers = new JsonParsers();
    private final Map<String, Integer> documentsByPointer = new LinkedHashMap<>();
    private int documents;

    /** Counts the fields of a document; if it is not valid JSON, those before the error. */
    void add(byte[] document) {
        if (documents == MAX_DOCUMENTS) {
            return;
        }
        documents++;
        try (JsonParser parser = parsers.open(document)) {
            if (parser.nextToken() == JsonToken.START_OBJECT) {
                addObject(parser, "", 1);
            }
        } catch (IOException | RuntimeException e) {
            // The fields found before the error count.
        }
    }

    private void addObject(JsonParser parser, String path, int depth) throws IOException {
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String pointer =
                    path + "/" + parser.currentName().replace("~", "~0").replace("/", "~1");
            JsonToken value = parser.nextToken();
            if (value == null) {
                return;
            }
            if (value == JsonToken.START_OBJECT && depth < MAX_DEPTH) {
                addObject(parser, pointer, depth + 1);
            } else if (value.isStructStart()) {
                parser.skipChildren();
            } else if (value != JsonToken.VALUE_NULL
                    && (documentsByPointer.size() < MAX_FIELDS || documentsByPointer.containsKey(pointer))) {
                documentsByPointer.merge(pointer, 1, Integer::sum);
            }
        }
    }

    /** The fields with a single value, those in the most documents first, and among these the outermost first. */
    List<String> pointers() {
        return documentsByPointer.entrySet().stream()
                .sorted(Comparator.comparing((Map.Entry<String, Integer> entry) -> -entry.getValue())
                        .thenComparing(entry -> depth(entry.getKey())))
                .map(Map.Entry::getKey)
                .toList();
    }

    private static long depth(String pointer) {
        return pointer.chars().filter(c -> c == '/').count();
    }

    /** Lists the most frequent fields, and the one that may have been meant, as the end of a message. */
    String known(String wanted) {
        List<String> all = pointers();
        if (all.isEmpty()) {
            return "the records have no fields outside of arrays";
        }
        int more = all.size() - FIELDS_SHOWN;
        List<String> shown =
                all.stream().limit(FIELDS_SHOWN).map(JsonFieldCensus::visible).toList();
        return "the records have the fields " + String.join(", ", shown)
                + (more > 0 ? " (and " + more + " more)" : "")
                + NearestName.of(wanted, all)
                        .map(near -> "; did you mean " + visible(near) + "?")
                        .orElse("");
    }

    private static String visible(String pointer) {
        String cut = pointer.length() <= SHOWN_CHARACTERS ? pointer : pointer.substring(0, SHOWN_CHARACTERS) + "...";
        return VisibleText.oneLine(cut);
    }
}
