package dev.squeeze.kit.source;

import dev.squeeze.kit.format.BatchRecord;
import java.util.List;

/** A source of records in memory, in their order. */
public final class HeldRecords implements RecordSource {
    private static final int REPORT_EVERY = 1_000;

    private final String notation;
    private final List<BatchRecord> records;
    private final boolean hasTimestamps;

    /**
     * A source whose timestamps do not come from the data: the program may have set them.
     *
     * @param notation the source's name
     */
    public HeldRecords(String notation, List<BatchRecord> records) {
        this(notation, records, false);
    }

    /** @param hasTimestamps whether their timestamps come from the data */
    HeldRecords(String notation, List<BatchRecord> records, boolean hasTimestamps) {
        this.notation = notation;
        this.records = List.copyOf(records);
        this.hasTimestamps = hasTimestamps;
    }

    @Override
    public String notation() {
        return notation;
    }

    @Override
    public ReadReport read(RecordVisitor visitor, ReadProgress progress) {
        long total = records.stream().mapToLong(BatchRecord::payloadBytes).sum();
        long read = 0;
        long bytes = 0;
        boolean hasKeys = false;
        for (BatchRecord record : records) {
            read++;
            bytes += record.payloadBytes();
            hasKeys |= record.key() != null;
            if (read % REPORT_EVERY == 0) {
                progress.at(bytes, total);
            }
            if (!visitor.accept(record)) {
                break;
            }
        }
        return new ReadReport(read, bytes, "records", hasKeys, hasTimestamps, List.of());
    }
}
