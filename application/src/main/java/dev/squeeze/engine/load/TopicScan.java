package dev.squeeze.engine.load;

import dev.squeeze.kit.cluster.ClusterException;
import dev.squeeze.kit.cluster.ClusterTarget;
import dev.squeeze.kit.format.BatchHeader;
import dev.squeeze.kit.format.BatchVisitor;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.format.RecordFormatV2;
import dev.squeeze.kit.kafka.OffsetRange;
import dev.squeeze.kit.kafka.PartitionId;
import dev.squeeze.kit.kafka.RawAccessException;
import dev.squeeze.kit.kafka.RawClient;
import dev.squeeze.kit.kafka.RawClientOptions;
import dev.squeeze.kit.kafka.RawFetcher;
import dev.squeeze.kit.kafka.StreamEnd;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;

/**
 * Reads the headers of a load's batches from the broker's log. Headers do not contain the uncompressed size: it is
 * computed from the records that were sent, from the number of records in each batch, which determines the size of
 * offset deltas, and from its time span, over which timestamps are assumed to be evenly spaced.
 */
final class TopicScan implements BatchVisitor {
    private static final int FETCH_BYTES = 8 << 20;
    /** Beyond this, the headers of a part of each partition represent the rest. */
    private static final long MAX_BYTES = 1L << 30;

    private final long bytesOfEachPartition;
    private long leftOfPartition;
    private boolean cut;
    private long batches;
    private long records;
    private long storedBytes;
    private double deltaBytes;
    private final Map<String, Long> byCodec = new TreeMap<>();

    private TopicScan(int partitions) {
        this.bytesOfEachPartition = Math.max(FETCH_BYTES, MAX_BYTES / partitions);
    }

    /**
     * @param encodedBytes sum of {@link Payload#encodedBytes} over all records
     * @throws ClusterException when the log cannot be read
     */
    static TopicContents read(ClusterTarget target, List<String> topics, long encodedBytes, Duration timeout) {
        try (RawClient client = open(target, timeout)) {
            List<PartitionId> partitions = partitions(client, topics);
            RawFetcher fetcher = new RawFetcher(client);
            TopicScan scan = new TopicScan(partitions.size());
            long written = 0;
            long kept = 0;
            for (Map.Entry<PartitionId, OffsetRange> entry :
                    fetcher.offsets(partitions).entrySet()) {
                OffsetRange range = entry.getValue();
                written += range.latest();
                kept += range.latest() - range.earliest();
                // Records that retention has deleted were read by consumers that ran at the same time as the producers.
                scan.cut |= range.earliest() > 0;
                if (!range.isEmpty()) {
                    scan.leftOfPartition = scan.bytesOfEachPartition;
                    StreamEnd end = fetcher.stream(entry.getKey(), range.earliest(), range.latest(), FETCH_BYTES, scan);
                    // With tiered storage, the leader's answer may lack what is in remote storage.
                    scan.cut |= end instanceof StreamEnd.LogEnd;
                }
            }
            return scan.contents(written, kept, encodedBytes);
        } catch (RawAccessException e) {
            throw new ClusterException("the records that were written cannot be read back: " + e.getMessage(), e);
        }
    }

    /**
     * The current end offset of each partition of the topics.
     *
     * @throws ClusterException when no broker reports it
     */
    static Map<TopicPartition, Long> ends(ClusterTarget target, List<String> topics, Duration timeout) {
        try (RawClient client = open(target, timeout)) {
            Map<TopicPartition, Long> ends = new HashMap<>();
            new RawFetcher(client)
                    .offsets(partitions(client, topics))
                    .forEach((partition, range) ->
                            ends.put(new TopicPartition(partition.topic(), partition.partition()), range.latest()));
            return ends;
        } catch (RawAccessException e) {
            throw new ClusterException("the end offsets of the topics cannot be read: " + e.getMessage(), e);
        }
    }

    private static RawClient open(ClusterTarget target, Duration timeout) {
        return RawClient.open(target.connection(), RawClientOptions.DEFAULTS.withTimeLimit(timeout));
    }

    private static List<PartitionId> partitions(RawClient client, List<String> topics) {
        List<PartitionId> partitions = new ArrayList<>();
        for (String topic : topics) {
            client.topic(topic).leaders().keySet().forEach(number -> partitions.add(new PartitionId(topic, number)));
        }
        return partitions;
    }

    @Override
    public boolean visit(BatchHeader header) {
        int count = header.recordCount();
        batches++;
        records += count;
        storedBytes += header.sizeBytes();
        deltaBytes += beyondFirstByte(count, 1);
        if (count > 1) {
            double step = (double) (header.maxTimestampMillis() - header.baseTimestampMillis()) / (count - 1);
            deltaBytes += step > 0 ? beyondFirstByte(count, step) : 0;
        }
        byCodec.merge(header.codec().map(CodecType::label).orElse("codec " + header.codecId()), 1L, Long::sum);
        leftOfPartition -= header.sizeBytes();
        cut |= leftOfPartition <= 0;
        return leftOfPartition > 0;
    }

    /**
     * Number of bytes beyond the first, of zigzag varints for 0, step, 2 step, ... (count - 1) step, with 7 bits per
     * byte.
     */
    private static double beyondFirstByte(int count, double step) {
        double bytes = 0;
        for (double reach = 1L << 6; reach < (count - 1) * step; reach *= 1 << 7) {
            bytes += count - Math.ceil(reach / step);
        }
        return bytes;
    }

    /** @param written number of records by offsets, which is exact as long as nothing is transactional */
    private TopicContents contents(long written, long kept, long encodedBytes) {
        double share = written == 0 ? 0 : (double) records / written;
        long uncompressed =
                Math.round(encodedBytes * share + deltaBytes + (double) batches * RecordFormatV2.BATCH_HEADER_BYTES);
        return new TopicContents(
                cut ? written : records,
                cut ? kept : records,
                records,
                batches,
                storedBytes,
                Math.max(0, uncompressed),
                byCodec);
    }
}
