package dev.squeeze.engine.experiment;

import dev.squeeze.engine.load.ForeignClient;
import dev.squeeze.engine.load.LoadProfile;
import dev.squeeze.engine.load.LoadSettings;
import dev.squeeze.engine.load.Payload;
import dev.squeeze.engine.measure.SweepListener;
import dev.squeeze.engine.predict.Client;
import dev.squeeze.engine.predict.ClientProfile;
import dev.squeeze.engine.predict.Forecast;
import dev.squeeze.engine.predict.Forecaster;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.engine.predict.Surroundings;
import dev.squeeze.engine.predict.Workload;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.RecordFormatV2;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** Predicts the results of an arm with a fixed rate from its settings and the records alone. */
public final class ArmForecaster {
    /** Properties whose effect can be predicted. */
    private static final Set<String> UNDERSTOOD =
            Set.of("acks", "enable.idempotence", "compression.type", "batch.size", "linger.ms");

    private static final String TOPIC_STORES_WHAT_IS_SENT = "producer";

    private static final Set<String> ALL_REPLICAS = Set.of("all", "-1");

    private final Payload payload;
    private final boolean keyed;
    private final double recordBytes;
    private final int brokers;
    private final double roundTripMillis;
    private final int cores;
    private final long seed;
    private final ClientCurves clients;

    /**
     * @param brokers number of brokers that lead the partitions
     * @param roundTripMillis round trip time of a produce request
     * @param listener follows the compression runs needed to learn the ratios of other clients' codecs
     * @param say receives a message if these ratios could not be measured
     */
    public ArmForecaster(
            Payload payload,
            int brokers,
            double roundTripMillis,
            int cores,
            long seed,
            SweepListener listener,
            Consumer<String> say) {
        this.payload = payload;
        this.brokers = brokers;
        this.roundTripMillis = roundTripMillis;
        this.cores = cores;
        this.seed = seed;
        double bytes = 0;
        boolean keys = false;
        for (BatchRecord record : payload.records()) {
            bytes += RecordFormatV2.encodedBytes(record, 0, 0);
            keys |= record.key() != null;
        }
        this.recordBytes = bytes / payload.size();
        this.keyed = keys;
        this.clients = new ClientCurves(payload.records(), cores, seed, listener, say);
    }

    /**
     * Predicts the results of an arm.
     *
     * @return empty if the effect of the settings cannot be predicted: for a closed loop, whose rate is unknown; for
     *     several topics or several threads per producer; if the topic has its own codec; if a producer property with
     *     unknown effect is set; or if the properties give another client a non-default number of requests in flight
     */
    public Optional<Forecast> of(Arm arm) {
        LoadSettings settings = arm.settings();
        if (!(settings.profile() instanceof LoadProfile.OpenLoop open)
                || settings.topics() > 1
                || settings.threads() > 1
                || !TOPIC_STORES_WHAT_IS_SENT.equals(
                        settings.topicConfigs().getOrDefault("compression.type", TOPIC_STORES_WHAT_IS_SENT))
                || settings.client().filter(client -> !isUnderstood(client)).isPresent()
                || !settings.producerProperties().keySet().stream().allMatch(ArmForecaster::isUnderstood)
                || settings.client()
                        .flatMap(ForeignClient::profile)
                        .filter(client -> !hasUsualRequests(client, settings.producerProperties()))
                        .isPresent()) {
            return Optional.empty();
        }
        Workload workload = Workload.of(open.recordsPerSecond(), recordBytes, keyed, settings.partitions())
                .withProducers(settings.producers())
                .withBrokers(brokers, settings.replicationFactor())
                .withConsumerGroups(settings.consumers().groups())
                .withRoundTripMillis(roundTripMillis)
                .withClient(Client.of(
                        settings.client().flatMap(ForeignClient::profile).orElse(ClientProfile.JAVA)));
        ProducerSettings producer = ProducerSettings.ofProperties(settings.producerProperties());
        return Optional.of(
                new Forecaster(payload.records(), workload, Optional.empty(), Surroundings.bench(cores), seed)
                        .of(producer, clients.of(workload, producer.codec())));
    }

    private static boolean isUnderstood(ForeignClient client) {
        return client.profile().isPresent() && client.properties().isEmpty();
    }

    /**
     * Whether the client has the number of requests in flight that its simulation assumes, which is that of its
     * defaults. Without idempotence franz-go has one per broker (kgo's {@code sink.go}, {@code newSink}); with it
     * librdkafka has five per partition, and sarama one.
     */
    private static boolean hasUsualRequests(ClientProfile client, Map<String, String> properties) {
        String idempotence = properties.getOrDefault("enable.idempotence", "");
        return switch (client) {
            case JAVA -> true;
            case FRANZ_GO ->
                !idempotence.equals("false") && ALL_REPLICAS.contains(properties.getOrDefault("acks", "all"));
            case LIBRDKAFKA, SARAMA -> !idempotence.equals("true");
        };
    }

    private static boolean isUnderstood(String property) {
        return UNDERSTOOD.contains(property) || property.matches("compression\\.[a-z0-9]+\\.level");
    }
}
