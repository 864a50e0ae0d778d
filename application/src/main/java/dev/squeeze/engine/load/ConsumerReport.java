package dev.squeeze.engine.load;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.squeeze.kit.cluster.ClusterException;
import dev.squeeze.kit.environment.JvmUsage;
import dev.squeeze.kit.environment.child.UsageCodec;
import dev.squeeze.kit.kafka.ContentDigest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What one worker's consumers read, as reported to the coordinator.
 *
 * @param recordsByGroup records read from this worker's share of the partitions, by group
 * @param digests by group; empty digests if nothing was compared
 * @param usage what the worker's JVM used while they read
 */
record ConsumerReport(
        List<Long> recordsByGroup,
        List<ContentDigest> digests,
        List<String> problems,
        ConsumerFigures figures,
        JvmUsage usage) {
    static ConsumerReport of(TrialConsumers consumers) {
        return new ConsumerReport(
                consumers.recordsByGroup(),
                consumers.digests(),
                consumers.problems(),
                consumers.figures(),
                consumers.usage());
    }

    ObjectNode toJson() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        ArrayNode groups = json.putArray("groups");
        for (int i = 0; i < recordsByGroup.size(); i++) {
            groups.addObject()
                    .put("records", recordsByGroup.get(i))
                    .put("digestRecords", digests.get(i).records())
                    .put("digestSum", digests.get(i).sum());
        }
        problems.forEach(json.putArray("problems")::add);
        return json.put("records", figures.records())
                .put("payloadBytes", figures.payloadBytes())
                .put("seconds", figures.seconds())
                .put("incomingBytes", figures.incomingBytes())
                .put("fetches", figures.fetches())
                .put("usage", LoadReport.encoded(usage));
    }

    /** @throws ClusterException if the report is not one that a worker of this version writes */
    static ConsumerReport of(JsonNode json, String worker, int groups) {
        try {
            List<Long> records = new ArrayList<>();
            List<ContentDigest> digests = new ArrayList<>();
            for (JsonNode group : json.path("groups")) {
                records.add(group.path("records").asLong());
                digests.add(new ContentDigest(
                        group.path("digestRecords").asLong(),
                        group.path("digestSum").asLong()));
            }
            if (records.size() != groups) {
                throw new IllegalArgumentException("groups: " + records.size());
            }
            List<String> problems = new ArrayList<>();
            json.path("problems").forEach(problem -> problems.add("worker " + worker + ": " + problem.asText()));
            return new ConsumerReport(
                    records,
                    digests,
                    problems,
                    new ConsumerFigures(
                            json.path("records").asLong(),
                            json.path("payloadBytes").asLong(),
                            json.path("seconds").asDouble(),
                            json.path("incomingBytes").asDouble(),
                            json.path("fetches").asDouble()),
                    UsageCodec.decode(json.path("usage").asText(), UsageCodec::read));
        } catch (IOException | IllegalArgumentException e) {
            throw new ClusterException(
                    "worker " + worker + " sent a result that cannot be read: who else writes to the control topics?",
                    e);
        }
    }
}
