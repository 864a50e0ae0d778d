package dev.squeeze.kit.source;

import dev.squeeze.kit.format.BatchRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** A source that hands its first records over early where reading all of it takes long. Reading waits meanwhile. */
public final class FirstRecords implements RecordSource {
    private static final long MAX_BYTES = 4L << 20;
    private static final long MIN_BYTES = 1L << 19;

    /** By then most sources have been read; others are looked at where that takes as long again. */
    private static final Duration PATIENCE = Duration.ofMillis(700);

    private final RecordSource source;
    private final boolean hasTimestamps;
    private final Duration patience;
    private final Consumer<RecordSource> look;

    private final List<BatchRecord> kept = new ArrayList<>();
    private long keptBytes;
    private boolean over;
    private long beginNanos;
    private double readShare;

    /**
     * @param hasTimestamps whether the timestamps of records are the data's own
     * @param look gets the first records, at most once; what it throws ends the reading
     */
    public FirstRecords(RecordSource source, boolean hasTimestamps, Consumer<RecordSource> look) {
        this(source, hasTimestamps, PATIENCE, look);
    }

    FirstRecords(RecordSource source, boolean hasTimestamps, Duration patience, Consumer<RecordSource> look) {
        this.source = source;
        this.hasTimestamps = hasTimestamps;
        this.patience = patience;
        this.look = look;
    }

    @Override
    public String notation() {
        return source.notation();
    }

    @Override
    public ReadReport read(RecordVisitor visitor, ReadProgress progress) {
        beginNanos = System.nanoTime();
        return source.read(
                record -> {
                    keep(record);
                    return visitor.accept(record);
                },
                (read, total) -> {
                    readShare = total > 0 ? (double) read / total : 0;
                    lookIfDue();
                    progress.at(read, total);
                });
    }

    private void keep(BatchRecord record) {
        if (!over && keptBytes < MAX_BYTES) {
            kept.add(record);
            keptBytes += record.payloadBytes();
        }
    }

    /** Of a source that is nearly read nothing is to be gained. */
    private void lookIfDue() {
        long nanos = System.nanoTime() - beginNanos;
        if (over || nanos < patience.toNanos() || keptBytes < MIN_BYTES) {
            return;
        }
        over = true;
        if ((1 - readShare) * nanos > readShare * patience.toNanos()) {
            look.accept(new HeldRecords(notation(), kept, hasTimestamps));
        }
        kept.clear();
    }
}
