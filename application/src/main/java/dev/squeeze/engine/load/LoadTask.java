package dev.squeeze.engine.load;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.squeeze.engine.predict.ClientProfile;
import dev.squeeze.kit.kafka.ContentDigest;
import dev.squeeze.kit.kafka.SecretSettings;
import dev.squeeze.kit.unit.UsageException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * One worker's share of a load, as it is sent to the worker.
 *
 * @param settings settings of the whole load, without consumers
 * @param share of the producers, or of the connections if gateways send
 * @param order order of the records
 * @param records the topic through which they are shipped
 * @param followed whether latencies are wanted during the load
 * @param gateway that the worker sends through; empty if its producers send
 * @param clusterId of the cluster under test; empty if it does not report one
 */
record LoadTask(
        LoadSettings settings,
        KafkaProducerLoad.Share share,
        List<String> topics,
        Payload.Order order,
        Shipment records,
        boolean followed,
        Optional<WorkerGateway> gateway,
        Optional<String> clusterId,
        Duration timeout) {
    static final String KIND = "load";

    /** Properties that could make a task reach other machines, or run other code, than the worker's owner intended. */
    private static final List<String> OWNERS_PREFIXES =
            List.of("sasl.", "ssl.", "security.", "config.providers", "bootstrap.", "metrics.", "client.");

    /** The same for other libraries: names of librdkafka's settings, kgo's options and sarama's fields. */
    private static final List<String> OWNERS_OF_OTHER_CLIENTS = List.of(
            "plugin.",
            "metadata.broker.list",
            "enable.ssl",
            "enable.sasl",
            "https.",
            "oauth",
            "seedbrokers",
            "dial",
            "net.sasl",
            "net.tls",
            "net.proxy",
            "clientid");

    private static final List<String> OWNERS_ENDS = List.of(".class", ".classes", ".reporters", ".serializer");

    /**
     * Records in a topic of the control cluster.
     *
     * @param digest digest of all of them
     * @param payloadBytes size of their keys and values
     */
    record Shipment(String topic, ContentDigest digest, long payloadBytes) {}

    /**
     * Refuses a property that a worker accepts only from its owner.
     *
     * @throws UsageException that names it
     */
    static void requireShareable(Map<String, String> producerProperties) {
        producerProperties.keySet().stream()
                .filter(key -> SecretSettings.isSecret(key)
                        || OWNERS_PREFIXES.stream().anyMatch(key::startsWith)
                        || OWNERS_ENDS.stream().anyMatch(key::endsWith))
                .findFirst()
                .ifPresent(key -> {
                    throw new UsageException("the property " + key
                            + " is not sent to workers: it is for each worker's own --command-config");
                });
    }

    /**
     * Refuses another client that workers do not start, or one with a setting that a worker accepts only from its
     * owner.
     *
     * @throws UsageException that names it
     */
    static void requireShareable(ForeignClient client) {
        if (client.profile().isEmpty()) {
            throw new UsageException("--client " + client.label()
                    + " is a program on this machine, and workers never start a program named in a message: leave"
                    + " out --client or --workers");
        }
        requireShareable(client.properties());
        client.properties().keySet().stream()
                .filter(key -> OWNERS_OF_OTHER_CLIENTS.stream().anyMatch(key.toLowerCase(Locale.ROOT)::startsWith))
                .findFirst()
                .ifPresent(key -> {
                    throw new UsageException("the setting " + key + " of " + client.label()
                            + " is not sent to workers: it determines where or how to connect");
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
                .put("followed", followed)
                .put("timeoutMillis", timeout.toMillis());
        if (settings.profile() instanceof LoadProfile.OpenLoop open) {
            json.put("recordsPerSecond", open.recordsPerSecond());
        } else if (settings.profile() instanceof LoadProfile.Staged staged) {
            ArrayNode stages = json.putArray("stages");
            staged.stages().forEach(stage -> stages.addObject()
                    .put("millis", stage.length().toMillis())
                    .put("from", stage.fromRecordsPerSecond())
                    .put("to", stage.toRecordsPerSecond()));
        }
        settings.client().ifPresent(client -> {
            ObjectNode own =
                    json.putObject("client").put("label", client.label()).putObject("properties");
            client.properties().forEach(own::put);
        });
        gateway.ifPresent(through -> json.putObject("gateway")
                .put("connections", through.connections())
                .put("acknowledge", through.acknowledge())
                .put("queueRecords", through.queueRecords())
                .put("queueBytes", through.queueBytes())
                .put("bodyBytes", through.bodyBytes())
                .put("heapBytes", through.heapBytes()));
        order.wanted().ifPresent(wanted -> json.put("wanted", wanted));
        settings.sharing().ifPresent(among -> json.put("sharing", among));
        clusterId.ifPresent(id -> json.put("clusterId", id));
        topics.forEach(json.putArray("topics")::add);
        json.putObject("records")
                .put("topic", records.topic())
                .put("count", records.digest().records())
                .put("sum", records.digest().sum())
                .put("payloadBytes", records.payloadBytes());
        return json;
    }

    /** @throws UsageException if the task must not be carried out */
    static LoadTask of(JsonNode json) {
        Map<String, String> properties = properties(json.path("producerProperties"));
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
                profile(json),
                new ConsumerSettings(ConsumerSettings.When.NEVER, 1, 1, Map.of()),
                client(json.path("client")),
                json.path("refusalsAllowed").asBoolean(),
                json.has("sharing") ? OptionalInt.of(json.path("sharing").asInt()) : OptionalInt.empty());
        JsonNode records = json.path("records");
        return new LoadTask(
                settings,
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
                json.path("followed").asBoolean(),
                gateway(json.path("gateway")),
                Optional.ofNullable(json.path("clusterId").textValue()),
                Duration.ofMillis(json.path("timeoutMillis").asLong()));
    }

    static Map<String, String> properties(JsonNode json) {
        Map<String, String> properties = new TreeMap<>();
        json.properties()
                .forEach(
                        entry -> properties.put(entry.getKey(), entry.getValue().asText()));
        return properties;
    }

    private static LoadProfile profile(JsonNode json) {
        if (json.has("stages")) {
            List<LoadProfile.Stage> stages = new ArrayList<>();
            json.path("stages")
                    .forEach(stage -> stages.add(new LoadProfile.Stage(
                            Duration.ofMillis(stage.path("millis").asLong()),
                            stage.path("from").asDouble(),
                            stage.path("to").asDouble())));
            return new LoadProfile.Staged(stages);
        }
        return json.has("recordsPerSecond")
                ? new LoadProfile.OpenLoop(json.path("recordsPerSecond").asDouble())
                : new LoadProfile.ClosedLoop();
    }

    private static Optional<ForeignClient> client(JsonNode json) {
        if (!json.isObject()) {
            return Optional.empty();
        }
        ForeignClient client =
                ForeignClient.of(ClientProfile.parse(json.path("label").asText()), properties(json.path("properties")));
        requireShareable(client);
        return Optional.of(client);
    }

    private static Optional<WorkerGateway> gateway(JsonNode json) {
        return json.isObject()
                ? Optional.of(new WorkerGateway(
                        json.path("connections").asInt(),
                        json.path("acknowledge").asText(),
                        json.path("queueRecords").asInt(),
                        json.path("queueBytes").asLong(),
                        json.path("bodyBytes").asLong(),
                        json.path("heapBytes").asLong()))
                : Optional.empty();
    }
}
