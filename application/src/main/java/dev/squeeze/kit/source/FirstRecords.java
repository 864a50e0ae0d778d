package dev.squeeze.kit.source;

import dev.squeeze.kit.format.BatchRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** A source that passes on its first records early if reading all of it takes long. Reading waits in the meantime. */
public final class FirstRecords implements RecordSource {
    private static final long MAX_BYTES = 4L << 20;
    private static final long MIN_BYTES = 1L << 19;
    /** The memory of a record in addition to its key and value. */
    private static final int RECORD_OVERHEAD_BYTES = 64;

    private static final int RECORDS_BETWEEN_CLOCKS = 64;

    /**
     * Most sources have been read by then; the first records of others are passed on if the rest takes at least as long
     * again.
     */
    private static final long PATIENCE_NANOS = 700_000_000L;

    private final RecordSource source;
    private final boolean hasTimestamps;
    private final LongSupplier clockNanos;
    private final Consumer<RecordSource> look;

    private final List<BatchRecord> kept = new ArrayList<>();
    private long keptBytes;
    private long records;
    private boolean over;
    private long beginNanos;
    private double readShare;

    /**
     * @param hasTimestamps whether the timestamps of records come from the data
     * @param look receives the first records, at most once; an exception from it ends the reading
     */
    public FirstRecords(RecordSource source, boolean hasTimestamps, Consumer<RecordSource> look) {
        this(source, hasTimestamps, System::nanoTime, look);
    }

    FirstRecords(RecordSource source, boolean hasTimestamps, LongSupplier clockNanos, Consumer<RecordSource> look) {
        this.source = source;
        this.hasTimestamps = hasTimestamps;
        this.clockNanos = clockNanos;
        this.look = look;
    }

    @Override
    public String notation() {
        return source.notation();
    }

    @Override
    public ReadReport read(RecordVisitor visitor, ReadProgress progress) {
        return source.read(
                record -> {
                    lookIfDue();
                    keep(record);
                    return visitor.accept(record);
                },
                (read, total) -> {
                    readShare = total > 0 ? (double) read / total : 0;
                    progress.at(read, total);
                });
    }

    private void keep(BatchRecord record) {
        records++;
        if (!over && keptBytes < MAX_BYTES) {
            kept.add(record);
            keptBytes += record.payloadBytes() + RECORD_OVERHEAD_BYTES;
        }
    }

    /**
     * Called before another record, so there is more to read. If the source is nearly read, passing on its first
     * records gains nothing.
     */
    private void lookIfDue() {
        if (over || records % RECORDS_BETWEEN_CLOCKS != 0) {
            return;
        }
        long now = clockNanos.getAsLong();
        if (records == 0) {
            // The time until a pipe's writer starts is not reading time.
            beginNanos = now;
        }
        long nanos = now - beginNanos;
        if (nanos < PATIENCE_NANOS || keptBytes < MIN_BYTES) {
            return;
        }
        over = true;
        if ((1 - readShare) * nanos > readShare * PATIENCE_NANOS) {
            look.accept(new HeldRecords(notation(), kept, hasTimestamps));
        }
        kept.clear();
    }
}
