package dev.squeeze.kit.source;

import dev.squeeze.kit.format.BatchHeader;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Records of some batches from all over the segments of a log. The headers of the others are read for what they say of the whole log: its
 * rate, which no part of it shows. Where that takes too long, batches are searched for in the middle and at the end of what is left.
 */
final class FewOfSegments implements RecordSource {
    private static final int STRETCHES = 32;
    /** Each for walking the log, and for searching in the rest. */
    static final Duration MAX_TIME = Duration.ofSeconds(1);

    /** Of so many partitions the last batches are searched for. */
    private static final int MAX_ENDS = 32;

    /** Enough for some of most batches; where they are larger, more is looked at. */
    private static final long[] END_BYTES = {1 << 16, 1 << 20, 4 << 20};

    private static final int BATCHES_BETWEEN_CLOCKS = 256;

    private final String notation;
    private final Segments segments;
    private final long bytesOfAll;
    private final long stretchBytes;
    private final long maxWalkNanos;

    private final BatchNotices notices = new BatchNotices();
    private final Amount walked = new Amount();
    private final Amount searched = new Amount();
    private long batches;
    private final TimestampSpan timestamps = new TimestampSpan();
    private final RemovedOffsets removed = new RemovedOffsets();

    /** Of batches that were seen. */
    private static final class Amount {
        private long bytes;
        private double records;
    }

    /**
     * @param maxBytes of batches to unpack, as stored
     * @param maxWalk time for the headers of all
     */
    FewOfSegments(String notation, Segments segments, long maxBytes, Duration maxWalk) {
        this.notation = notation;
        this.segments = segments;
        this.bytesOfAll = segments.storedBytes();
        this.stretchBytes = Math.max(1, maxBytes / STRETCHES);
        this.maxWalkNanos = maxWalk.toNanos();
    }

    @Override
    public String notation() {
        return notation;
    }

    @Override
    public ReadReport read(RecordVisitor visitor, ReadProgress progress) {
        StoredReading reading = new StoredReading(visitor, notices);
        try (reading) {
            if (!walkAll(reading, progress)) {
                searchEnds();
                searchStretches(reading, System.nanoTime() + MAX_TIME.toNanos());
            }
        }
        if (reading.records() == 0) {
            throw new SourceException(notation + " holds no records that can be read");
        }
        return reading.reportOfPart("segments", List.of(), segments.partitions(), recordsOfAll(), timestamps, removed);
    }

    /** @return whether there was time for all */
    private boolean walkAll(StoredReading reading, ReadProgress progress) {
        long endNanos = System.nanoTime() + maxWalkNanos;
        boolean[] timeIsUp = new boolean[1];
        segments.walk(
                (file, position, header) -> {
                    boolean goOn = !isInStretch() || reading.batch(() -> file.path() + " at byte " + position, header);
                    count(file, header, walked);
                    batches++;
                    timeIsUp[0] = batches % BATCHES_BETWEEN_CLOCKS == 0 && System.nanoTime() >= endNanos;
                    return goOn && !timeIsUp[0];
                },
                progress,
                notices);
        return !timeIsUp[0];
    }

    private boolean isInStretch() {
        return walked.bytes % stepBytes() < stretchBytes;
    }

    /** From one stretch to the next. */
    private long stepBytes() {
        return bytesOfAll / STRETCHES + 1;
    }

    /** When the log ends. */
    private void searchEnds() {
        Map<String, SegmentFile> last = new LinkedHashMap<>();
        segments.files().forEach(file -> last.put(file.partitionName(), file));
        last.values().stream().limit(MAX_ENDS).forEach(this::searchEnd);
    }

    private void searchEnd(SegmentFile file) {
        boolean[] found = new boolean[1];
        for (int i = 0; i < END_BYTES.length && !found[0]; i++) {
            segments.walkFrom(
                    file,
                    Math.max(1, file.storedBytes() - END_BYTES[i]),
                    (of, position, header) -> {
                        found[0] = true;
                        time(header);
                        return true;
                    },
                    new BatchNotices());
        }
    }

    private void searchStretches(StoredReading reading, long endNanos) {
        long fileStart = 0;
        for (SegmentFile file : segments.files()) {
            long fileEnd = fileStart + file.storedBytes();
            long first = Math.max(walked.bytes, fileStart) / stepBytes() + 1;
            for (long stretch = first; stretch * stepBytes() < fileEnd; stretch++) {
                if (System.nanoTime() >= endNanos || !searchStretch(reading, file, stretch, fileStart)) {
                    return;
                }
            }
            fileStart = fileEnd;
        }
    }

    /** @return whether to go on */
    private boolean searchStretch(StoredReading reading, SegmentFile file, long stretch, long fileStart) {
        boolean[] goOn = {true};
        long end = searched.bytes + stretchBytes;
        segments.walkFrom(
                file,
                Math.max(1, stretch * stepBytes() - fileStart),
                (of, position, header) -> {
                    goOn[0] = reading.batch(() -> of.path() + " at byte " + position, header);
                    count(stretch, header, searched);
                    return goOn[0] && searched.bytes < end;
                },
                notices);
        return goOn[0];
    }

    /** What was not walked is like what was found there by searching. */
    private double recordsOfAll() {
        Amount like = searched.bytes > 0 ? searched : walked;
        return walked.records + Math.max(0, bytesOfAll - walked.bytes) * like.records / like.bytes;
    }

    private void count(Object part, BatchHeader header, Amount amount) {
        removed.add(part, header);
        amount.bytes += header.sizeBytes();
        if (!header.isControl()) {
            amount.records += header.recordCount();
            time(header);
        }
    }

    private void time(BatchHeader header) {
        if (!header.isControl() && header.maxTimestampMillis() >= 0) {
            timestamps.add(header.firstTimestampMillis());
            timestamps.add(header.maxTimestampMillis());
        }
    }
}
