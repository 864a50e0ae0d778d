package dev.squeeze.kit.kafka;

import static dev.squeeze.fuzz.Expectations.requireEqual;

import dev.squeeze.fuzz.FuzzTarget;
import dev.squeeze.fuzz.SeedBatches;
import dev.squeeze.kit.format.BatchHeader;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.BatchScanner;
import dev.squeeze.kit.format.CodecType;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.MutableRecordBatch;
import org.apache.kafka.common.record.internal.Record;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.common.utils.internals.BufferSupplier;
import org.apache.kafka.common.utils.internals.CloseableIterator;

/** Batches and their records, read by us and by Kafka: what Kafka's consumer reads of a batch, we read too. */
public final class BatchFuzz implements FuzzTarget {
    private final BatchScanner scanner = new BatchScanner();

    @Override
    public List<byte[]> seeds() {
        List<byte[]> batches = SeedBatches.ofEachCodec();
        batches.add(SeedBatches.segment());
        return SeedBatches.modes(batches);
    }

    @Override
    public long maxAllocatedBytes() {
        // A reader's buffer grows to its bound by doubling, and Kafka's own reading comes on top.
        return 3L * RecordBytes.MAX_UNCOMPRESSED_BYTES;
    }

    @Override
    public void parse(byte[] input) {
        ByteBuffer bytes = ByteBuffer.wrap(SeedBatches.bytesOf(input));
        try (BatchRecordReader reader = new BatchRecordReader()) {
            scanner.scan(bytes, header -> {
                if (header.codec().isPresent()) {
                    compare(reader, header);
                }
                return true;
            });
        }
    }

    private static void compare(BatchRecordReader reader, BatchHeader header) {
        List<String> ours = new ArrayList<>();
        Optional<String> refusal = Optional.empty();
        try {
            reader.read(header.batch(), (offset, record) -> ours.add(shown(offset, record)));
        } catch (UnreadableBatchException e) {
            if (header.codec().orElseThrow() == CodecType.SNAPPY) {
                // Its stream allocates whatever lengths claim, and throws errors.
                return;
            }
            refusal = Optional.of(e.toString());
        }
        List<String> kafkas;
        try {
            kafkas = byKafka(header.batch());
        } catch (RuntimeException | OutOfMemoryError e) {
            // It refuses the batch, or believes the length that a record claims.
            return;
        }
        requireEqual(Optional.empty(), refusal, "Kafka reads " + kafkas.size() + " records of a batch that we refuse");
        requireEqual(kafkas, ours, "records of a batch");
    }

    private static List<String> byKafka(ByteBuffer batch) {
        List<String> records = new ArrayList<>();
        MutableRecordBatch stored =
                MemoryRecords.readableRecords(batch).batches().iterator().next();
        stored.ensureValid();
        try (CloseableIterator<Record> iterator = stored.streamingIterator(BufferSupplier.create())) {
            while (iterator.hasNext()) {
                Record record = iterator.next();
                records.add(shown(
                        record.offset(),
                        new BatchRecord(
                                Utils.toNullableArray(record.key()),
                                Utils.toNullableArray(record.value()),
                                record.headers(),
                                record.timestamp())));
            }
        }
        return records;
    }

    private static String shown(long offset, BatchRecord record) {
        return offset + " " + record.timestampMillis() + " " + Arrays.hashCode(record.key()) + " "
                + Arrays.hashCode(record.value()) + " " + Arrays.toString(record.headers());
    }
}
