package dev.squeeze.feature.copy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.unit.ArrivalRate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * A share of a copy, or of its comparison, as sent to a worker. It identifies clusters by their ids only.
 *
 * @param plan what to copy and how; the worker determines its number of threads
 * @param share the part to copy
 * @param sourceCluster id of the cluster that has the topic
 * @param destinationCluster id of the cluster that has the copies
 * @param compared if the share is to be compared, the progress of each copy, in the order of the plan; otherwise empty
 */
record CopyTask(
        CopyPlan plan,
        CopyShare share,
        String sourceCluster,
        String destinationCluster,
        List<List<CopyReport.PartitionProgress>> compared) {
    static final String KIND = "copy";

    private static final int MAX_PARTITIONS = 100_000;

    CopyTask {
        compared = List.copyOf(compared);
    }

    ObjectNode toJson() {
        ObjectNode json = JsonNodeFactory.instance
                .objectNode()
                .put("topic", plan.topic())
                .put("joinUpToBytes", plan.joinUpToBytes())
                .put("follow", plan.follow())
                .put("timeLimitMillis", plan.timeLimit().toMillis())
                .put("retryTimeoutMillis", plan.retryTimeout().toMillis())
                .put("run", share.owner().run())
                .put("unit", share.owner().unit())
                .put("units", share.units())
                .put("partitions", share.partitions())
                .put("source", share.sourceId())
                .put("sourceCluster", sourceCluster)
                .put("destinationCluster", destinationCluster);
        ObjectNode ends = json.putObject("ends");
        share.ends().forEach((partition, end) -> ends.put(String.valueOf(partition), end));
        ArrayNode targets = json.putArray("targets");
        for (int i = 0; i < plan.targets().size(); i++) {
            CopyTarget target = plan.targets().get(i);
            targets.addObject()
                    .put("codec", target.label())
                    .put("topic", target.topic())
                    .put("id", share.targetIds().get(i));
        }
        plan.rate().ifPresent(rate -> putRate(json, rate));
        ArrayNode all = json.putArray("compared");
        compared.forEach(copy -> {
            ArrayNode partitions = all.addArray();
            copy.forEach(partition -> partitions
                    .addObject()
                    .put("partition", partition.partition())
                    .put("start", partition.startOffset())
                    .put("next", partition.nextOffset())
                    .put("records", partition.records()));
        });
        return json;
    }

    private static void putRate(ObjectNode json, ArrivalRate rate) {
        if (rate instanceof ArrivalRate.BytesPerSecond bytes) {
            json.put("bytesPerSecond", bytes.bytesPerSecond());
        } else if (rate instanceof ArrivalRate.RecordsPerSecond records) {
            json.put("recordsPerSecond", records.recordsPerSecond());
        }
    }

    private static Optional<ArrivalRate> rate(JsonNode json) {
        if (json.has("bytesPerSecond")) {
            return Optional.of(
                    new ArrivalRate.BytesPerSecond(json.path("bytesPerSecond").asDouble()));
        }
        return json.has("recordsPerSecond")
                ? Optional.of(new ArrivalRate.RecordsPerSecond(
                        json.path("recordsPerSecond").asDouble()))
                : Optional.empty();
    }

    /**
     * @param threads number of threads that the worker uses
     * @throws IllegalArgumentException if it is not a share of a copy
     */
    static CopyTask of(JsonNode json, int threads) {
        List<CopyTarget> targets = new ArrayList<>();
        List<String> ids = new ArrayList<>();
        json.path("targets").forEach(target -> {
            String codec = target.path("codec").asText();
            targets.add(new CopyTarget(
                    codec.equals(CopyTarget.KEEP) ? Optional.empty() : Optional.of(Codec.parse(codec)),
                    target.path("topic").asText()));
            ids.add(target.path("id").asText());
        });
        int units = json.path("units").asInt();
        int partitions = json.path("partitions").asInt();
        if (units < 1 || partitions < 0 || partitions > MAX_PARTITIONS) {
            throw new IllegalArgumentException(
                    "not a share of a copy: " + units + " units of " + partitions + " partitions");
        }
        CopyPlan plan = new CopyPlan(
                json.path("topic").asText(),
                targets,
                json.path("joinUpToBytes").asInt(),
                new CopyStart.Earliest(),
                json.path("follow").asBoolean(),
                Optional.empty(),
                rate(json),
                OptionalInt.empty(),
                Map.of(),
                threads,
                Duration.ofMillis(json.path("timeLimitMillis").asLong()),
                Duration.ofMillis(json.path("retryTimeoutMillis").asLong()),
                Duration.ofDays(1));
        CopyOwner owner = new CopyOwner(
                json.path("run").asText(),
                json.path("work").asLong(),
                json.path("unit").asInt());
        return new CopyTask(
                plan,
                new CopyShare(owner, units, json.path("source").asText(), ids, partitions, ends(json)),
                json.path("sourceCluster").asText(),
                json.path("destinationCluster").asText(),
                compared(json));
    }

    private static Map<Integer, Long> ends(JsonNode json) {
        Map<Integer, Long> ends = new TreeMap<>();
        json.path("ends")
                .properties()
                .forEach(end ->
                        ends.put(Integer.parseInt(end.getKey()), end.getValue().asLong()));
        return ends;
    }

    private static List<List<CopyReport.PartitionProgress>> compared(JsonNode json) {
        List<List<CopyReport.PartitionProgress>> all = new ArrayList<>();
        json.path("compared").forEach(copy -> {
            List<CopyReport.PartitionProgress> partitions = new ArrayList<>();
            copy.forEach(partition -> partitions.add(new CopyReport.PartitionProgress(
                    partition.path("partition").asInt(),
                    partition.path("start").asLong(),
                    partition.path("next").asLong(),
                    partition.path("records").asLong())));
            all.add(partitions);
        });
        return all;
    }
}
