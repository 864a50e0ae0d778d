package dev.squeeze.kit.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.squeeze.kit.format.BatchHeader;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.KafkaBatches;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.compress.Compression;
import org.junit.jupiter.api.Test;

class RemovedOffsetsTest {
    private static final int LAST_OFFSET_DELTA_AT = 23;
    private static final int ATTRIBUTES_AT = 21;
    private static final int RECORD_COUNT_AT = 57;
    private static final short CONTROL = 0x30;

    private final RemovedOffsets removed = new RemovedOffsets();

    private static ByteBuffer batch(long baseOffset, int offsets, int records) {
        return KafkaBatches.batch(
                        Compression.NONE,
                        new BatchRecord(null, "x".getBytes(StandardCharsets.US_ASCII), BatchRecord.NO_HEADERS, 1))
                .putLong(0, baseOffset)
                .putInt(LAST_OFFSET_DELTA_AT, offsets - 1)
                .putInt(RECORD_COUNT_AT, records);
    }

    private void add(Object part, long baseOffset, int offsets, int records) {
        removed.add(part, new BatchHeader().wrap(batch(baseOffset, offsets, records), 0));
    }

    @Test
    void aLogThatIsNotCompactedMissesNothing() {
        add("0", 500, 100, 100);
        add("0", 600, 100, 100);
        // Batches of another partition, and of one whose start was deleted.
        add("1", 90_000, 100, 100);
        add("2", 7, 100, 100);

        assertThat(removed.share()).isEmpty();
        assertThat(removed.shareOf(10_000))
                .as("parts that were not read to their end")
                .isEmpty();
    }

    @Test
    void recordsThatWereTakenOutOfBatchesAndWholeBatchesAreMissing() {
        add("0", 0, 100, 20);
        add("0", 300, 100, 20);

        assertThat(removed.share()).hasValueCloseTo(0.9, within(1e-9));
    }

    @Test
    void partsWithoutAnyBatchCountWhereTheyAreKnown() {
        add("0", 0, 100, 20);

        assertThat(removed.shareOf(1_000)).hasValueCloseTo(0.98, within(1e-9));
    }

    @Test
    void theMarkersOfTransactionsAreNoRecordsThatWereRemoved() {
        for (int i = 0; i < 100; i++) {
            add("0", 2L * i, 1, 1);
            removed.add("0", new BatchHeader().wrap(batch(2L * i + 1, 1, 0).putShort(ATTRIBUTES_AT, CONTROL), 0));
        }

        assertThat(removed.share()).isEmpty();
    }

    @Test
    void aHandfulOfManyIsNotWorthAWord() {
        add("0", 0, 100_000, 99_950);

        assertThat(removed.share()).isEmpty();
    }
}
