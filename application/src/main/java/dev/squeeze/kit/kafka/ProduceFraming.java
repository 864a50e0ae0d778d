package dev.squeeze.kit.kafka;

import java.nio.ByteBuffer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.message.ProduceRequestData;
import org.apache.kafka.common.message.ProduceRequestData.PartitionProduceData;
import org.apache.kafka.common.message.ProduceRequestData.TopicProduceData;
import org.apache.kafka.common.message.ProduceRequestData.TopicProduceDataCollection;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.requests.ProduceRequest;
import org.apache.kafka.common.requests.RequestHeader;

/**
 * What a produce request adds to its batches on the wire: its length, header, topic, and a few bytes for each partition.
 * Negligible with large batches, and a third of all bytes where a request carries a single small record.
 */
final class ProduceFraming {
    /** As long as most are. */
    private static final String CLIENT_ID = "producer-1";

    private static final short VERSION = ApiKeys.PRODUCE.latestVersion();

    private ProduceFraming() {}

    /**
     * Bytes of a request other than its batches, for one topic, one batch of each partition.
     *
     * @param batchBytes of each, on average
     */
    static int bytes(int batches, int batchBytes) {
        TopicProduceData topic = new TopicProduceData().setTopicId(Uuid.ONE_UUID);
        for (int i = 0; i < batches; i++) {
            topic.partitionData()
                    .add(new PartitionProduceData()
                            .setIndex(i)
                            .setRecords(MemoryRecords.readableRecords(ByteBuffer.allocate(batchBytes))));
        }
        TopicProduceDataCollection topics = new TopicProduceDataCollection();
        topics.add(topic);
        ProduceRequestData data = new ProduceRequestData().setAcks((short) -1).setTopicData(topics);
        return (int) new ProduceRequest(data, VERSION)
                        .toSend(new RequestHeader(ApiKeys.PRODUCE, VERSION, CLIENT_ID, 0))
                        .size()
                - batches * batchBytes;
    }
}
