package dev.squeeze.kit.kafka;

import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.RecordFormatV2;
import java.util.List;

/**
 * Records per batch if only {@code batch.size} closes batches and all records are appended in sequence: a batch is full if its
 * estimated size plus the uncompressed size of the next record exceeds {@code batch.size} ({@code
 * MemoryRecordsBuilder.hasRoomFor}). A larger first record raises the limit to its own size ({@code RecordAccumulator.append}); as
 * it compresses, it leaves room for other records. Unlike a simulated producer, the result is not random.
 *
 * @param byGuess whether the producer estimates compressed bytes from its guessed ratio; otherwise it counts uncompressed bytes
 */
public record FullBatches(int batchSizeBytes, boolean byGuess) {
    /** The records are repeated until at least this many were appended, so that the incomplete last batch does not matter. */
    private static final int MIN_RECORDS = 50_000;

    /** @param guess compressed over uncompressed bytes, as guessed by the producer */
    public double recordsPerBatch(List<BatchRecord> records, double guess) {
        int[] recordBytes = records.stream()
                .mapToInt(record -> RecordFormatV2.encodedBytes(record, 0, 0))
                .toArray();
        double counted = byGuess ? GuessedRatio.TOO_HIGH * guess : 1;
        int turns = (MIN_RECORDS + recordBytes.length - 1) / recordBytes.length;
        long batches = 0;
        double held = 0;
        double limit = 0;
        for (int turn = 0; turn < turns; turn++) {
            for (int next : recordBytes) {
                if (held + next > limit) {
                    batches++;
                    held = RecordFormatV2.BATCH_HEADER_BYTES;
                    limit = Math.max(batchSizeBytes, held + next);
                }
                held += counted * next;
            }
        }
        return (double) turns * recordBytes.length / batches;
    }
}
