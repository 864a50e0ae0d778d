package dev.squeeze.kit.kafka;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.message.ProduceRequestData;
import org.apache.kafka.common.message.ProduceRequestData.PartitionProduceData;
import org.apache.kafka.common.message.ProduceRequestData.TopicProduceData;
import org.apache.kafka.common.message.ProduceRequestData.TopicProduceDataCollection;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.requests.ProduceRequest;

/** A produce request that is being filled, with at most one batch per partition. */
final class OpenRequest {
    /** The last version of PRODUCE that identifies topics by name (KIP-516). */
    private static final short LAST_PRODUCE_BY_NAME = 12;
    /** The last version for which partitions must be added to a transaction with a separate request (KIP-890). */
    private static final short LAST_PRODUCE_AFTER_ADDING = 11;

    private final Node leader;
    private final Map<PartitionId, SendCallback> callbacks = new LinkedHashMap<>();
    private final TopicProduceDataCollection topics = new TopicProduceDataCollection();
    private boolean byName;
    private long bytes;

    OpenRequest(Node leader) {
        this.leader = leader;
    }

    Node leader() {
        return leader;
    }

    /** The callbacks of unacknowledged batches by partition, in the order of sending. */
    Map<PartitionId, SendCallback> callbacks() {
        return callbacks;
    }

    boolean takes(PartitionId partition, ByteBuffer batch, RawProducerOptions options) {
        return !callbacks.containsKey(partition) && (bytes + batch.remaining() <= options.bytesPerRequest());
    }

    boolean isFull(RawProducerOptions options) {
        return callbacks.size() >= options.batchesPerRequest() || bytes >= options.bytesPerRequest();
    }

    void add(PartitionId partition, Uuid topicId, ByteBuffer batch, SendCallback callback) {
        callbacks.put(partition, callback);
        bytes += batch.remaining();
        byName |= topicId.equals(Uuid.ZERO_UUID);
        TopicProduceData topic = topics.find(partition.topic(), topicId);
        if (topic == null) {
            topic = new TopicProduceData().setName(partition.topic()).setTopicId(topicId);
            topics.add(topic);
        }
        // A view: the network client writes the batch's own bytes to the socket without a copy.
        topic.partitionData()
                .add(new PartitionProduceData()
                        .setIndex(partition.partition())
                        .setRecords(MemoryRecords.readableRecords(batch.slice())));
    }

    ProduceRequest.Builder build(RawProducerOptions options, int timeoutMillis) {
        ProduceRequestData data = new ProduceRequestData()
                .setTransactionalId(options.transactionalId().orElse(null))
                .setAcks(options.acks().code())
                .setTimeoutMs(timeoutMillis)
                .setTopicData(topics);
        return new ProduceRequest.Builder(ApiKeys.PRODUCE.oldestVersion(), newestVersion(options), data);
    }

    private short newestVersion(RawProducerOptions options) {
        if (options.transactionalId().isPresent()) {
            return LAST_PRODUCE_AFTER_ADDING;
        }
        return byName ? LAST_PRODUCE_BY_NAME : ApiKeys.PRODUCE.latestVersion();
    }

    /** As in "the batch for flights-3" or "4 batches, the first for flights-3". */
    String describe() {
        List<PartitionId> partitions = new ArrayList<>(callbacks.keySet());
        return partitions.size() == 1
                ? "the batch for " + partitions.get(0)
                : partitions.size() + " batches, the first for " + partitions.get(0);
    }
}
