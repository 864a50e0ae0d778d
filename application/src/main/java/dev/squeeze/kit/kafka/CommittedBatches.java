package dev.squeeze.kit.kafka;

import dev.squeeze.kit.format.BatchHeader;
import dev.squeeze.kit.format.BatchScanner;
import dev.squeeze.kit.format.BatchVisitor;
import dev.squeeze.kit.format.ScanEnd;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.OptionalInt;
import java.util.Set;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.record.internal.ControlRecordType;

/**
 * Passes on the batches of data that a consumer with {@code isolation.level=read_committed} would read, as stored, and
 * counts what it leaves out: data of aborted transactions and brokers' own markers. Works as Kafka's consumer does: a
 * producer's data are void from the first offset of an aborted transaction up to the marker that ends it.
 *
 * <p>One instance serves one thread.
 */
public final class CommittedBatches implements AutoCloseable {
    private final BatchScanner scanner = new BatchScanner();
    private final BatchRecordReader reader = new BatchRecordReader();
    private long abortedRecords;
    private long markers;
    private OptionalInt lastEpoch = OptionalInt.empty();

    /**
     * Shows the visitor what is committed of an answer.
     *
     * @param fromOffset that was asked for; what is before it in the first batch is the visitor's to leave out
     * @return the offset to go on from, which is {@code fromOffset} where no whole batch came
     * @throws RawAccessException for bytes that are no batches of format 2
     */
    public long visit(PartitionId partition, FetchedBatches.Found found, long fromOffset, BatchVisitor visitor) {
        Pass pass = new Pass(found, fromOffset, visitor);
        lastEpoch = OptionalInt.empty();
        ScanEnd end = scanner.scan(found.bytes(), pass);
        String where = "partition " + partition + " after offset " + pass.next + ": ";
        if (end instanceof ScanEnd.OldFormat old) {
            throw new RawAccessException(where + "it holds messages of format " + old.magic()
                    + ", from before Kafka 0.11, which are not copied: have a consumer and a producer copy them");
        }
        if (end instanceof ScanEnd.Corrupt corrupt) {
            throw new RawAccessException(
                    where + corrupt.reason() + " in the answer; check the log with kafka-dump-log.sh");
        }
        return pass.next;
    }

    /**
     * Leader epoch of the last batch before the offset that the last visit returned, committed or not; empty where no whole
     * batch came.
     */
    public OptionalInt lastEpoch() {
        return lastEpoch;
    }

    /** Records so far that belonged to aborted transactions. */
    public long abortedRecords() {
        return abortedRecords;
    }

    /** Brokers' own batches so far, such as the ends of transactions. */
    public long markers() {
        return markers;
    }

    @Override
    public void close() {
        reader.close();
    }

    private final class Pass implements BatchVisitor {
        private final BatchVisitor inner;
        private final Deque<FetchedBatches.Aborted> waiting;
        private final Set<Long> voided = new HashSet<>();
        private final long fromOffset;
        private long next;

        Pass(FetchedBatches.Found found, long fromOffset, BatchVisitor inner) {
            this.inner = inner;
            this.fromOffset = fromOffset;
            this.next = fromOffset;
            this.waiting = new ArrayDeque<>(found.aborted().stream()
                    .sorted(Comparator.comparingLong(FetchedBatches.Aborted::firstOffset))
                    .toList());
        }

        @Override
        public boolean visit(BatchHeader header) {
            if (header.lastOffset() < fromOffset) {
                return true;
            }
            while (!waiting.isEmpty() && waiting.element().firstOffset() <= header.lastOffset()) {
                voided.add(waiting.remove().producerId());
            }
            next = header.lastOffset() + 1;
            int epoch = header.partitionLeaderEpoch();
            lastEpoch = epoch < 0 ? OptionalInt.empty() : OptionalInt.of(epoch);
            if (header.isControl()) {
                markers++;
                if (isAbort(header.batch())) {
                    voided.remove(header.producerId());
                }
                return true;
            }
            if (header.isTransactional() && voided.contains(header.producerId())) {
                abortedRecords += header.recordCount();
                return true;
            }
            return inner.visit(header);
        }

        private boolean isAbort(ByteBuffer batch) {
            boolean[] abort = new boolean[1];
            try {
                reader.read(batch, (offset, record) -> {
                    byte[] key = record.key();
                    abort[0] = key != null && ControlRecordType.parse(ByteBuffer.wrap(key)) == ControlRecordType.ABORT;
                    return false;
                });
            } catch (UnreadableBatchException | InvalidRecordException e) {
                throw new RawAccessException("a broker's marker before offset " + next + " is damaged: "
                        + e.getMessage() + "; check the log with kafka-dump-log.sh");
            }
            return abort[0];
        }
    }
}
