package dev.squeeze.feature.copy;

import dev.squeeze.kit.format.BatchHeader;
import dev.squeeze.kit.format.CodecSpan;
import dev.squeeze.kit.kafka.FetchPosition;
import dev.squeeze.kit.kafka.LinkBytes;
import dev.squeeze.kit.source.CodecSpans;
import dev.squeeze.kit.unit.ArrivalRate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/** What a run has read from the source, its progress, and the bytes on its connections. */
final class CopyCounts {
    /** The number of columns that fit into a chart, even on a phone. */
    private static final int MAX_SPANS = 40;

    private final CopyTimeline timeline = new CopyTimeline();
    private final CodecSpans spans = new CodecSpans(MAX_SPANS);
    private final Map<Integer, Long> countedTo = new HashMap<>();
    private final Map<Integer, Long> positions = new TreeMap<>();
    private final Map<Integer, Long> firstPositions = new TreeMap<>();
    private final Map<Integer, LinkBytes> sent = new HashMap<>();
    private LinkBytes fetched = LinkBytes.NONE;
    private long records;
    private long storedBytes;

    /** Sets the positions where a session starts. */
    void begin(Map<Integer, FetchPosition> at) {
        at.forEach((partition, position) -> {
            firstPositions.putIfAbsent(partition, position.offset());
            positions.put(partition, position.offset());
        });
    }

    void add(CopyRound round) {
        records += round.records();
        storedBytes += round.storedBytes();
        round.next().forEach((partition, position) -> positions.put(partition, position.offset()));
        timeline.add(new CopyTimeline.Turn(
                round.fromNanos(),
                round.toNanos(),
                round.records(),
                round.storedBytes(),
                0,
                0,
                round.readCpuNanos(),
                OptionalLong.empty(),
                round.toNanos() - round.fromNanos()));
        addSpans(round);
    }

    /** Sets what workers have read so far and their positions; positions that are out of date change nothing. */
    void reached(Map<Integer, Long> at, CopyTotals now, CopyTimeline.Turn since) {
        records = now.records();
        storedBytes = now.sourceBytes();
        at.forEach((partition, offset) -> positions.merge(partition, offset, Math::max));
        timeline.add(since);
    }

    /**
     * Counts each batch once, although it may be read again after a failure, and is split if copies start within it.
     */
    private void addSpans(CopyRound round) {
        BatchHeader header = new BatchHeader();
        round.batches().forEach((partition, batches) -> {
            long counted = countedTo.getOrDefault(partition, -1L);
            for (SourceBatch batch : batches) {
                header.wrap(batch.bytes(), batch.bytes().position());
                if (header.lastOffset() > counted) {
                    spans.add(header);
                    counted = header.lastOffset();
                }
            }
            countedTo.put(partition, counted);
        });
    }

    /** Adds the bytes on a copy's connections during a session that has ended. */
    void sent(int target, LinkBytes bytes) {
        sent.merge(target, bytes, LinkBytes::plus);
    }

    /** Adds the bytes on the connections to the source during a session that has ended. */
    void fetched(LinkBytes bytes) {
        fetched = fetched.plus(bytes);
    }

    LinkBytes sent(int target) {
        return sent.getOrDefault(target, LinkBytes.NONE);
    }

    LinkBytes fetched() {
        return fetched;
    }

    long records() {
        return records;
    }

    /** Bytes read, as the source stores them. */
    long storedBytes() {
        return storedBytes;
    }

    List<CodecSpan> sourceSpans() {
        return spans.spans();
    }

    /** @param startNanos when copying began */
    List<CopyPoint> sourceOverTime(long startNanos) {
        return timeline.points(startNanos);
    }

    /** The fraction of the offsets up to the given ends that has been read, 0 to 1. */
    double fraction(Map<Integer, Long> ends) {
        double all = 0;
        double done = 0;
        for (Map.Entry<Integer, Long> end : ends.entrySet()) {
            long first = firstPositions.getOrDefault(end.getKey(), 0L);
            all += Math.max(0, end.getValue() - first);
            done += Math.max(0, Math.min(end.getValue(), positions.getOrDefault(end.getKey(), first)) - first);
        }
        return all == 0 ? 1 : done / all;
    }

    /** The rate in bytes per second as the source stores them, based on the records so far; 1 before there are any. */
    double bytesPerSecond(ArrivalRate rate) {
        if (rate instanceof ArrivalRate.BytesPerSecond bytes) {
            return bytes.bytesPerSecond();
        }
        return records == 0 ? 1 : rate.recordsPerSecond(1) * storedBytes / records;
    }

    /** How long copying everything read so far takes at the given rate. */
    double secondsAt(ArrivalRate rate) {
        return rate instanceof ArrivalRate.BytesPerSecond bytes
                ? storedBytes / bytes.bytesPerSecond()
                : records / rate.recordsPerSecond(1);
    }
}
