package dev.squeeze.feature.copy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A worker's progress with its share.
 *
 * @param copies in the order of the plan
 * @param source offsets that every copy has reached, by partition
 * @param fetchedBytes bytes that this worker has received from the source for this share
 */
record ShareProgress(List<Copied> copies, Map<Integer, Long> positions, long fetchedBytes) {
    ShareProgress {
        copies = List.copyOf(copies);
        positions = new TreeMap<>(positions);
    }

    /**
     * @param all totals committed for the share in this run, by all workers that have had it
     * @param own the worker's part of it
     * @param linkBytes bytes that this worker has sent to the destination
     */
    record Copied(CopyTotals all, CopyTotals own, long linkBytes) {}

    ObjectNode toJson() {
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("fetchedBytes", fetchedBytes);
        ArrayNode each = json.putArray("copies");
        copies.forEach(copy -> each.addObject()
                .put("all", copy.all().text())
                .put("own", copy.own().text())
                .put("linkBytes", copy.linkBytes()));
        ObjectNode reached = json.putObject("positions");
        positions.forEach((partition, offset) -> reached.put(String.valueOf(partition), offset));
        return json;
    }

    static ShareProgress of(JsonNode json) {
        List<Copied> copies = new ArrayList<>();
        json.path("copies")
                .forEach(copy -> copies.add(new Copied(
                        totals(copy.path("all")),
                        totals(copy.path("own")),
                        copy.path("linkBytes").asLong())));
        Map<Integer, Long> positions = new TreeMap<>();
        json.path("positions")
                .properties()
                .forEach(position -> positions.put(
                        Integer.parseInt(position.getKey()), position.getValue().asLong()));
        return new ShareProgress(copies, positions, json.path("fetchedBytes").asLong());
    }

    private static CopyTotals totals(JsonNode json) {
        return CopyTotals.parse(json.asText()).orElse(CopyTotals.NONE);
    }
}
