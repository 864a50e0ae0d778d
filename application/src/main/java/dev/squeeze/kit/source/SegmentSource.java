package dev.squeeze.kit.source;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The records in segments of Kafka's log: partition after partition, each in offset order, with key, value, headers and
 * timestamps as a consumer would get them. Control batches are not records. Batches that cannot be read are left out and
 * reported with file and position; records of transactions that were aborted are handed over like others, since they take
 * their room on the broker too.
 */
public final class SegmentSource implements RecordSource {
    /** Fewer are read within a second. */
    private static final long QUICK_BYTES = 24L << 20;

    private final List<String> paths;

    /**
     * @param paths segments, partition folders, or a broker's data folder, each with or without {@code segment:} before it
     * @throws SourceException when the options ask of segments what only text has
     */
    public SegmentSource(List<String> paths, ReadOptions options) {
        this.paths = List.copyOf(paths);
        options.requireNoneOfText("segments");
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
        BatchNotices notices = new BatchNotices();
        StoredReading reading = new StoredReading(visitor, notices);
        try (reading) {
            segments.walk(
                    (file, position, header) -> reading.batch(file, () -> file.path() + " at byte " + position, header),
                    progress,
                    notices);
        }
        if (reading.records() == 0) {
            List<ReadNotice> all = new ArrayList<>(segments.leftOut());
            all.addAll(notices.notices());
            String why = all.isEmpty() ? "" : "; " + all.get(all.size() - 1).message();
            throw new SourceException(notation() + " holds no records that can be read" + why);
        }
        return reading.report("segments", segments.leftOut(), segments.partitions());
    }

    @Override
    public Optional<RecordSource> few(long maxBytes) {
        Segments segments = segments();
        return segments.storedBytes() < QUICK_BYTES
                ? Optional.empty()
                : Optional.of(new FewOfSegments(notation(), segments, maxBytes, FewOfSegments.MAX_TIME));
    }
}
