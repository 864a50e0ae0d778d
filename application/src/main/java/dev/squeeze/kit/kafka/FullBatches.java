package dev.squeeze.kit.kafka;

import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.RecordFormatV2;
import java.util.List;

/**
 * Records per batch where nothing but {@code batch.size} closes batches and records come into them one after the other: a batch is full
 * where what it holds, as the producer counts it, and the next record, which counts uncompressed, exceed that ({@code
 * MemoryRecordsBuilder.hasRoomFor}). A first record that is larger makes the batch as large as itself ({@code RecordAccumulator.append}), and
 * compressed leaves room for others. Unlike a simulated producer, it is not subject to chance.
 *
 * @param byGuess whether the producer counts bytes as it guesses that they compress; else uncompressed
 */
public record FullBatches(int batchSizeBytes, boolean byGuess) {
    /** The records go round until so many have come into batches, so that where the last one ends does not matter. */
    private static final int MIN_RECORDS = 50_000;

    /** @param guess stored over uncompressed bytes, as the producer guesses them */
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
