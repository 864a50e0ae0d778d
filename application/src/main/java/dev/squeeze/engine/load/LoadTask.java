package dev.squeeze.engine.load;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.squeeze.kit.kafka.ContentDigest;
import dev.squeeze.kit.kafka.SecretSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * One worker's share of a load, as it is sent to it.
 *
 * @param settings of the whole load; consumers and other clients are not among them
 * @param order of the records
 * @param records where they are shipped through
 * @param clusterId of the cluster under test; empty where it does not report one
 */
record LoadTask(
        LoadSettings settings,
        KafkaProducerLoad.Share share,
        List<String> topics,
        Payload.Order order,
        Shipment records,
        Optional<String> clusterId,
        Duration timeout) {
    static final String KIND = "load";

    /** What would let a task reach other machines or other code than a worker's owner meant. */
    private static final List<String> OWNERS_PREFIXES =
            List.of("sasl.", "ssl.", "security.", "config.providers", "bootstrap.", "metrics.", "client.");

    private static final List<String> OWNERS_ENDS = List.of(".class", ".classes", ".reporters", ".serializer");

    /**
     * Records in a topic of the control cluster.
     *
     * @param digest of all of them
     * @param payloadBytes of their keys and values
     */
    record Shipment(String topic, ContentDigest digest, long payloadBytes) {}

    /**
     * Refuses a property that a worker takes from nobody but its owner.
     *
     * @throws IllegalArgumentException that names it
     */
    static void requireShareable(Map<String, String> producerProperties) {
        producerProperties.keySet().stream()
                .filter(key -> SecretSettings.isSecret(key)
                        || OWNERS_PREFIXES.stream().anyMatch(key::startsWith)
                        || OWNERS_ENDS.stream().anyMatch(key::endsWith))
                .findFirst()
                .ifPresent(key -> {
                    throw new IllegalArgumentException("the producer property " + key
                            + " is not sent to workers: it is for each worker's own --command-config");
                });
    }

    ObjectNode toJson() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        ObjectNode properties = json.putObject("producerProperties");
        settings.producerProperties().forEach(properties::put);
        json.put("producers", settings.producers())
                .put("threads", settings.threads())
                .put("partitions", settings.partitions())
                .put("refusalsAllowed", settings.refusalsAllowed())
                .put("firstProducer", share.first())
                .put("ownProducers", share.count())
                .put("begin", order.begin())
                .put("together", order.together())
                .put("timeoutMillis", timeout.toMillis());
        if (settings.profile() instanceof LoadProfile.OpenLoop open) {
            json.put("recordsPerSecond", open.recordsPerSecond());
        }
        order.wanted().ifPresent(wanted -> json.put("wanted", wanted));
        clusterId.ifPresent(id -> json.put("clusterId", id));
        topics.forEach(json.putArray("topics")::add);
        json.putObject("records")
                .put("topic", records.topic())
                .put("count", records.digest().records())
                .put("sum", records.digest().sum())
                .put("payloadBytes", records.payloadBytes());
        return json;
    }

    /** @throws IllegalArgumentException where it is none that may be carried out */
    static LoadTask of(JsonNode json) {
        Map<String, String> properties = new TreeMap<>();
        json.path("producerProperties")
                .properties()
                .forEach(
                        entry -> properties.put(entry.getKey(), entry.getValue().asText()));
        requireShareable(properties);
        List<String> topics = new ArrayList<>();
        json.path("topics").forEach(topic -> topics.add(topic.asText()));
        LoadSettings settings = new LoadSettings(
                properties,
                json.path("producers").asInt(),
                json.path("threads").asInt(),
                topics.size(),
                json.path("partitions").asInt(),
                1,
                Map.of(),
                json.has("recordsPerSecond")
                        ? new LoadProfile.OpenLoop(json.path("recordsPerSecond").asDouble())
                        : new LoadProfile.ClosedLoop(),
                new ConsumerSettings(ConsumerSettings.When.NEVER, 1, 1, Map.of()));
        JsonNode records = json.path("records");
        return new LoadTask(
                json.path("refusalsAllowed").asBoolean() ? settings.allowingRefusals() : settings,
                new KafkaProducerLoad.Share(
                        json.path("firstProducer").asInt(),
                        json.path("ownProducers").asInt()),
                topics,
                new Payload.Order(
                        json.path("begin").asDouble(),
                        json.has("wanted")
                                ? OptionalDouble.of(json.path("wanted").asDouble())
                                : OptionalDouble.empty(),
                        json.path("together").asDouble()),
                new Shipment(
                        records.path("topic").asText(),
                        new ContentDigest(
                                records.path("count").asLong(),
                                records.path("sum").asLong()),
                        records.path("payloadBytes").asLong()),
                Optional.ofNullable(json.path("clusterId").textValue()),
                Duration.ofMillis(json.path("timeoutMillis").asLong()));
    }
}
