package dev.squeeze.kit.source;

import dev.squeeze.kit.format.BatchHeader;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the records of some batches, spread over all segments of a log. For the other batches only headers are read, to
 * determine the rate of the whole log, which no part of it shows. If that takes too long, finds batches within the rest
 * and at its end by searching.
 */
final class FewOfSegments implements RecordSource {
    private static final int STRETCHES = 32;
    /** Time limit for walking the log, and the same again for searching the rest. */
    static final Duration MAX_TIME = Duration.ofSeconds(1);

    /** Maximum number of partitions whose last batches are searched for. */
    private static final int MAX_ENDS = 32;

    /**
     * Bytes at the end of a file to search: the first size has several batches in most logs; larger ones are tried if
     * batches are larger.
     */
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

    /** Totals over batches that were seen. */
    private static final class Amount {
        private long bytes;
        private double records;
    }

    /**
     * @param maxBytes maximum stored bytes of batches to decompress
     * @param maxWalk maximum time for walking all headers
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
            throw new SourceException(notation + " contains no readable records");
        }
        return reading.reportOfPart("segments", List.of(), segments.partitions(), recordsOfAll(), timestamps, removed);
    }

    /** @return whether there was enough time for all of them */
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

    /** The distance from one stretch to the next. */
    private long stepBytes() {
        return bytesOfAll / STRETCHES + 1;
    }

    /** Finds the newest timestamps, in the last segment of each partition. */
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

    /** @return whether to continue */
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

    /** Assumes that the part that was not walked is like the batches found there by searching. */
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
