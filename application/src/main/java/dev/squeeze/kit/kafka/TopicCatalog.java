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
 * Which topics a cluster shows, by one request for metadata. Every broker answers it, in all versions: Kafka's own admin
 * client asks with DescribeTopicPartitions where a broker knows that (KIP-966), and fails where its lists of eligible leader
 * replicas are null, which the protocol allows and other makers' brokers send.
 */
public final class TopicCatalog {
    private final BiFunction<MetadataRequest.Builder, String, MetadataResponse> ask;

    /** @param ask asks any broker, with what for; throws where none answers in time */
    TopicCatalog(BiFunction<MetadataRequest.Builder, String, MetadataResponse> ask) {
        this.ask = ask;
    }

    /**
     * A topic that we may see.
     *
     * @param internal by what the broker says
     * @param partitions number of them
     * @param replicationFactor the most replicas of a partition
     * @param led whether every partition has a leader
     */
    public record Topic(String name, boolean internal, int partitions, int replicationFactor, boolean led) {}

    /**
     * All topics that we may see, in no order.
     *
     * @throws RawAccessException when no broker answers
     */
    public List<Topic> all() {
        return topics(MetadataRequest.Builder.allTopics(), "the list of topics");
    }

    /**
     * Those of these topics that exist and that we may see; none is created.
     *
     * @throws RawAccessException when no broker answers, or no topic can have such a name
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

    /** One that was deleted meanwhile, or is hidden from us, is no reason to give up on the others. */
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
