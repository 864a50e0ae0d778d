package dev.squeeze.feature.explain;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Random;
import java.util.UUID;
import java.util.stream.StreamSupport;

/** JSON records whose fields have known costs. */
final class KnownDocuments {
    static final int NUMBER = 6_000;

    private KnownDocuments() {}

    /** A constant, a random id, two fields that hold the same random text, a time as text, a nested counter and an array. */
    static String text() {
        Random random = new Random(7);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < NUMBER; i++) {
            UUID id = new UUID(random.nextLong() & ~0xf000L | 0x4000L, random.nextLong() & ~(3L << 62) | 1L << 63);
            String twin = Long.toString(random.nextLong() >>> 1, 36) + Long.toString(random.nextLong() >>> 1, 36);
            text.append("{\"constant\":\"marker-of-contents\",\"id\":\"")
                    .append(id)
                    .append("\",\"left\":\"")
                    .append(twin)
                    .append("\",\"right\":\"")
                    .append(twin)
                    .append("\",\"at\":\"2026-01-01T00:")
                    .append(String.format("%02d:%02d.%03dZ", i / 60 % 60, i % 60, random.nextInt(1_000)))
                    .append("\",\"nested\":{\"n\":")
                    .append(i)
                    .append("},\"items\":[{\"price\":")
                    .append(random.nextInt(10_000))
                    .append("},{\"price\":")
                    .append(random.nextInt(10_000))
                    .append("}]}\n");
        }
        return text.toString();
    }

    /** The entry of a field, by its path. */
    static JsonNode costOf(JsonNode costs, String path) {
        return StreamSupport.stream(costs.spliterator(), false)
                .filter(cost -> cost.get("path").asText().equals(path))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + path + " in " + costs));
    }
}
