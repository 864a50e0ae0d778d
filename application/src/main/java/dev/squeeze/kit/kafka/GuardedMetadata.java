package dev.squeeze.kit.kafka;

import java.util.List;
import java.util.function.Consumer;
import org.apache.kafka.clients.MetadataSnapshot;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.internals.ProducerMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.internals.ClusterResourceListeners;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.requests.MetadataRequest;
import org.apache.kafka.common.requests.MetadataResponse;
import org.apache.kafka.common.utils.internals.LogContext;
import org.jspecify.annotations.Nullable;

/**
 * A producer's metadata whose requests never create a topic, and which detects that a topic was deleted or replaced. Responses are
 * processed in the producer's network thread, so they take effect before that thread sends the next batch.
 */
final class GuardedMetadata extends ProducerMetadata {
    private final TopicWatch watch = new TopicWatch();
    private final Consumer<String> changed;
    private volatile @Nullable BufferedBatches buffered;

    GuardedMetadata(ProducerConfig config, Consumer<String> changed) {
        super(
                config.getLong(ProducerConfig.RETRY_BACKOFF_MS_CONFIG),
                config.getLong(ProducerConfig.RETRY_BACKOFF_MAX_MS_CONFIG),
                config.getLong(ProducerConfig.METADATA_MAX_AGE_CONFIG),
                config.getLong(ProducerConfig.METADATA_MAX_IDLE_CONFIG),
                new LogContext(),
                new ClusterResourceListeners());
        this.changed = changed;
    }

    /** Sets the buffered batches that are failed when their topic is gone. */
    void guard(BufferedBatches batches) {
        buffered = batches;
    }

    TopicWatch watch() {
        return watch;
    }

    @Override
    public synchronized MetadataRequest.Builder newMetadataRequestBuilder() {
        return withoutCreation(super.newMetadataRequestBuilder());
    }

    @Override
    public synchronized MetadataRequest.Builder newMetadataRequestBuilderForNewTopics() {
        return withoutCreation(super.newMetadataRequestBuilderForNewTopics());
    }

    private static MetadataRequest.Builder withoutCreation(MetadataRequest.Builder request) {
        return MetadataRequest.Builder.forTopicNames(List.copyOf(request.topics()), false);
    }

    @Override
    public synchronized void update(
            int requestVersion, MetadataResponse response, boolean isPartialUpdate, long nowMillis) {
        for (MetadataResponse.TopicMetadata topic : response.topicMetadata()) {
            observe(topic);
        }
        super.update(requestVersion, response, isPartialUpdate, nowMillis);
    }

    private void observe(MetadataResponse.TopicMetadata answer) {
        String topic = answer.topic();
        TopicWatch.Change change = TopicWatch.Change.NONE;
        if (answer.error() == Errors.NONE) {
            change = watch.present(
                    topic, answer.topicId(), answer.partitionMetadata().size(), System.nanoTime());
        } else if (answer.error() == Errors.UNKNOWN_TOPIC_OR_PARTITION) {
            change = watch.missing(topic, System.nanoTime());
            // Not certain yet: the caller that accepts records queries the topic itself.
            changed.accept(topic);
        }
        if (change == TopicWatch.Change.NONE) {
            return;
        }
        changed.accept(topic);
        BufferedBatches batches = buffered;
        if (batches != null) {
            for (int i = 0; i < watch.partitions(topic); i++) {
                batches.doom(new TopicPartition(topic, i), change);
            }
        }
    }

    /** {@code Sender.sendProducerData} calls this first, before it looks for batches to send. */
    @Override
    public MetadataSnapshot fetchMetadataSnapshot() {
        BufferedBatches batches = buffered;
        if (batches != null && Thread.currentThread().getName().startsWith(KafkaProducer.NETWORK_THREAD_PREFIX)) {
            batches.failDoomed(watch::isGone);
        }
        return super.fetchMetadataSnapshot();
    }

    /** Fails a caller that waits for the topic's metadata immediately if the topic is gone. */
    @Override
    public synchronized void maybeThrowExceptionForTopic(String topic) {
        super.maybeThrowExceptionForTopic(topic);
        if (watch.isGone(topic)) {
            throw TopicWatch.reason(TopicWatch.Change.GONE);
        }
    }

    @Override
    public synchronized boolean retainTopic(String topic, boolean isInternal, long nowMillis) {
        boolean retained = super.retainTopic(topic, isInternal, nowMillis);
        if (!retained) {
            watch.forget(topic);
        }
        return retained;
    }
}
