package dev.squeeze.engine.drivers;

import dev.squeeze.engine.predict.ClientProfile;
import dev.squeeze.engine.predict.ClientSupport;
import dev.squeeze.kit.format.Codec;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The settings of Kafka's producer in another client's words, where that client has an exact equal. The names are those
 * that the drivers take: librdkafka's own, the names of kgo's options, the fields of sarama.Config.
 */
public final class DriverSettings {
    private static final String TYPE = "compression.type";
    private static final String LEVEL = "compression level";

    /** A setting's name in a client's words, and its value. */
    private record Equal(String name, Function<String, String> value) {
        Equal(String name) {
            this(name, value -> value);
        }

        static Equal millis(String name) {
            return new Equal(name, value -> value + "ms");
        }
    }

    private static final Map<ClientProfile, Map<String, Equal>> EQUALS = Map.of(
            ClientProfile.LIBRDKAFKA,
            Map.of(
                    TYPE,
                    new Equal(TYPE),
                    LEVEL,
                    new Equal("compression.level"),
                    "batch.size",
                    new Equal("batch.size"),
                    "linger.ms",
                    new Equal("linger.ms"),
                    "acks",
                    new Equal("acks"),
                    "enable.idempotence",
                    new Equal("enable.idempotence"),
                    "max.in.flight.requests.per.connection",
                    new Equal("max.in.flight.requests.per.connection"),
                    "delivery.timeout.ms",
                    new Equal("message.timeout.ms"),
                    "request.timeout.ms",
                    new Equal("request.timeout.ms")),
            ClientProfile.FRANZ_GO,
            Map.of(
                    TYPE,
                    new Equal("ProducerBatchCompression"),
                    LEVEL,
                    new Equal("CompressionLevel"),
                    "batch.size",
                    new Equal("ProducerBatchMaxBytes"),
                    "linger.ms",
                    Equal.millis("ProducerLinger"),
                    "acks",
                    new Equal("RequiredAcks"),
                    "enable.idempotence",
                    new Equal("DisableIdempotentWrite", value -> "false".equals(value) ? "true" : "false"),
                    "max.in.flight.requests.per.connection",
                    new Equal("MaxProduceRequestsInflightPerBroker"),
                    "delivery.timeout.ms",
                    Equal.millis("RecordDeliveryTimeout"),
                    "request.timeout.ms",
                    Equal.millis("ProduceRequestTimeout")),
            ClientProfile.SARAMA,
            Map.of(
                    TYPE,
                    new Equal("Producer.Compression"),
                    LEVEL,
                    new Equal("Producer.CompressionLevel"),
                    "batch.size",
                    new Equal("Producer.MaxMessageBytes"),
                    "linger.ms",
                    Equal.millis("Producer.Flush.Frequency"),
                    "acks",
                    new Equal("Producer.RequiredAcks", value -> "all".equals(value) ? "-1" : value),
                    "max.in.flight.requests.per.connection",
                    new Equal("Net.MaxOpenRequests"),
                    "request.timeout.ms",
                    Equal.millis("Producer.Timeout")));

    private DriverSettings() {}

    /**
     * Translates.
     *
     * @param kafka by Kafka's names
     * @throws IllegalArgumentException where the client has no equal, with what it has
     */
    public static Map<String, String> translated(ClientProfile client, Map<String, String> kafka) {
        if (client == ClientProfile.JAVA) {
            return Map.copyOf(kafka);
        }
        requireCodec(client, kafka);
        Map<String, Equal> equals = EQUALS.getOrDefault(client, Map.of());
        Map<String, String> translated = new TreeMap<>();
        kafka.forEach((name, value) -> {
            boolean level = name.startsWith("compression.") && name.endsWith(".level");
            if (level && !name.equals("compression." + kafka.get(TYPE) + ".level")) {
                return;
            }
            Equal equal = equals.get(level ? LEVEL : name);
            if (equal == null) {
                throw new IllegalArgumentException(client.label() + " has no equal of " + name
                        + ": name its own setting with --client-property " + client.label() + ":NAME=VALUE");
            }
            translated.put(equal.name(), equal.value().apply(value));
        });
        return translated;
    }

    /** Finds what the client cannot do before it sends anything, since some ignore what they do not know. */
    private static void requireCodec(ClientProfile client, Map<String, String> kafka) {
        String type = kafka.getOrDefault(TYPE, "none");
        String level = kafka.get("compression." + type + ".level");
        ClientSupport.refusalOfNewest(client, Codec.parse(level == null ? type : type + ":" + level))
                .ifPresent(why -> {
                    throw new IllegalArgumentException(why);
                });
    }
}
