package dev.squeeze.kit.source;

import dev.squeeze.kit.format.BatchHeader;
import java.util.List;

/**
 * Records of some batches from all over the segments of a log. The headers of the others are read for what they say of the whole log: its
 * rate, which no part of it shows.
 */
final class FewOfSegments implements RecordSource {
    private static final int STRETCHES = 32;
    /** Of a log that takes longer to walk, this part stands for all. */
    private static final long MAX_NANOS = 1_000_000_000L;

    private static final int BATCHES_BETWEEN_CLOCKS = 256;

    private final String notation;
    private final Segments segments;
    private final long bytesOfAll;
    private final long stretchBytes;

    private final BatchNotices notices = new BatchNotices();
    private long bytes;
    private long batches;
    private double records;
    private final TimestampSpan timestamps = new TimestampSpan();
    private final RemovedOffsets removed = new RemovedOffsets();

    /** @param maxBytes of batches to unpack, as stored */
    FewOfSegments(String notation, Segments segments, long maxBytes) {
        this.notation = notation;
        this.segments = segments;
        this.bytesOfAll = segments.storedBytes();
        this.stretchBytes = Math.max(1, maxBytes / STRETCHES);
    }

    @Override
    public String notation() {
        return notation;
    }

    @Override
    public ReadReport read(RecordVisitor visitor, ReadProgress progress) {
        long endNanos = System.nanoTime() + MAX_NANOS;
        StoredReading reading = new StoredReading(visitor, notices);
        try (reading) {
            segments.walk(
                    (file, position, header) -> {
                        boolean goOn =
                                !isInStretch() || reading.batch(() -> file.path() + " at byte " + position, header);
                        count(file, header);
                        return goOn && (batches % BATCHES_BETWEEN_CLOCKS != 0 || System.nanoTime() < endNanos);
                    },
                    progress,
                    notices);
        }
        if (reading.records() == 0) {
            throw new SourceException(notation + " holds no records that can be read");
        }
        return reading.reportOfPart(
                "segments", List.of(), segments.partitions(), records * bytesOfAll / bytes, timestamps, removed);
    }

    private boolean isInStretch() {
        return bytes % (bytesOfAll / STRETCHES + 1) < stretchBytes;
    }

    private void count(SegmentFile file, BatchHeader header) {
        removed.add(file, header);
        batches++;
        bytes += header.sizeBytes();
        if (header.isControl()) {
            return;
        }
        records += header.recordCount();
        if (header.maxTimestampMillis() >= 0) {
            timestamps.add(header.firstTimestampMillis());
            timestamps.add(header.maxTimestampMillis());
        }
    }
}
