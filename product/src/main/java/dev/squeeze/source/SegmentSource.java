package dev.squeeze.source;

import dev.squeeze.batch.BatchHeader;
import dev.squeeze.batch.BatchRecord;
import dev.squeeze.kafka.BatchRecordReader;
import dev.squeeze.kafka.UnreadableBatchException;
import java.util.ArrayList;
import java.util.List;

/**
 * The records in segments of Kafka's log: partition after partition, each in offset order, with key, value, headers and
 * timestamps as a consumer would get them. Control batches are not records. Batches that cannot be read are left out and
 * told with file and position; records of transactions that were aborted are handed over like others, since they take
 * their room on the broker too.
 */
public final class SegmentSource implements RecordSource {
    private final List<String> paths;

    /**
     * @param paths segments, partition folders, or a broker's data folder, each with or without {@code segment:} before it
     * @throws SourceException when the options ask of segments what only text has
     */
    public SegmentSource(List<String> paths, ReadOptions options) {
        this.paths = List.copyOf(paths);
        if (options.format().isPresent()
                || options.keyField().isPresent()
                || options.timestampField().isPresent()) {
            throw new SourceException("records in segments have their own format, keys and timestamps: leave out"
                    + " --format, --key-field and --timestamp-field");
        }
    }

    @Override
    public String notation() {
        String first = paths.get(0).startsWith("segment:") ? paths.get(0) : "segment:" + paths.get(0);
        return paths.size() == 1 ? first : "%s (+%d more)".formatted(first, paths.size() - 1);
    }

    /** Finds the segments without reading them. */
    public Segments segments() {
        return Segments.find(paths);
    }

    @Override
    public ReadReport read(RecordVisitor visitor, ReadProgress progress) {
        Segments segments = segments();
        SegmentNotices notices = new SegmentNotices();
        Reading reading = new Reading(visitor, notices);
        try (reading) {
            segments.walk(reading::batch, progress, notices);
        }
        List<ReadNotice> all = new ArrayList<>(segments.leftOut());
        all.addAll(notices.notices());
        if (reading.records == 0) {
            String why = all.isEmpty() ? "" : "; " + all.get(all.size() - 1).message();
            throw new SourceException(notation() + " holds no records that can be read" + why);
        }
        return new ReadReport(reading.records, reading.payloadBytes, "segments", reading.keyed, true, all);
    }

    private static final class Reading implements AutoCloseable {
        private final BatchRecordReader reader = new BatchRecordReader();
        private final RecordVisitor visitor;
        private final SegmentNotices notices;
        private long records;
        private long payloadBytes;
        private boolean keyed;
        private boolean stopped;

        Reading(RecordVisitor visitor, SegmentNotices notices) {
            this.visitor = visitor;
            this.notices = notices;
        }

        boolean batch(SegmentFile file, long position, BatchHeader header) {
            if (header.isControl()) {
                return true;
            }
            if (header.codec().isEmpty()) {
                leaveOut(file, position, header, "its codec, number " + header.codecId() + ", is not known");
                return true;
            }
            try {
                reader.read(header.batch(), (offset, record) -> hand(record));
            } catch (UnreadableBatchException e) {
                leaveOut(file, position, header, e.getMessage());
            }
            return !stopped;
        }

        private boolean hand(BatchRecord record) {
            records++;
            payloadBytes += record.payloadBytes();
            keyed |= record.key() != null;
            stopped = !visitor.accept(record);
            return !stopped;
        }

        private void leaveOut(
                SegmentFile file, long position, BatchHeader header, @org.jspecify.annotations.Nullable String why) {
            notices.add(
                    file.path() + " at byte " + position,
                    "the batch at offset " + header.baseOffset() + " is left out: " + why,
                    header.sizeBytes());
        }

        @Override
        public void close() {
            reader.close();
        }
    }
}
