package dev.squeeze.kit.kafka;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.ClientResponse;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.message.FetchResponseData.EpochEndOffset;
import org.apache.kafka.common.message.FetchResponseData.FetchableTopicResponse;
import org.apache.kafka.common.message.FetchResponseData.PartitionData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.Records;
import org.apache.kafka.common.requests.FetchRequest;
import org.apache.kafka.common.requests.FetchResponse;

/**
 * Reads many partitions at once, up to their last stable offsets, with one request to each leader, all in flight together. Returns
 * batches as stored, including those of aborted transactions; see {@link CommittedBatches}.
 */
public final class CommittedFetcher {
    private static final int MIN_ANSWER_BYTES = 1;

    private final RawClient client;

    /**
     * Limits of a fetch.
     *
     * @param bytesPerPartition approximate number of bytes for each partition
     * @param bytesPerLeader approximate number of bytes in one response; the first batch is returned complete even if it is larger
     * @param longestWait how long a leader may delay its response while it has no data
     */
    public record Limits(int bytesPerPartition, int bytesPerLeader, Duration longestWait) {
        public Limits {
            if (bytesPerPartition < 1 || bytesPerLeader < 1 || longestWait.isNegative()) {
                throw new IllegalArgumentException("a fetch needs at least 1 byte");
            }
        }
    }

    public CommittedFetcher(RawClient client) {
        this.client = client;
    }

    /**
     * Fetches the next batches of each partition.
     *
     * @param positions where to continue reading
     * @return one result for each requested partition
     * @throws RawAccessException if a leader does not respond in time, or with an error that is not retriable
     */
    public Map<PartitionId, FetchedBatches> fetch(Map<PartitionId, FetchPosition> positions, Limits limits) {
        Deadline deadline = client.connections().deadline();
        Map<Node, Map<TopicPartition, FetchRequest.PartitionData>> byLeader = new LinkedHashMap<>();
        connectLeaders(positions.keySet(), deadline);
        boolean byName = false;
        for (Map.Entry<PartitionId, FetchPosition> entry : positions.entrySet()) {
            PartitionId partition = entry.getKey();
            Node leader = client.leader(partition, deadline);
            Uuid topicId = client.topicId(partition.topic());
            byName |= topicId.equals(Uuid.ZERO_UUID);
            byLeader.computeIfAbsent(leader, node -> new LinkedHashMap<>())
                    .put(
                            new TopicPartition(partition.topic(), partition.partition()),
                            new FetchRequest.PartitionData(
                                    topicId,
                                    entry.getValue().offset(),
                                    FetchRequest.INVALID_LOG_START_OFFSET,
                                    limits.bytesPerPartition(),
                                    Optional.empty(),
                                    entry.getValue().lastEpoch().stream()
                                            .boxed()
                                            .findFirst()));
        }
        short version = byName ? RawFetcher.LAST_FETCH_BY_NAME : ApiKeys.FETCH.latestVersion();
        List<PendingFetch> pending = new ArrayList<>();
        byLeader.forEach((leader, wanted) -> {
            client.connections().awaitReady(leader, deadline);
            PendingFetch fetch = new PendingFetch(leader, wanted);
            client.connections().send(leader, request(version, wanted, limits), true, answer -> fetch.answer = answer);
            pending.add(fetch);
        });
        Map<PartitionId, FetchedBatches> found = new HashMap<>();
        pending.forEach(fetch -> take(fetch, deadline, found));
        return found;
    }

    /** Connects to all leaders. If one cannot be reached, the leader is looked up again, as it may have changed. */
    private void connectLeaders(Collection<PartitionId> partitions, Deadline deadline) {
        while (true) {
            Set<Node> leaders = partitions.stream()
                    .map(partition -> client.leader(partition, deadline))
                    .collect(Collectors.toSet());
            Optional<Node> gone = leaders.stream()
                    .filter(leader -> !client.connections().connects(leader, deadline))
                    .findFirst();
            if (gone.isEmpty()) {
                return;
            }
            Set<String> topics = partitions.stream().map(PartitionId::topic).collect(Collectors.toSet());
            client.leaderLost(gone.get(), topics, deadline);
        }
    }

    private static final class PendingFetch {
        private final Node leader;
        private final Map<TopicPartition, FetchRequest.PartitionData> wanted;
        private volatile @org.jspecify.annotations.Nullable ClientResponse answer;

        PendingFetch(Node leader, Map<TopicPartition, FetchRequest.PartitionData> wanted) {
            this.leader = leader;
            this.wanted = wanted;
        }
    }

    private static FetchRequest.Builder request(
            short version, Map<TopicPartition, FetchRequest.PartitionData> wanted, Limits limits) {
        return FetchRequest.Builder.forConsumer(
                        version, Math.toIntExact(limits.longestWait().toMillis()), MIN_ANSWER_BYTES, wanted)
                .isolationLevel(IsolationLevel.READ_COMMITTED)
                .setMaxBytes(limits.bytesPerLeader());
    }

    private void take(PendingFetch fetch, Deadline deadline, Map<PartitionId, FetchedBatches> found) {
        String what = "a fetch of " + fetch.wanted.keySet().iterator().next();
        ClientResponse answer = fetch.answer;
        while (answer == null) {
            if (deadline.isPast()) {
                throw new RawAccessException(what + ": " + BrokerConnections.address(fetch.leader)
                        + " did not answer in time; look at the broker, or allow more time");
            }
            client.connections().poll(deadline);
            answer = fetch.answer;
        }
        Optional<RawAccessException> failure = client.connections().failure(answer, fetch.leader, what);
        if (failure.isPresent()) {
            fetch.wanted.keySet().forEach(partition -> client.forget(partition.topic()));
            throw failure.get();
        }
        FetchResponse response = (FetchResponse) answer.responseBody();
        if (response.error() != Errors.NONE) {
            throw BrokerErrors.exception(what, response.error());
        }
        for (FetchableTopicResponse topic : response.data().responses()) {
            String name = client.topicName(topic.topic(), topic.topicId());
            for (PartitionData data : topic.partitions()) {
                // Ignores partitions that were not requested.
                if (fetch.wanted.containsKey(new TopicPartition(name, data.partitionIndex()))) {
                    PartitionId partition = new PartitionId(name, data.partitionIndex());
                    found.put(partition, of(partition, data));
                }
            }
        }
        for (TopicPartition partition : fetch.wanted.keySet()) {
            found.putIfAbsent(
                    new PartitionId(partition.topic(), partition.partition()),
                    new FetchedBatches.NotNow("the leader's response does not contain it"));
        }
    }

    private FetchedBatches of(PartitionId partition, PartitionData data) {
        Errors error = Errors.forCode(data.errorCode());
        String what = "partition " + partition;
        if (error == Errors.OFFSET_OUT_OF_RANGE) {
            return new FetchedBatches.OutOfRange();
        }
        if (BrokerErrors.isRetriable(error)) {
            client.forget(partition.topic());
            return new FetchedBatches.NotNow(BrokerErrors.describe(error));
        }
        if (error != Errors.NONE) {
            throw BrokerErrors.exception(what, error);
        }
        Optional<EpochEndOffset> diverging = FetchResponse.divergingEpoch(data);
        if (diverging.isPresent()) {
            return new FetchedBatches.Diverged(
                    diverging.get().epoch(), diverging.get().endOffset());
        }
        Records records = FetchResponse.recordsOrFail(data);
        if (!(records instanceof MemoryRecords memory)) {
            throw new RawAccessException(
                    what + ": the response contains no records; this version of kafka-clients is not supported");
        }
        ByteBuffer bytes = memory.buffer();
        List<FetchedBatches.Aborted> aborted = data.abortedTransactions() == null
                ? List.of()
                : data.abortedTransactions().stream()
                        .map(transaction ->
                                new FetchedBatches.Aborted(transaction.producerId(), transaction.firstOffset()))
                        .toList();
        return new FetchedBatches.Found(bytes, aborted, data.logStartOffset(), data.lastStableOffset());
    }
}
