package dev.squeeze.kit.kafka;

import dev.squeeze.kit.unit.NearestName;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.requests.AbstractRequest;
import org.apache.kafka.common.requests.AbstractResponse;
import org.apache.kafka.common.requests.MetadataRequest;
import org.apache.kafka.common.requests.MetadataResponse;
import org.apache.kafka.common.requests.MetadataResponse.PartitionMetadata;
import org.apache.kafka.common.requests.MetadataResponse.TopicMetadata;

/**
 * A connection to a cluster for {@link RawFetcher} and {@link RawProducer}, which handle record batches as stored. It creates no
 * topics and joins no group. It is confined to one thread, which does all of its work. Every call ends within the time limit of its
 * {@link RawClientOptions}, and throws a {@link RawAccessException} if it gets no response in that time.
 */
public final class RawClient implements AutoCloseable {
    private static final Duration PAUSE = Duration.ofMillis(50);
    /** How long a topic may be unknown to a broker before it is considered missing: other brokers may learn of it first. */
    private static final Duration NEW_TOPIC_SPREADS = Duration.ofSeconds(1);

    private final BrokerConnections connections;
    private final Map<String, TopicMetadata> topics = new HashMap<>();
    private final Map<Uuid, String> names = new HashMap<>();
    private final Map<PartitionId, Node> leaders = new HashMap<>();
    private final Map<String, Uuid> pinned = new HashMap<>();
    private Map<Integer, Node> brokers = Map.of();

    private RawClient(BrokerConnections connections) {
        this.connections = connections;
    }

    /**
     * Connects to the cluster.
     *
     * @param settings {@code bootstrap.servers} and the settings of Kafka's clients for TLS and SASL; other client settings are
     *     ignored
     */
    public static RawClient open(Map<String, Object> settings, RawClientOptions options) {
        RawClient client = new RawClient(BrokerConnections.open(settings, options));
        try {
            client.connections.anyBroker(List.of(), client.connections.deadline());
            return client;
        } catch (RuntimeException e) {
            client.close();
            throw e;
        }
    }

    /**
     * Returns once a broker has responded to a request. Connecting is not enough: a broker that requires authentication only then
     * disconnects a client without it.
     */
    public void requireAnswer() {
        askAny(MetadataRequest.Builder.forTopicNames(List.of(), false), "the list of brokers", connections.deadline());
    }

    /** The topics that are visible to the user. */
    public TopicCatalog catalog() {
        return new TopicCatalog((request, what) -> (MetadataResponse) askAny(request, what, connections.deadline()));
    }

    /** Requests the current leaders of a topic's partitions. */
    public TopicLayout topic(String topic) {
        TopicMetadata metadata = ask(topic, connections.deadline());
        TreeMap<Integer, Optional<BrokerAddress>> partitions = new TreeMap<>();
        for (PartitionMetadata partition : metadata.partitionMetadata()) {
            partitions.put(
                    partition.partition(),
                    leader(partition).map(node -> new BrokerAddress(node.id(), node.host(), node.port())));
        }
        Uuid id = metadata.topicId();
        Optional<UUID> publicId = Uuid.ZERO_UUID.equals(id)
                ? Optional.empty()
                : Optional.of(new UUID(id.getMostSignificantBits(), id.getLeastSignificantBits()));
        return new TopicLayout(topic, publicId, partitions);
    }

    /**
     * From now on the name only refers to this topic: every call that finds a topic with another id throws a {@link
     * TopicReplacedException}. Has no effect with brokers that do not support topic ids.
     */
    public void pin(TopicLayout layout) {
        layout.id()
                .ifPresent(id -> pinned.put(
                        layout.topic(), new Uuid(id.getMostSignificantBits(), id.getLeastSignificantBits())));
    }

    /** Bytes over this client's connections so far; must be read before it is closed. */
    public LinkBytes linkBytes() {
        return connections.linkBytes();
    }

    /** Number of requests that this client has sent so far. */
    public long requests() {
        return connections.requests();
    }

    BrokerConnections connections() {
        return connections;
    }

    /** Returns a broker that can be connected to. */
    private Node anyBroker(Deadline deadline) {
        return connections.anyBroker(brokers.values(), deadline);
    }

    /**
     * Sends a read-only request to the leader of partitions.
     *
     * @param topics of the partitions
     * @param what the purpose of the request, as the start of an error message
     * @return the response; empty, after a pause, if the connection fails. The leader may have changed: the next call of {@link
     *     #leader} looks it up again
     * @throws RawAccessException explaining the failure if the time limit is exceeded
     */
    Optional<AbstractResponse> askLeader(
            Node leader,
            Collection<String> topics,
            AbstractRequest.Builder<?> request,
            String what,
            Deadline deadline) {
        Optional<AbstractResponse> answer = connections.ask(leader, request, what, deadline);
        if (answer.isEmpty()) {
            leaderLost(leader, topics, deadline);
        }
        return answer;
    }

    /** Called when the connection to the leader of topics failed; does the same as {@link #askLeader}. */
    void leaderLost(Node leader, Collection<String> topics, Deadline deadline) {
        topics.forEach(this::forget);
        brokerLost(leader, deadline);
    }

    /** Called when the connection to a broker failed: returns, after a pause, once any broker can be connected to. */
    void brokerLost(Node broker, Deadline deadline) {
        connections.awaitAnother(broker, brokers.values(), deadline);
    }

    /** Sends a request to any broker, and to another one if the connection is lost. */
    AbstractResponse askAny(AbstractRequest.Builder<?> request, String what, Deadline deadline) {
        while (true) {
            Node broker = anyBroker(deadline);
            Optional<AbstractResponse> answer = connections.ask(broker, request, what, deadline);
            if (answer.isPresent()) {
                return answer.get();
            }
            brokerLost(broker, deadline);
        }
    }

    /** The cached leader, otherwise the one in the cluster's metadata; waits if there is none. */
    Node leader(PartitionId partition, Deadline deadline) {
        Node known = leaders.get(partition);
        return known == null ? askForLeader(partition, deadline) : known;
    }

    private Node askForLeader(PartitionId partition, Deadline deadline) {
        while (true) {
            TopicMetadata metadata = ask(partition.topic(), deadline);
            PartitionMetadata found = metadata.partitionMetadata().stream()
                    .filter(candidate -> candidate.partition() == partition.partition())
                    .findFirst()
                    .orElseThrow(() -> new RawAccessException("topic " + partition.topic() + " has no partition "
                            + partition.partition() + ": its partitions are 0 to "
                            + (metadata.partitionMetadata().size() - 1)));
            Optional<Node> leader = leader(found);
            if (leader.isPresent()) {
                leaders.put(partition, leader.get());
                return leader.get();
            }
            if (deadline.isPast()) {
                throw BrokerErrors.exception("partition " + partition + " has no leader", found.error);
            }
            connections.pause(deadline, PAUSE);
        }
    }

    private Optional<Node> leader(PartitionMetadata partition) {
        return partition.leaderId.map(brokers::get);
    }

    /** The id of a topic whose leader was looked up; zero with brokers that do not support topic ids. */
    Uuid topicId(String topic) {
        TopicMetadata metadata = topics.get(topic);
        return metadata == null ? Uuid.ZERO_UUID : metadata.topicId();
    }

    /** The topic name in a response; newer protocol versions only contain the id. */
    String topicName(String name, Uuid id) {
        return name.isEmpty() ? names.getOrDefault(id, name) : name;
    }

    /** Makes the next request look up the leaders again. */
    public void forget(String topic) {
        topics.remove(topic);
        leaders.keySet().removeIf(partition -> partition.topic().equals(topic));
    }

    /**
     * Returns, after a pause, if the error of a response is retriable.
     *
     * @throws RawAccessException if it is not retriable, or the time limit is exceeded
     */
    void recover(String what, String topic, Errors error, Deadline deadline) {
        if (!BrokerErrors.isRetriable(error) || deadline.isPast()) {
            throw BrokerErrors.exception(what, error);
        }
        forget(topic);
        connections.pause(deadline, PAUSE);
    }

    /** The same for the partitions of a response, with one pause for all. */
    void recover(String what, Map<PartitionId, Errors> failed, Deadline deadline) {
        failed.forEach((partition, error) -> {
            if (!BrokerErrors.isRetriable(error) || deadline.isPast()) {
                throw BrokerErrors.exception(what + partition, error);
            }
            forget(partition.topic());
        });
        if (!failed.isEmpty()) {
            connections.pause(deadline, PAUSE);
        }
    }

    private TopicMetadata ask(String topic, Deadline deadline) {
        Deadline known = Deadline.in(NEW_TOPIC_SPREADS);
        while (true) {
            TopicMetadata metadata = askOnce(topic, deadline);
            Errors error = metadata.error();
            if (error == Errors.NONE && isPinned(metadata)) {
                topics.put(topic, metadata);
                names.put(metadata.topicId(), topic);
                return metadata;
            }
            if (error == Errors.NONE) {
                // A broker with stale metadata may still return the previous topic of that name.
                if (known.isPast()) {
                    throw new TopicReplacedException(topic, connections.bootstrapServers());
                }
                connections.pause(deadline, PAUSE);
                continue;
            }
            boolean retriable =
                    error == Errors.UNKNOWN_TOPIC_OR_PARTITION ? !known.isPast() : BrokerErrors.isRetriable(error);
            if (error == Errors.UNKNOWN_TOPIC_OR_PARTITION && !retriable) {
                throw unknownTopic(topic, error);
            }
            if (!retriable || deadline.isPast()) {
                throw BrokerErrors.exception("topic " + topic + " of " + connections.bootstrapServers(), error);
            }
            connections.pause(deadline, PAUSE);
        }
    }

    private RawAccessException unknownTopic(String topic, Errors error) {
        List<String> names =
                catalog().all().stream().map(TopicCatalog.Topic::name).toList();
        return new RawAccessException(
                "topic " + topic + " of " + connections.bootstrapServers() + ": the cluster has no such topic; "
                        + NearestName.of(topic, names)
                                .map(near -> "did you mean " + near + "?")
                                .orElse("check the name, and whether Describe on it is granted"),
                error.exception());
    }

    private boolean isPinned(TopicMetadata metadata) {
        Uuid wanted = pinned.get(metadata.topic());
        return wanted == null || wanted.equals(metadata.topicId());
    }

    private TopicMetadata askOnce(String topic, Deadline deadline) {
        MetadataResponse response = (MetadataResponse)
                askAny(MetadataRequest.Builder.forTopicNames(List.of(topic), false), "topic " + topic, deadline);
        brokers = response.brokersById();
        return response.topicMetadata().stream()
                .filter(metadata -> topic.equals(metadata.topic()))
                .findFirst()
                .orElseThrow(() -> new RawAccessException(
                        "topic " + topic + ": the broker's response does not contain it; look at its log"));
    }

    @Override
    public void close() {
        connections.close();
    }
}
