package dev.squeeze.kit.kafka;

import dev.squeeze.kit.format.BatchHeader;
import dev.squeeze.kit.format.BatchScanner;
import dev.squeeze.kit.format.BatchVisitor;
import dev.squeeze.kit.format.ScanEnd;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.apache.kafka.common.message.FetchResponseData.PartitionData;
import org.apache.kafka.common.message.ListOffsetsRequestData.ListOffsetsPartition;
import org.apache.kafka.common.message.ListOffsetsResponseData.ListOffsetsPartitionResponse;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.Records;
import org.apache.kafka.common.requests.AbstractResponse;
import org.apache.kafka.common.requests.FetchRequest;
import org.apache.kafka.common.requests.FetchResponse;
import org.apache.kafka.common.requests.ListOffsetsRequest;
import org.apache.kafka.common.requests.ListOffsetsResponse;

/**
 * Reads record batches as stored in the log, compressed and with their headers. It joins no group, commits no offsets and only
 * fetches from leaders. What it reads includes batches of open and aborted transactions.
 */
public final class RawFetcher {
    /** How long a broker may delay its response at the log's end to wait for more data; otherwise it responds immediately. */
    public static final Duration WAIT_AT_LOG_END = Duration.ofMillis(500);

    private static final int MIN_ANSWER_BYTES = 1;
    /** A throttled client retries once per second. */
    private static final int MAX_QUOTA_PAUSE_MILLIS = 1_000;

    /** The last version of FETCH that identifies topics by name (KIP-516). */
    static final short LAST_FETCH_BY_NAME = 12;

    private final RawClient client;
    private final BatchScanner scanner = new BatchScanner();

    public RawFetcher(RawClient client) {
        this.client = client;
    }

    /** The earliest and latest offset of each partition, with two requests to each leader. Waits for leaders to be elected. */
    public Map<PartitionId, OffsetRange> offsets(Collection<PartitionId> partitions) {
        return offsets(partitions, IsolationLevel.READ_UNCOMMITTED);
    }

    /** The same, up to the first open transaction (the last stable offset). */
    public Map<PartitionId, OffsetRange> committedOffsets(Collection<PartitionId> partitions) {
        return offsets(partitions, IsolationLevel.READ_COMMITTED);
    }

    /**
     * The last stable offset of each partition, with one request to each leader.
     *
     * @throws RawAccessException if one of them is not available, such as that of a deleted topic
     */
    public Map<PartitionId, Long> committedEnds(Collection<PartitionId> partitions) {
        return list(partitions, ListOffsetsRequest.LATEST_TIMESTAMP, IsolationLevel.READ_COMMITTED);
    }

    /**
     * The offset of the first record of each partition that has this timestamp or a later one.
     *
     * @return without partitions that have no such record
     */
    public Map<PartitionId, Long> offsetsAt(Collection<PartitionId> partitions, long timestampMillis) {
        Map<PartitionId, Long> offsets = list(partitions, timestampMillis, IsolationLevel.READ_COMMITTED);
        offsets.values().removeIf(offset -> offset == ListOffsetsResponse.UNKNOWN_OFFSET);
        return offsets;
    }

    /**
     * The local log start offset of each partition: earlier offsets are in remote storage (KIP-405).
     *
     * @return empty for brokers that do not support the request, which are older than remote storage
     */
    public Map<PartitionId, Long> localStarts(Collection<PartitionId> partitions) {
        try {
            return list(partitions, ListOffsetsRequest.EARLIEST_LOCAL_TIMESTAMP, IsolationLevel.READ_UNCOMMITTED);
        } catch (RawAccessException e) {
            if (e.getCause() instanceof UnsupportedVersionException) {
                return Map.of();
            }
            throw e;
        }
    }

    /** The same for one partition. */
    public OptionalLong localStart(PartitionId partition) {
        Long start = localStarts(List.of(partition)).get(partition);
        return start == null ? OptionalLong.empty() : OptionalLong.of(start);
    }

    private Map<PartitionId, OffsetRange> offsets(Collection<PartitionId> partitions, IsolationLevel isolation) {
        Map<PartitionId, Long> earliest = list(partitions, ListOffsetsRequest.EARLIEST_TIMESTAMP, isolation);
        Map<PartitionId, Long> latest = list(partitions, ListOffsetsRequest.LATEST_TIMESTAMP, isolation);
        Map<PartitionId, OffsetRange> ranges = new LinkedHashMap<>();
        for (PartitionId partition : partitions) {
            ranges.put(partition, new OffsetRange(found(earliest, partition), found(latest, partition)));
        }
        return ranges;
    }

    private static long found(Map<PartitionId, Long> offsets, PartitionId partition) {
        Long offset = offsets.get(partition);
        if (offset == null) {
            throw unanswered(partition);
        }
        return offset;
    }

    private static RawAccessException unanswered(PartitionId partition) {
        return new RawAccessException("partition " + partition
                + ": its leader's response does not contain it; look at the broker's log and try again");
    }

    private Map<PartitionId, Long> list(Collection<PartitionId> partitions, long timestamp, IsolationLevel isolation) {
        Deadline deadline = client.connections().deadline();
        Map<PartitionId, Long> offsets = new HashMap<>();
        List<PartitionId> open = new ArrayList<>(partitions);
        while (!open.isEmpty()) {
            Map<Node, Map<TopicPartition, ListOffsetsPartition>> byLeader = new LinkedHashMap<>();
            for (PartitionId partition : open) {
                byLeader.computeIfAbsent(client.leader(partition, deadline), node -> new HashMap<>())
                        .put(
                                new TopicPartition(partition.topic(), partition.partition()),
                                new ListOffsetsPartition()
                                        .setPartitionIndex(partition.partition())
                                        .setTimestamp(timestamp));
            }
            boolean local = timestamp == ListOffsetsRequest.EARLIEST_LOCAL_TIMESTAMP;
            byLeader.forEach((leader, wanted) -> listAt(
                    leader,
                    wanted,
                    ListOffsetsRequest.Builder.forConsumer(false, isolation, false, local, false, false),
                    offsets,
                    deadline));
            int before = open.size();
            open.removeIf(offsets::containsKey);
            if (open.size() == before && deadline.isPast()) {
                throw unanswered(open.get(0));
            }
        }
        return offsets;
    }

    private void listAt(
            Node leader,
            Map<TopicPartition, ListOffsetsPartition> wanted,
            ListOffsetsRequest.Builder request,
            Map<PartitionId, Long> offsets,
            Deadline deadline) {
        request.setTargetTimes(ListOffsetsRequest.toListOffsetsTopics(wanted));
        String what = "the offsets of " + wanted.keySet().iterator().next();
        Set<String> named = wanted.keySet().stream().map(TopicPartition::topic).collect(Collectors.toSet());
        Optional<AbstractResponse> answer = client.askLeader(leader, named, request, what, deadline);
        if (answer.isEmpty()) {
            return;
        }
        ListOffsetsResponse response = (ListOffsetsResponse) answer.get();
        Set<TopicPartition> unanswered = new LinkedHashSet<>(wanted.keySet());
        Map<PartitionId, Errors> failed = new LinkedHashMap<>();
        response.topics().forEach(topic -> {
            for (ListOffsetsPartitionResponse found : topic.partitions()) {
                if (!unanswered.remove(new TopicPartition(topic.name(), found.partitionIndex()))) {
                    continue;
                }
                PartitionId partition = new PartitionId(topic.name(), found.partitionIndex());
                Errors error = Errors.forCode(found.errorCode());
                if (error == Errors.NONE) {
                    offsets.put(partition, found.offset());
                } else {
                    failed.put(partition, error);
                }
            }
        });
        client.recover("the offsets of partition ", failed, deadline);
        unanswered.stream().findFirst().ifPresent(partition -> {
            throw unanswered(new PartitionId(partition.topic(), partition.partition()));
        });
    }

    /**
     * Fetches batches from an offset on.
     *
     * @param maxBytes approximate number of bytes to read, at least 1; the first batch is complete even if it is larger, and the
     *     last one may be cut off
     * @return the batches as stored, starting with the one that contains the offset, which may begin before it; empty at the log's
     *     end
     */
    public ByteBuffer fetch(PartitionId partition, long fromOffset, int maxBytes) {
        return fetch(partition, fromOffset, maxBytes, WAIT_AT_LOG_END);
    }

    /**
     * The same for a log that may be in remote storage.
     *
     * @param longestWait how long the leader may delay its response while it has no data; then it may be empty even within the log,
     *     see {@link EmptyAnswers}
     */
    public ByteBuffer fetch(PartitionId partition, long fromOffset, int maxBytes, Duration longestWait) {
        if (fromOffset < 0 || maxBytes < 1) {
            throw new IllegalArgumentException(
                    "a fetch needs an offset from 0 and at least 1 byte, not " + fromOffset + " and " + maxBytes);
        }
        Deadline deadline = client.connections().deadline();
        String what = "partition " + partition + " from offset " + fromOffset;
        while (true) {
            Node leader = client.leader(partition, deadline);
            Optional<AbstractResponse> answer = client.askLeader(
                    leader,
                    Set.of(partition.topic()),
                    request(partition, fromOffset, maxBytes, longestWait),
                    what,
                    deadline);
            if (answer.isEmpty()) {
                continue;
            }
            FetchResponse response = (FetchResponse) answer.get();
            Errors error = response.error();
            if (error == Errors.NONE) {
                Optional<PartitionData> data = answer(response, partition);
                if (data.isEmpty()) {
                    awaitQuota(response, partition, deadline);
                    continue;
                }
                error = Errors.forCode(data.get().errorCode());
                if (error == Errors.NONE) {
                    return bytes(data.get(), what);
                }
            }
            client.recover(what, partition.topic(), error, deadline);
        }
    }

    /** When a client exceeds its quota, the broker's response contains no partitions, but the throttle time. */
    private void awaitQuota(FetchResponse response, PartitionId partition, Deadline deadline) {
        int throttleMillis = response.throttleTimeMs();
        if (throttleMillis == 0) {
            throw unanswered(partition);
        }
        if (deadline.isPast()) {
            throw new RawAccessException("partition " + partition + ": a client quota of the cluster throttles reads;"
                    + " lower --max-rate, or have a larger consumer_byte_rate set for this client");
        }
        client.connections().pause(deadline, Duration.ofMillis(Math.min(throttleMillis, MAX_QUOTA_PAUSE_MILLIS)));
    }

    private FetchRequest.Builder request(PartitionId partition, long fromOffset, int maxBytes, Duration longestWait) {
        Uuid topicId = client.topicId(partition.topic());
        short version = topicId.equals(Uuid.ZERO_UUID) ? LAST_FETCH_BY_NAME : ApiKeys.FETCH.latestVersion();
        FetchRequest.PartitionData wanted = new FetchRequest.PartitionData(
                topicId, fromOffset, FetchRequest.INVALID_LOG_START_OFFSET, maxBytes, Optional.empty());
        return FetchRequest.Builder.forConsumer(
                        version,
                        Math.toIntExact(longestWait.toMillis()),
                        MIN_ANSWER_BYTES,
                        Map.of(new TopicPartition(partition.topic(), partition.partition()), wanted))
                .isolationLevel(IsolationLevel.READ_UNCOMMITTED)
                .setMaxBytes(maxBytes);
    }

    private static Optional<PartitionData> answer(FetchResponse response, PartitionId partition) {
        return response.data().responses().stream()
                .flatMap(topic -> topic.partitions().stream())
                .filter(data -> data.partitionIndex() == partition.partition())
                .findFirst();
    }

    private static ByteBuffer bytes(PartitionData data, String what) {
        Records records = FetchResponse.recordsOrFail(data);
        if (records instanceof MemoryRecords memory) {
            return memory.buffer();
        }
        throw new RawAccessException(what + ": the response contains no records but a "
                + records.getClass().getSimpleName() + "; this version of kafka-clients is not supported");
    }

    /**
     * Passes every batch with an offset in a range to the visitor, in order, with one response in memory at a time. The first may
     * begin before the range, and the last may end after it.
     *
     * @param fromOffset the first offset wanted
     * @param toOffset the offset after the last one wanted
     * @param maxBytes approximate number of bytes to read at a time; see {@link #fetch}
     * @throws RawAccessException if the bytes are not batches, or as thrown by a fetch
     */
    public StreamEnd stream(PartitionId partition, long fromOffset, long toOffset, int maxBytes, BatchVisitor visitor) {
        RangeVisitor range = new RangeVisitor(visitor, fromOffset, toOffset);
        while (range.next < toOffset) {
            long before = range.next;
            ByteBuffer bytes = fetch(partition, before, maxBytes);
            if (!bytes.hasRemaining()) {
                return new StreamEnd.LogEnd(before);
            }
            ScanEnd end = scanner.scan(bytes, range);
            if (end instanceof ScanEnd.OldFormat old) {
                return new StreamEnd.OldFormat(range.next, old.magic());
            }
            if (end instanceof ScanEnd.Corrupt corrupt) {
                throw new RawAccessException("partition " + partition + " after offset " + range.next + ": "
                        + corrupt.reason() + " in the response; check the log with kafka-dump-log.sh");
            }
            if (range.stopped) {
                return new StreamEnd.Stopped(range.next);
            }
            if (range.next <= before) {
                throw new RawAccessException(
                        "partition " + partition + " at offset " + before + ": the response of " + bytes.remaining()
                                + " bytes contains no complete batch from there on; look at the broker's log");
            }
        }
        return new StreamEnd.Reached(range.next);
    }

    /** Passes on the batches within the range and keeps the next offset to fetch. */
    private static final class RangeVisitor implements BatchVisitor {
        private final BatchVisitor inner;
        private final long toOffset;
        private long next;
        private boolean stopped;

        RangeVisitor(BatchVisitor inner, long fromOffset, long toOffset) {
            this.inner = inner;
            this.next = fromOffset;
            this.toOffset = toOffset;
        }

        @Override
        public boolean visit(BatchHeader header) {
            if (header.lastOffset() < next) {
                return true;
            }
            if (header.baseOffset() >= toOffset) {
                // Also reached if compaction removed the end of the range: nothing more follows in it.
                next = Math.max(next, toOffset);
                return false;
            }
            next = header.lastOffset() + 1;
            stopped = !inner.visit(header);
            return !stopped;
        }
    }
}
