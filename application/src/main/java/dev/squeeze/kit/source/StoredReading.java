package dev.squeeze.kit.source;

import dev.squeeze.kit.format.BatchHeader;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.kafka.BatchRecordReader;
import dev.squeeze.kit.kafka.UnreadableBatchException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Passes the records of stored batches to a visitor, batch by batch, and collects statistics of the batches. */
final class StoredReading implements AutoCloseable {
    private final BatchRecordReader reader = new BatchRecordReader();
    private final RecordSource.RecordVisitor visitor;
    private final BatchNotices notices;
    private final CodecHistory history = new CodecHistory();
    private final TimestampSpan timestamps = new TimestampSpan();
    private final RemovedOffsets removed = new RemovedOffsets();
    private long records;
    private long payloadBytes;
    private long dataBatches;
    private long transactionalBatches;
    private long transactionalRecords;
    private long markers;
    private boolean keyed;
    private boolean stopped;

    StoredReading(RecordSource.RecordVisitor visitor, BatchNotices notices) {
        this.visitor = visitor;
        this.notices = notices;
    }

    long records() {
        return records;
    }

    /**
     * Like {@link #batch(Supplier, BatchHeader)}, for a batch that follows the previous one within a part of the log.
     */
    boolean batch(Object part, Supplier<String> where, BatchHeader header) {
        removed.add(part, header);
        return batch(where, header);
    }

    /**
     * Passes on the records of one batch; an unreadable batch is left out and reported.
     *
     * @param where position of the batch, for the report
     * @return whether to continue
     */
    boolean batch(Supplier<String> where, BatchHeader header) {
        if (header.isControl()) {
            markers++;
            return true;
        }
        Optional<CodecType> codec = header.codec();
        if (codec.isEmpty()) {
            leaveOut(where, header, "its codec, with the id " + header.codecId() + ", is unknown");
            return true;
        }
        try {
            long uncompressed = reader.read(header.batch(), (offset, record) -> hand(record));
            if (header.recordCount() > 0) {
                history.add(codec.get(), header, uncompressed);
                dataBatches++;
                transactionalBatches += header.isTransactional() ? 1 : 0;
                transactionalRecords += header.isTransactional() ? header.recordCount() : 0;
            }
        } catch (UnreadableBatchException e) {
            leaveOut(where, header, e.getMessage());
        }
        return !stopped;
    }

    private boolean hand(BatchRecord record) {
        records++;
        payloadBytes += record.payloadBytes();
        keyed |= record.key() != null;
        timestamps.add(record.timestampMillis());
        stopped = !visitor.accept(record);
        return !stopped;
    }

    private void leaveOut(Supplier<String> where, BatchHeader header, @Nullable String why) {
        notices.add(
                where.get(), "the batch at offset " + header.baseOffset() + " is left out: " + why, header.sizeBytes());
    }

    /** A report on a log that was read completely. */
    RecordSource.ReadReport report(String format, List<ReadNotice> first, int partitions) {
        return report(
                format,
                first,
                true,
                partitions,
                records - 1,
                OptionalLong.empty(),
                timestamps,
                removed.share(),
                List.of());
    }

    /** A report on a topic. */
    RecordSource.ReadReport report(String format, List<ReadNotice> first, TopicBatches topic) {
        topic.timestampsAtEnds().forEach(timestamps::add);
        return report(
                format,
                first,
                topic.whole(),
                topic.partitions(),
                topic.recordsAfterFirst(records),
                OptionalLong.of(topic.fetchedBytes()),
                timestamps,
                removed.shareOf(topic),
                topic.newestCodecs());
    }

    /**
     * A report on a part of a log.
     *
     * @param all number of records in the log, as far as known
     * @param times timestamps in the log
     * @param gone what compaction has removed from the log
     */
    RecordSource.ReadReport reportOfPart(
            String format,
            List<ReadNotice> first,
            int partitions,
            double all,
            TimestampSpan times,
            RemovedOffsets gone) {
        return report(format, first, false, partitions, all - 1, OptionalLong.empty(), times, gone.share(), List.of());
    }

    private RecordSource.ReadReport report(
            String format,
            List<ReadNotice> first,
            boolean whole,
            int partitions,
            double all,
            OptionalLong fetchedBytes,
            TimestampSpan times,
            OptionalDouble compactedShare,
            List<CodecType> newestCodecs) {
        Optional<TimestampSpan.Span> span = times.span();
        List<ReadNotice> known = new ArrayList<>(first);
        known.addAll(notices.notices());
        known.addAll(times.notices());
        Optional<CodecHistory.Change> change = history.change(newestCodecs);
        history.notice(newestCodecs).ifPresent(known::add);
        return new RecordSource.ReadReport(
                records,
                payloadBytes,
                format,
                keyed,
                true,
                known,
                stored(
                        history.change(newestCodecs)
                                .map(CodecHistory.Change::now)
                                .orElse(history.all()),
                        whole,
                        partitions,
                        span.flatMap(seen -> seen.rateOf(RemovedOffsets.sent(all, compactedShare))),
                        fetchedBytes,
                        span.map(seen -> Instant.ofEpochMilli(seen.newestMillis())),
                        compactedShare,
                        recordsPerTransaction(),
                        change.map(CodecHistory.Change::from)));
    }

    private OptionalDouble recordsPerTransaction() {
        return new TransactionCounts(dataBatches, transactionalBatches, markers).endMostBatches()
                ? OptionalDouble.of((double) transactionalRecords / markers)
                : OptionalDouble.empty();
    }

    private static OptionalDouble of(Optional<ObservedRate> rate, ToDoubleFunction<ObservedRate> part) {
        return rate.map(seen -> OptionalDouble.of(part.applyAsDouble(seen))).orElse(OptionalDouble.empty());
    }

    private static Optional<StoredBatches> stored(
            BatchTotals today,
            boolean whole,
            int partitions,
            Optional<ObservedRate> rate,
            OptionalLong fetchedBytes,
            Optional<Instant> newest,
            OptionalDouble compactedShare,
            OptionalDouble recordsPerTransaction,
            Optional<CodecType> codecBefore) {
        if (today.batches() == 0) {
            return Optional.empty();
        }
        return Optional.of(new StoredBatches(
                whole,
                today.codec(),
                today.share(today.codec()),
                today.batches(),
                today.recordsPerBatch(),
                today.recordBytesPerBatch(),
                today.ratio(),
                today.gatheredMillis(),
                of(rate, ObservedRate::recordsPerSecond),
                of(rate, ObservedRate::seconds),
                partitions,
                fetchedBytes,
                newest,
                compactedShare,
                recordsPerTransaction,
                codecBefore));
    }

    @Override
    public void close() {
        reader.close();
    }
}
