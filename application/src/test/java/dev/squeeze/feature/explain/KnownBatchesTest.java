package dev.squeeze.feature.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.kit.format.BatchRecord;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** Which batches are measured again. */
class KnownBatchesTest {
    private final List<BatchRecord> records = List.of(record("a"), record("b"));
    private final List<List<BatchRecord>> measured = new ArrayList<>();

    private static BatchRecord record(String value) {
        return new BatchRecord(null, value.getBytes(StandardCharsets.UTF_8), BatchRecord.NO_HEADERS, 1);
    }

    private void get(KnownBatches known, List<BatchRecord> batch, boolean halved) {
        known.get(batch, halved, one -> {
            measured.add(one);
            return new BatchSizes.Batch(
                    one.size(),
                    20,
                    10,
                    List.of(),
                    List.of(new BatchSizes.Change(1, 2, halved ? OptionalDouble.of(3) : OptionalDouble.empty())));
        });
    }

    @Test
    void theSameRecordsAtAnotherTimeAreNotMeasuredAgain() {
        KnownBatches known = new KnownBatches(true);

        get(known, records, false);
        get(known, records.stream().map(record -> record.withTimestamp(2)).toList(), false);

        assertThat(measured).containsExactly(records);
    }

    @Test
    void otherRecordsAreThoughTheyHoldTheSame() {
        KnownBatches known = new KnownBatches(true);

        get(known, records, false);
        get(known, List.of(record("a"), record("b")), false);
        get(known, records.subList(0, 1), false);

        assertThat(measured).hasSize(3);
    }

    @Test
    void whatIsToBeHalvedIsMeasuredOnceMore() {
        KnownBatches known = new KnownBatches(true);

        get(known, records, false);
        get(known, records, true);
        get(known, records, false);

        assertThat(measured).hasSize(2);
    }

    @Test
    void nothingIsKeptWhereRecordsAreSentOnce() {
        KnownBatches known = new KnownBatches(false);

        get(known, records, false);
        get(known, records, false);

        assertThat(measured).hasSize(2);
    }
}
