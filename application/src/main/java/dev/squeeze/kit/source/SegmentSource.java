package dev.squeeze.kit.source;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The records in segments of Kafka's log: partition by partition, each in offset order, with key, value, headers and
 * timestamps as a consumer would receive them. Control batches are not records. Unreadable batches are left out and
 * reported with file and position. Records of aborted transactions are included, since they take up space on the
 * broker, too.
 */
public final class SegmentSource implements RecordSource {
    /** Less than this is read within a second. */
    private static final long QUICK_BYTES = 24L << 20;

    private final List<String> paths;

    /**
     * @param paths segments, partition folders, or a broker's data folder, each with or without the prefix
     *     {@code segment:}
     * @throws SourceException if the options include ones that apply only to text
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
            throw new SourceException(notation() + " contains no readable records" + why);
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
