package dev.squeeze.kit.kafka;

import java.lang.reflect.InvocationTargetException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.kafka.clients.ApiVersions;
import org.apache.kafka.clients.ClientUtils;
import org.apache.kafka.clients.KafkaClient;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.internals.ProducerInterceptors;
import org.apache.kafka.clients.producer.internals.ProducerMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.utils.Time;
import org.jspecify.annotations.Nullable;

/**
 * Kafka's producer, except that it never creates a topic and immediately fails what is buffered for a topic that was deleted or
 * replaced by another topic of the same name. Kafka has no setting for either: its metadata requests always allow automatic topic
 * creation ({@code ProducerMetadata.newMetadataRequestBuilder}), and records buffered for a deleted topic occupy {@code
 * buffer.memory} until {@code delivery.timeout.ms} has passed. The producer is therefore built with a custom metadata object,
 * through the constructor that Kafka's own tests use.
 */
public final class GuardedProducer {
    /** Message of {@code Sender.failBatch} (KIP-467), which has no exception class for it. */
    private static final String NEIGHBOUR = "Failed to append record because it was part of a batch";

    private final GuardedMetadata metadata;
    private final KafkaProducer<byte[], byte[]> producer;
    private final BufferedBatches buffered;
    private final Consumer<String> changed;

    private GuardedProducer(
            GuardedMetadata metadata, KafkaProducer<byte[], byte[]> producer, Consumer<String> changed) {
        this.metadata = metadata;
        this.producer = producer;
        this.changed = changed;
        this.buffered = BufferedBatches.of(producer);
        metadata.guard(buffered);
    }

    /**
     * Starts a producer.
     *
     * @param settings of Kafka's producer, without serializers
     * @param changed receives the name of a topic that was not found or was replaced, possibly more than once; called in the
     *     producer's network thread
     * @throws KafkaException if the producer refuses its settings
     */
    public static GuardedProducer open(Map<String, Object> settings, Consumer<String> changed) {
        Map<String, Object> all = new HashMap<>(settings);
        all.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
        all.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
        ProducerConfig config = new ProducerConfig(all);
        GuardedMetadata metadata = new GuardedMetadata(config, changed);
        ClientUtils.maybeBootstrapMetadataSynchronously(
                config, config.getList(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG), metadata);
        return new GuardedProducer(metadata, producer(config, metadata), changed);
    }

    @SuppressWarnings("unchecked")
    private static KafkaProducer<byte[], byte[]> producer(ProducerConfig config, ProducerMetadata metadata) {
        try {
            var constructor = KafkaProducer.class.getDeclaredConstructor(
                    ProducerConfig.class,
                    Serializer.class,
                    Serializer.class,
                    ProducerMetadata.class,
                    KafkaClient.class,
                    ProducerInterceptors.class,
                    ApiVersions.class,
                    Time.class);
            constructor.setAccessible(true);
            return constructor.newInstance(
                    config,
                    new ByteArraySerializer(),
                    new ByteArraySerializer(),
                    metadata,
                    null,
                    null,
                    new ApiVersions(),
                    Time.SYSTEM);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException refused) {
                throw refused;
            }
            throw new KafkaException("the producer could not be built", e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("these are not the Kafka clients that this program was built with", e);
        }
    }

    /** The producer itself, for sending, reading metrics and closing. */
    public KafkaProducer<byte[], byte[]> kafka() {
        return producer;
    }

    /**
     * Why a record must not be sent any more; empty if it may be sent.
     *
     * @param topicId of its topic when it was accepted; zero if unknown
     * @param acceptedNanos when it was accepted, in {@link System#nanoTime}
     */
    public Optional<RuntimeException> refusal(String topic, Uuid topicId, long acceptedNanos) {
        TopicWatch.Change change = metadata.watch().since(topic, topicId, acceptedNanos);
        if (change == TopicWatch.Change.NONE) {
            return Optional.empty();
        }
        changed.accept(topic);
        return Optional.of(TopicWatch.reason(change));
    }

    /** Whether brokers report that there is no such topic: sending to it would block the caller until this is certain. */
    public boolean isMissing(String topic) {
        return metadata.watch().isMissing(topic);
    }

    /** The id of the topic by the last metadata response; zero if unknown. */
    public Uuid topicId(String topic) {
        return metadata.watch().id(topic);
    }

    /** Requests the topic's metadata again. */
    public void ask(String topic) {
        metadata.requestUpdateForTopic(topic);
        buffered.wakeup();
    }

    /** Whether a record was rejected only because another record of its batch was invalid. */
    public static boolean isRefusedForANeighbour(@Nullable Throwable failure) {
        return failure != null
                && failure.getClass() == KafkaException.class
                && String.valueOf(failure.getMessage()).startsWith(NEIGHBOUR);
    }
}
