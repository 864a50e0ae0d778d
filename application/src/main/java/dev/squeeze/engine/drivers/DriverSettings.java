package dev.squeeze.engine.drivers;

import dev.squeeze.engine.predict.Client;
import dev.squeeze.engine.predict.ClientProfile;
import dev.squeeze.engine.predict.ClientSupport;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.unit.UsageException;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Translates the settings of Kafka's producer to another client's, if that client has an exact equivalent. The names
 * are those that the drivers accept: librdkafka's own names, the names of kgo's options, and the fields of
 * sarama.Config.
 */
public final class DriverSettings {
    private static final String TYPE = "compression.type";
    private static final String LEVEL = "compression level";
    private static final String ACKS = "acks";
    private static final String IDEMPOTENCE = "enable.idempotence";
    private static final String IN_FLIGHT = "max.in.flight.requests.per.connection";
    private static final String DELIVERY_TIMEOUT = "delivery.timeout.ms";
    private static final String MESSAGE_TIMEOUT = "message.timeout.ms";
    private static final String NOT_IDEMPOTENT = "DisableIdempotentWrite";
    private static final String BATCH_SIZE = "batch.size";

    private static final String FRANZ_GO_IN_FLIGHT_SETTING = "MaxProduceRequestsInflightPerBroker";
    private static final String FRANZ_GO_IN_FLIGHT = "5";

    private static final String SARAMA_ACKS = "Producer.RequiredAcks";
    private static final String SARAMA_IN_FLIGHT = "Net.MaxOpenRequests";

    /** The name of a client's setting, and the conversion of its value. */
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
                    new Equal(MESSAGE_TIMEOUT),
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
                    new Equal(FRANZ_GO_IN_FLIGHT_SETTING),
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

    /**
     * Aliases of librdkafka's properties ({@code rdkafka_conf.c}, {@code _RK_C_ALIAS}), with the name that is used here
     * and by the driver. Its binding sets properties in any order, so only one name of a property may be passed to it.
     */
    private static final Map<String, String> LIBRDKAFKA_ALIASES = Map.ofEntries(
            Map.entry("metadata.broker.list", "bootstrap.servers"),
            Map.entry("max.in.flight", IN_FLIGHT),
            Map.entry("sasl.mechanism", "sasl.mechanisms"),
            Map.entry("sasl.oauthbearer.client.credentials.client.id", "sasl.oauthbearer.client.id"),
            Map.entry("sasl.oauthbearer.client.credentials.client.secret", "sasl.oauthbearer.client.secret"),
            Map.entry("max.partition.fetch.bytes", "fetch.message.max.bytes"),
            Map.entry("queue.buffering.max.ms", "linger.ms"),
            Map.entry("message.send.max.retries", "retries"),
            Map.entry("compression.codec", TYPE),
            Map.entry("request.required.acks", ACKS),
            Map.entry(DELIVERY_TIMEOUT, MESSAGE_TIMEOUT),
            Map.entry("auto.commit.enable", "enable.auto.commit"));

    private DriverSettings() {}

    /**
     * Replaces aliases in a client's own settings by the names that translations use, so that they can override
     * translated settings.
     *
     * @throws UsageException if a setting is given by two of its names
     */
    public static Map<String, String> own(ClientProfile client, Map<String, String> properties) {
        if (client != ClientProfile.LIBRDKAFKA) {
            return properties;
        }
        Map<String, String> own = new TreeMap<>();
        properties.forEach((name, value) -> {
            String common = LIBRDKAFKA_ALIASES.getOrDefault(name, name);
            if (own.put(common, value) != null) {
                throw new UsageException("--client-property " + client.label() + ": " + aliases(common)
                        + " are names of the same setting: give only one");
            }
        });
        return own;
    }

    private static String aliases(String common) {
        return Stream.concat(
                        Stream.of(common),
                        LIBRDKAFKA_ALIASES.entrySet().stream()
                                .filter(alias -> alias.getValue().equals(common))
                                .map(Map.Entry::getKey))
                .collect(Collectors.joining(" and "));
    }

    /**
     * Translates Kafka's producer settings to a client's.
     *
     * @param kafka by Kafka's names
     * @throws UsageException if the client has no equivalent, with the alternatives
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
                throw new UsageException("franz-go has no equivalent of " + DELIVERY_TIMEOUT
                        + ": its RecordDeliveryTimeout counts from the record's own timestamp, so that older records fail at"
                        + " once. Leave it out; --timeout limits how long answers are awaited");
            }
            if (equal == null) {
                throw new UsageException(client.label() + " has no equivalent of " + name
                        + ": name its own setting with --client-property " + client.label() + ":NAME=VALUE");
            }
            translated.put(equal.name(), equal.value().apply(value));
        });
        addOtherDefaultLevel(client, kafka, translated);
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

    /**
     * Sets the level if the library's own default differs from Kafka's; {@code compression.gzip.level} may also be -1
     * for the default.
     */
    private static void addOtherDefaultLevel(
            ClientProfile client, Map<String, String> kafka, Map<String, String> translated) {
        Codec codec = codec(kafka);
        Equal level = EQUALS.getOrDefault(client, Map.of()).get(LEVEL);
        if (level != null && codec.isDefaultLevel() && client.hasOtherDefaultLevel(codec.type())) {
            translated.put(level.name(), String.valueOf(codec.level()));
        }
    }

    /**
     * librdkafka's batches are also limited by {@code message.max.bytes}, whatever {@code batch.size} is: see {@link
     * Client#MESSAGE_MAX_BYTES}.
     */
    private static void addWhatLargeBatchesNeed(Map<String, String> translated) {
        String bytes = translated.getOrDefault(BATCH_SIZE, "");
        if (bytes.matches("\\d{1,18}") && Long.parseLong(bytes) > Client.MESSAGE_MAX_BYTES) {
            translated.put(
                    Client.MESSAGE_MAX_BYTES_SETTING,
                    String.valueOf(Math.min(Client.LARGEST_MESSAGE_MAX_BYTES, Long.parseLong(bytes))));
        }
    }

    /**
     * Unless idempotence was requested, the Java producer disables it if acks is not all; franz-go refuses to start
     * instead. With idempotence franz-go has five requests in flight once a broker has answered, whatever the setting
     * is (kgo's {@code MaxProduceRequestsInflightPerBroker}).
     */
    private static void addIdempotence(Map<String, String> kafka, Map<String, String> translated) {
        if (!waitsForAll(kafka)) {
            translated.putIfAbsent(NOT_IDEMPOTENT, "true");
        }
        if (!"true".equals(translated.get(NOT_IDEMPOTENT))) {
            String inFlight = kafka.getOrDefault(IN_FLIGHT, FRANZ_GO_IN_FLIGHT);
            if (!inFlight.equals(FRANZ_GO_IN_FLIGHT)) {
                throw new UsageException("franz-go always has " + FRANZ_GO_IN_FLIGHT
                        + " requests in flight with idempotence, and"
                        + " supports " + IN_FLIGHT + "=" + inFlight + " only without it: give --idempotence false, or "
                        + FRANZ_GO_IN_FLIGHT);
            }
            translated.remove(FRANZ_GO_IN_FLIGHT_SETTING);
        }
    }

    /**
     * Sarama's defaults are acks of the leader alone and five requests in flight; with idempotence, {@code Validate} in
     * {@code config.go} rejects both.
     */
    private static void addWhatIdempotenceOfSaramaNeeds(Map<String, String> kafka, Map<String, String> translated) {
        if (!waitsForAll(kafka)) {
            throw new UsageException("sarama supports " + ACKS + "=" + kafka.get(ACKS)
                    + " only without idempotence: give --idempotence false, or --acks all");
        }
        String inFlight = kafka.getOrDefault(IN_FLIGHT, "1");
        if (!inFlight.equals("1")) {
            throw new UsageException("sarama supports " + IN_FLIGHT + "=" + inFlight
                    + " only without idempotence: give --idempotence false, or 1");
        }
        translated.put(SARAMA_ACKS, "-1");
        translated.put(SARAMA_IN_FLIGHT, "1");
    }

    private static boolean waitsForAll(Map<String, String> kafka) {
        String acks = kafka.getOrDefault(ACKS, "all");
        return acks.equals("all") || acks.equals("-1");
    }

    /**
     * Rejects what the client does not support before anything is sent, since some clients ignore settings that they do
     * not know.
     */
    private static void requireCodec(ClientProfile client, Map<String, String> kafka) {
        ClientSupport.refusalOfNewest(client, codec(kafka)).ifPresent(why -> {
            throw new UsageException(why);
        });
    }

    private static Codec codec(Map<String, String> kafka) {
        String type = kafka.getOrDefault(TYPE, "none");
        String level = kafka.get("compression." + type + ".level");
        return UsageException.parse(level == null ? type : type + ":" + level, Codec::parse);
    }
}
