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

/** What a run has read of the source, how far it has come, and what went over its connections. */
final class CopyCounts {
    /** Columns that a chart has room for, on a phone too. */
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

    /** A session goes on here. */
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

    /** What others have read by now, and how far they have come; a moment of theirs that is older changes nothing. */
    void reached(Map<Integer, Long> at, CopyTotals now, CopyTimeline.Turn since) {
        records = now.records();
        storedBytes = now.sourceBytes();
        at.forEach((partition, offset) -> positions.merge(partition, offset, Math::max));
        timeline.add(since);
    }

    /** Each batch once, although it is read again after a failure, and comes in parts where copies begin within it. */
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

    /** What went over a copy's connections in a session that is over. */
    void sent(int target, LinkBytes bytes) {
        sent.merge(target, bytes, LinkBytes::plus);
    }

    /** The same of the source's connections. */
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

    /** As the source stores them. */
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

    /** How much of the way to given ends is done, 0 to 1. */
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

    /** The rate in bytes as the source stores them, by the records so far; 1 before there are any. */
    double bytesPerSecond(ArrivalRate rate) {
        if (rate instanceof ArrivalRate.BytesPerSecond bytes) {
            return bytes.bytesPerSecond();
        }
        return records == 0 ? 1 : rate.recordsPerSecond(1) * storedBytes / records;
    }

    /** How long it takes at a rate to copy what was read until now. */
    double secondsAt(ArrivalRate rate) {
        return rate instanceof ArrivalRate.BytesPerSecond bytes
                ? storedBytes / bytes.bytesPerSecond()
                : records / rate.recordsPerSecond(1);
    }
}
