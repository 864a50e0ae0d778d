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
 * Kafka's producer, which never creates a topic and gives up at once what waits in it for a topic that is gone or belongs to
 * another topic of the same name now. Kafka's has a switch for neither: its metadata requests always allow that a missing
 * topic is created ({@code ProducerMetadata.newMetadataRequestBuilder}), and what is buffered for a deleted topic holds
 * {@code buffer.memory} until {@code delivery.timeout.ms} is over. So it is built with metadata of our own, through the
 * constructor that Kafka's own tests use.
 */
public final class GuardedProducer {
    /** Words of {@code Sender.failBatch} (KIP-467), which has no class of its own for them. */
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
     * @param changed takes the name of a topic that was not found or was replaced, also more than once; called in the
     *     producer's network thread
     * @throws KafkaException when the producer refuses its settings
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

    /** The producer itself, to send with, to measure and to close. */
    public KafkaProducer<byte[], byte[]> kafka() {
        return producer;
    }

    /**
     * Why a record is not to be sent any more; empty where nothing speaks against it.
     *
     * @param topicId of its topic when it was accepted; zero where that is not known
     * @param acceptedNanos when that was, in {@link System#nanoTime}
     */
    public Optional<RuntimeException> refusal(String topic, Uuid topicId, long acceptedNanos) {
        TopicWatch.Change change = metadata.watch().since(topic, topicId, acceptedNanos);
        if (change == TopicWatch.Change.NONE) {
            return Optional.empty();
        }
        changed.accept(topic);
        return Optional.of(TopicWatch.reason(change));
    }

    /** Whether brokers answer that there is no such topic: sending to it would block the caller until that is certain. */
    public boolean isMissing(String topic) {
        return metadata.watch().isMissing(topic);
    }

    /** The topic that the name stands for by the last answer about it; zero where none is known. */
    public Uuid topicId(String topic) {
        return metadata.watch().id(topic);
    }

    /** Asks brokers about the topic again. */
    public void ask(String topic) {
        metadata.requestUpdateForTopic(topic);
        buffered.wakeup();
    }

    /** Whether a record was refused for nothing but being in a batch with another one that is not valid. */
    public static boolean isRefusedForANeighbour(@Nullable Throwable failure) {
        return failure != null
                && failure.getClass() == KafkaException.class
                && String.valueOf(failure.getMessage()).startsWith(NEIGHBOUR);
    }
}
