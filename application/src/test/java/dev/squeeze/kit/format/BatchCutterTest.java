package dev.squeeze.kit.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BatchCutterTest {
    private static final long SEED = 20_240_101;

    @ParameterizedTest
    @ValueSource(ints = {1, 60, 1_024, 16_384, 1_000_000})
    void everyRecordGoesIntoExactlyOneBatchInOrder(int nominal) {
        List<BatchRecord> records = records(700);

        List<PackedBatch> batches = cut(records, nominal);

        long next = 0;
        List<BatchRecord> back = new ArrayList<>();
        for (PackedBatch batch : batches) {
            assertThat(batch.firstRecord()).isEqualTo(next);
            assertThat(batch.records()).isPositive();
            assertThat(batch.baseTimestampMillis())
                    .isEqualTo(records.get((int) next).timestampMillis());
            next += batch.records();
            back.addAll(List.of(batch.unpack()));
        }
        assertThat(next).isEqualTo(records.size());
        RecordFormatV2Test.assertSameRecords(back.toArray(BatchRecord[]::new), records);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 60, 1_024, 16_384, 1_000_000})
    void batchesAreThoseOfAGreedyCutByKafkasSizes(int nominal) {
        List<BatchRecord> records = records(700);

        assertThat(cut(records, nominal).stream().map(PackedBatch::encodedRecords))
                .as("seed %d", SEED)
                .containsExactlyElementsOf(KafkaBatches.cut(records, nominal).stream()
                        .map(KafkaBatches::encodedRecords)
                        .toList());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 60, 1_024, 16_384})
    void onlyASingleRecordMayExceedTheNominalSize(int nominal) {
        assertThat(cut(records(700), nominal))
                .allMatch(batch -> batch.recordBytes() <= nominal || batch.records() == 1)
                .anyMatch(batch -> batch.recordBytes() > nominal);
    }

    @Test
    void aRecordThatFitsToTheByteStillJoins() {
        BatchRecord record = new BatchRecord(null, new byte[50], BatchRecord.NO_HEADERS, 5);
        int two = KafkaBatches.sizeInBytes(record, 0, 0) + KafkaBatches.sizeInBytes(record, 1, 0);
        BatchCutter exact = new BatchCutter(two);
        BatchCutter oneShort = new BatchCutter(two - 1);
        exact.add(record);
        oneShort.add(record);

        assertThat(exact.isFullFor(record)).isFalse();
        assertThat(oneShort.isFullFor(record)).isTrue();
    }

    @Test
    void aDroppedBatchStillCountsItsRecords() {
        BatchRecord record = new BatchRecord(null, new byte[10], BatchRecord.NO_HEADERS, 5);
        BatchCutter cutter = new BatchCutter(1_000);
        cutter.add(record);
        cutter.add(record);
        assertThat(cutter.records()).isEqualTo(2);
        assertThat(cutter.filledBytes())
                .isEqualTo(KafkaBatches.sizeInBytes(record, 0, 0) + KafkaBatches.sizeInBytes(record, 1, 0));

        cutter.drop();

        assertThat(cutter.records()).isZero();
        assertThat(cutter.take()).isEmpty();
        cutter.add(record);
        assertThat(cutter.take().orElseThrow().firstRecord()).isEqualTo(2);
    }

    @Test
    void aBatchThatWasTakenIsNotTouchedByTheNext() {
        BatchCutter cutter = new BatchCutter(1_000);
        cutter.add(new BatchRecord(null, new byte[] {1, 2, 3}, BatchRecord.NO_HEADERS, 5));
        PackedBatch first = cutter.take().orElseThrow();
        cutter.add(new BatchRecord(null, new byte[] {9, 9, 9}, BatchRecord.NO_HEADERS, 5));

        assertThat(first.unpack()[0].value()).containsExactly(1, 2, 3);
    }

    @Test
    void aBatchSizeBelowOneByteIsRefused() {
        assertThatThrownBy(() -> new BatchCutter(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("got 0");
    }

    private static List<PackedBatch> cut(List<BatchRecord> records, int nominal) {
        BatchCutter cutter = new BatchCutter(nominal);
        List<PackedBatch> batches = new ArrayList<>();
        for (BatchRecord record : records) {
            if (cutter.isFullFor(record)) {
                batches.add(cutter.take().orElseThrow());
            }
            cutter.add(record);
        }
        cutter.take().ifPresent(batches::add);
        return batches;
    }

    private static List<BatchRecord> records(int count) {
        Random random = new Random(SEED);
        List<BatchRecord> records = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            records.add(RecordShapes.anything(random));
        }
        return records;
    }
}
