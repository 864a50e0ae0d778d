package dev.squeeze.kit.kafka;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.requests.MetadataRequest;
import org.apache.kafka.common.requests.MetadataResponse;
import org.apache.kafka.common.requests.MetadataResponse.TopicMetadata;

/**
 * Lists topics with a metadata request, which every broker supports in all versions. Kafka's own admin client uses
 * DescribeTopicPartitions if a broker supports it (KIP-966), and fails if its lists of eligible leader replicas are null, which the
 * protocol allows and brokers of other vendors return.
 */
public final class TopicCatalog {
    private final BiFunction<MetadataRequest.Builder, String, MetadataResponse> ask;

    /** @param ask sends a request to any broker, given its purpose; throws if none responds in time */
    TopicCatalog(BiFunction<MetadataRequest.Builder, String, MetadataResponse> ask) {
        this.ask = ask;
    }

    /**
     * A topic that is visible to the user.
     *
     * @param internal as reported by the broker
     * @param partitions number of them
     * @param replicationFactor the largest number of replicas of a partition
     * @param led whether every partition has a leader
     */
    public record Topic(String name, boolean internal, int partitions, int replicationFactor, boolean led) {}

    /**
     * All topics that are visible to the user, in no particular order.
     *
     * @throws RawAccessException if no broker responds
     */
    public List<Topic> all() {
        return topics(MetadataRequest.Builder.allTopics(), "the list of topics");
    }

    /**
     * Those of the named topics that exist and are visible to the user; no topic is created.
     *
     * @throws RawAccessException if no broker responds, or a name is invalid
     */
    public List<Topic> named(Collection<String> names) {
        return topics(MetadataRequest.Builder.forTopicNames(List.copyOf(names), false), "topics " + names);
    }

    private List<Topic> topics(MetadataRequest.Builder request, String what) {
        return ask.apply(request, what).topicMetadata().stream()
                .filter(TopicCatalog::isShown)
                .map(TopicCatalog::topic)
                .toList();
    }

    /** Topics that were deleted in the meantime or are not visible are left out. */
    private static boolean isShown(TopicMetadata topic) {
        Errors error = topic.error();
        if (error == Errors.NONE) {
            return true;
        }
        if (error.exception() instanceof RetriableException || error.exception() instanceof AuthorizationException) {
            return false;
        }
        throw BrokerErrors.exception("topic " + topic.topic(), error);
    }

    private static Topic topic(TopicMetadata topic) {
        return new Topic(
                topic.topic(),
                topic.isInternal(),
                topic.partitionMetadata().size(),
                topic.partitionMetadata().stream()
                        .mapToInt(partition -> partition.replicaIds.size())
                        .max()
                        .orElse(1),
                topic.partitionMetadata().stream()
                        .map(partition -> partition.leaderId)
                        .allMatch(Optional::isPresent));
    }
}
