package dev.squeeze.benchmarks.headline;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Finds a field that could be the records' key: text that nearly all records have, with many values that each occur
 * several times.
 */
final class KeyField {
    private static final int RECORDS_LOOKED_AT = 2_000;
    private static final double MIN_SHARE_WITH_IT = 0.98;
    private static final int MIN_VALUES = 8;
    private static final int MIN_RECORDS_PER_VALUE = 4;
    private static final int MAX_DEPTH = 2;
    private static final ObjectMapper JSON = new ObjectMapper();

    private KeyField() {}

    /** The suitable field with the most values, in the notation of {@code --key-field}. */
    static Optional<String> find(List<byte[]> records, RecordForm form) throws IOException {
        List<byte[]> looked = records.subList(0, Math.min(records.size(), RECORDS_LOOKED_AT));
        Map<String, Map<String, Integer>> fields = new TreeMap<>();
        for (byte[] record : looked) {
            switch (form) {
                case JSON_LINES -> addAll(fields, "", JSON.readTree(record), 1);
                case CSV -> addAll(fields, new String(record, StandardCharsets.UTF_8).split(",", -1));
                case LINES, LENGTH_PREFIXED -> {}
            }
        }
        String best = "";
        int mostValues = MIN_VALUES - 1;
        for (Map.Entry<String, Map<String, Integer>> field : fields.entrySet()) {
            int with = field.getValue().values().stream().mapToInt(n -> n).sum();
            int values = field.getValue().size();
            if (with >= MIN_SHARE_WITH_IT * looked.size()
                    && values * MIN_RECORDS_PER_VALUE <= looked.size()
                    && values > mostValues) {
                mostValues = values;
                best = field.getKey();
            }
        }
        return Optional.of(best).filter(field -> !field.isEmpty());
    }

    private static void addAll(Map<String, Map<String, Integer>> fields, String above, JsonNode object, int depth) {
        Set<String> names = new HashSet<>();
        object.fieldNames().forEachRemaining(names::add);
        for (String name : names) {
            JsonNode value = object.get(name);
            String pointer = above + "/" + name.replace("~", "~0").replace("/", "~1");
            if (value.isTextual() && mayBeKey(value.asText())) {
                add(fields, pointer, value.asText());
            } else if (value.isObject() && depth < MAX_DEPTH) {
                addAll(fields, pointer, value, depth + 1);
            }
        }
    }

    /** Columns by number, from 1; amounts are not keys. */
    private static void addAll(Map<String, Map<String, Integer>> fields, String[] columns) {
        for (int i = 0; i < columns.length; i++) {
            if (mayBeKey(columns[i]) && !columns[i].contains(".")) {
                add(fields, String.valueOf(i + 1), columns[i]);
            }
        }
    }

    /** Times and addresses are not keys. */
    private static boolean mayBeKey(String value) {
        return !value.isEmpty() && !value.contains(":");
    }

    private static void add(Map<String, Map<String, Integer>> fields, String field, String value) {
        fields.computeIfAbsent(field, name -> new HashMap<>()).merge(value, 1, Integer::sum);
    }
}
