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
 * Passes on the data batches that a consumer with {@code isolation.level=read_committed} would read, as stored, and counts what is
 * left out: data of aborted transactions and control batches. Works like Kafka's consumer: a producer's data is discarded from the
 * first offset of an aborted transaction up to its abort marker.
 *
 * <p>Not thread-safe.
 */
public final class CommittedBatches implements AutoCloseable {
    private final BatchScanner scanner = new BatchScanner();
    private final BatchRecordReader reader = new BatchRecordReader();
    private long abortedRecords;
    private long markers;
    private OptionalInt lastEpoch = OptionalInt.empty();

    /**
     * Passes the committed batches of a fetch response to the visitor.
     *
     * @param fromOffset the requested offset; the first batch may begin before it, and the visitor must skip those records
     * @return the next offset to fetch, which is {@code fromOffset} if the response contained no complete batch
     * @throws RawAccessException if the bytes are not batches of format 2
     */
    public long visit(PartitionId partition, FetchedBatches.Found found, long fromOffset, BatchVisitor visitor) {
        Pass pass = new Pass(found, fromOffset, visitor);
        lastEpoch = OptionalInt.empty();
        ScanEnd end = scanner.scan(found.bytes(), pass);
        String where = "partition " + partition + " after offset " + pass.next + ": ";
        if (end instanceof ScanEnd.OldFormat old) {
            throw new RawAccessException(where + "it contains messages of format " + old.magic()
                    + ", from before Kafka 0.11, which are not copied: copy them with a consumer and a producer");
        }
        if (end instanceof ScanEnd.Corrupt corrupt) {
            throw new RawAccessException(
                    where + corrupt.reason() + " in the response; check the log with kafka-dump-log.sh");
        }
        return pass.next;
    }

    /**
     * Leader epoch of the last batch before the offset that the last visit returned, committed or not; empty if there was no
     * complete batch.
     */
    public OptionalInt lastEpoch() {
        return lastEpoch;
    }

    /** Records of aborted transactions so far. */
    public long abortedRecords() {
        return abortedRecords;
    }

    /** Control batches so far, such as transaction markers. */
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
