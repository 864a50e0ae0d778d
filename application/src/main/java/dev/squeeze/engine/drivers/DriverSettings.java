package dev.squeeze.engine.drivers;

import dev.squeeze.engine.predict.Client;
import dev.squeeze.engine.predict.ClientProfile;
import dev.squeeze.engine.predict.ClientSupport;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.unit.UsageException;
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
    private static final String ACKS = "acks";
    private static final String IDEMPOTENCE = "enable.idempotence";
    private static final String IN_FLIGHT = "max.in.flight.requests.per.connection";
    private static final String DELIVERY_TIMEOUT = "delivery.timeout.ms";
    private static final String NOT_IDEMPOTENT = "DisableIdempotentWrite";
    private static final String BATCH_SIZE = "batch.size";
    private static final String MESSAGE_MAX_BYTES = "message.max.bytes";
    /** As {@code rdkafka_conf.c} has it. */
    private static final int LARGEST_MESSAGE_MAX_BYTES = 1_000_000_000;

    private static final String SARAMA_ACKS = "Producer.RequiredAcks";
    private static final String SARAMA_IN_FLIGHT = "Net.MaxOpenRequests";

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
                    BATCH_SIZE,
                    new Equal(BATCH_SIZE),
                    "linger.ms",
                    new Equal("linger.ms"),
                    ACKS,
                    new Equal(ACKS),
                    IDEMPOTENCE,
                    new Equal(IDEMPOTENCE),
                    IN_FLIGHT,
                    new Equal(IN_FLIGHT),
                    DELIVERY_TIMEOUT,
                    new Equal("message.timeout.ms"),
                    "request.timeout.ms",
                    new Equal("request.timeout.ms")),
            ClientProfile.FRANZ_GO,
            Map.of(
                    TYPE,
                    new Equal("ProducerBatchCompression"),
                    LEVEL,
                    new Equal("CompressionLevel"),
                    BATCH_SIZE,
                    new Equal("ProducerBatchMaxBytes"),
                    "linger.ms",
                    Equal.millis("ProducerLinger"),
                    ACKS,
                    new Equal("RequiredAcks"),
                    IDEMPOTENCE,
                    new Equal(NOT_IDEMPOTENT, value -> "false".equals(value) ? "true" : "false"),
                    IN_FLIGHT,
                    new Equal("MaxProduceRequestsInflightPerBroker"),
                    "request.timeout.ms",
                    Equal.millis("ProduceRequestTimeout")),
            ClientProfile.SARAMA,
            Map.of(
                    TYPE,
                    new Equal("Producer.Compression"),
                    LEVEL,
                    new Equal("Producer.CompressionLevel"),
                    BATCH_SIZE,
                    new Equal("Producer.MaxMessageBytes"),
                    "linger.ms",
                    Equal.millis("Producer.Flush.Frequency"),
                    ACKS,
                    new Equal(SARAMA_ACKS, value -> "all".equals(value) ? "-1" : value),
                    IDEMPOTENCE,
                    new Equal("Producer.Idempotent"),
                    IN_FLIGHT,
                    new Equal(SARAMA_IN_FLIGHT),
                    "request.timeout.ms",
                    Equal.millis("Producer.Timeout")));

    private DriverSettings() {}

    /**
     * Translates.
     *
     * @param kafka by Kafka's names
     * @throws UsageException where the client has no equal, with what it has
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
            if (equal == null && client == ClientProfile.FRANZ_GO && name.equals(DELIVERY_TIMEOUT)) {
                throw new UsageException("franz-go has no equal of " + DELIVERY_TIMEOUT
                        + ": its RecordDeliveryTimeout counts from the record's own timestamp, so that older records fail at"
                        + " once. Leave it out; --timeout bounds how long answers are awaited");
            }
            if (equal == null) {
                throw new UsageException(client.label() + " has no equal of " + name
                        + ": name its own setting with --client-property " + client.label() + ":NAME=VALUE");
            }
            translated.put(equal.name(), equal.value().apply(value));
        });
        if (client == ClientProfile.LIBRDKAFKA) {
            addWhatLargeBatchesNeed(translated);
        }
        if (client == ClientProfile.FRANZ_GO) {
            addIdempotence(kafka, translated);
        }
        if (client == ClientProfile.SARAMA && "true".equals(kafka.get(IDEMPOTENCE))) {
            addWhatIdempotenceOfSaramaNeeds(kafka, translated);
        }
        return translated;
    }

    /** Its batches have at most {@code message.max.bytes} too, whatever {@code batch.size} is: {@link Client#MESSAGE_MAX_BYTES}. */
    private static void addWhatLargeBatchesNeed(Map<String, String> translated) {
        String bytes = translated.getOrDefault(BATCH_SIZE, "");
        if (bytes.matches("\\d{1,18}") && Long.parseLong(bytes) > Client.MESSAGE_MAX_BYTES) {
            translated.put(
                    MESSAGE_MAX_BYTES, String.valueOf(Math.min(LARGEST_MESSAGE_MAX_BYTES, Long.parseLong(bytes))));
        }
    }

    /**
     * Java's producer turns idempotence off by itself where acks are not those of all replicas, unless it was asked for;
     * franz-go refuses to start. And franz-go takes more than one request in flight only without idempotence
     * (kgo's {@code config.go}, {@code validate}).
     */
    private static void addIdempotence(Map<String, String> kafka, Map<String, String> translated) {
        if (!waitsForAll(kafka)) {
            translated.putIfAbsent(NOT_IDEMPOTENT, "true");
        }
        String inFlight = kafka.getOrDefault(IN_FLIGHT, "1");
        if (!inFlight.equals("1") && !"true".equals(translated.get(NOT_IDEMPOTENT))) {
            throw new UsageException("franz-go takes " + IN_FLIGHT + "=" + inFlight
                    + " only without idempotence: give --idempotence false, or 1");
        }
    }

    /** Its defaults are acks of the leader alone and five requests in flight; {@code config.go}, {@code Validate}, refuses both. */
    private static void addWhatIdempotenceOfSaramaNeeds(Map<String, String> kafka, Map<String, String> translated) {
        if (!waitsForAll(kafka)) {
            throw new UsageException("sarama takes " + ACKS + "=" + kafka.get(ACKS)
                    + " only without idempotence: give --idempotence false, or --acks all");
        }
        String inFlight = kafka.getOrDefault(IN_FLIGHT, "1");
        if (!inFlight.equals("1")) {
            throw new UsageException("sarama takes " + IN_FLIGHT + "=" + inFlight
                    + " only without idempotence: give --idempotence false, or 1");
        }
        translated.put(SARAMA_ACKS, "-1");
        translated.put(SARAMA_IN_FLIGHT, "1");
    }

    private static boolean waitsForAll(Map<String, String> kafka) {
        String acks = kafka.getOrDefault(ACKS, "all");
        return acks.equals("all") || acks.equals("-1");
    }

    /** Finds what the client cannot do before it sends anything, since some ignore what they do not know. */
    private static void requireCodec(ClientProfile client, Map<String, String> kafka) {
        String type = kafka.getOrDefault(TYPE, "none");
        String level = kafka.get("compression." + type + ".level");
        String codec = level == null ? type : type + ":" + level;
        ClientSupport.refusalOfNewest(client, UsageException.parse(codec, Codec::parse))
                .ifPresent(why -> {
                    throw new UsageException(why);
                });
    }
}
