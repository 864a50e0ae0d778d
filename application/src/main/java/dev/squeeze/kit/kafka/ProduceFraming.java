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
 * The bytes that a produce request adds to its batches on the wire: length, header, topic and a few bytes per partition. Negligible
 * for large batches, but a third of all bytes if a request carries a single small record.
 */
final class ProduceFraming {
    /** Of typical length. */
    private static final String CLIENT_ID = "producer-1";

    private static final short VERSION = ApiKeys.PRODUCE.latestVersion();

    private ProduceFraming() {}

    /**
     * Bytes of a request excluding its batches, for one topic with one batch per partition.
     *
     * @param batchBytes average bytes of a batch
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
