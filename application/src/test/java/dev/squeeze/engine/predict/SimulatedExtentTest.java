package dev.squeeze.engine.predict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.engine.predict.SimulatedExtent.Depth;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.FewForAll;
import dev.squeeze.kit.kafka.ReplayExtent;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SimulatedExtentTest {
    private static final int RECORD_BYTES = 870;
    private static final double RECORDS_PER_BATCH = 160;
    private static final double BATCH_BYTES = RECORDS_PER_BATCH * RECORD_BYTES;
    /** Bytes compressed for a setting, however large its batches are. */
    private static final long MAX_BYTES = 16 << 20;

    private final BatchRecord record = new BatchRecord(null, new byte[RECORD_BYTES], BatchRecord.NO_HEADERS, 1);

    private static long batches(SimulatedExtent extent) {
        return extent.batches(Optional.empty(), BATCH_BYTES, RECORDS_PER_BATCH, Depth.WHOLE);
    }

    /**
     * 25 MiB: more than 16 MiB, and less than twice that. The last third of a file may compress better than the rest.
     */
    @Test
    void ofRecordsThatAreSentInTheirOrderAllAreCompressed() {
        List<BatchRecord> records = Collections.nCopies(30_000, record);
        FewForAll few = new FewForAll(records);
        SimulatedExtent extent = new SimulatedExtent(records.size(), few, false);

        long batches = batches(extent);
        ReplayExtent wanted = extent.of(Depth.WHOLE, batches, BATCH_BYTES, 1, true);

        assertThat(few.encodedBytes()).isGreaterThan(3 * MAX_BYTES / 2);
        assertThat(batches * RECORDS_PER_BATCH).isGreaterThanOrEqualTo(records.size());
        assertThat(wanted.minRecordBytes()).isEqualTo(few.encodedBytes());
        assertThat(wanted.recordBytes()).isGreaterThanOrEqualTo(few.encodedBytes());
    }

    /** 33 MiB, of which 150 such batches would be more than half: no more than 16 MiB are compressed. */
    @Test
    void ofRecordsThatAreTooManyForThatAFewStandForAll() {
        List<BatchRecord> records = Collections.nCopies(40_000, record);
        SimulatedExtent extent = new SimulatedExtent(records.size(), new FewForAll(records), false);

        long batches = batches(extent);

        assertThat(batches * RECORDS_PER_BATCH).isLessThan(records.size() / 2.0);
        assertThat(extent.of(Depth.WHOLE, batches, BATCH_BYTES, 1, false).recordBytes())
                .isEqualTo(MAX_BYTES);
    }

    /** 25 MiB: a record takes one microsecond, and the codec 30 ns per byte. */
    @Test
    void allAreSimulatedWhereThatTakesNoLongerThanAPartAndLongerWhereBatchesDependOnThoseBefore() {
        SimulatedExtent extent = new SimulatedExtent(30_000, new FewForAll(Collections.nCopies(30_000, record)), false);

        assertThat(extent.affordsAll(Optional.of(5.0), false, 1)).isTrue();
        assertThat(extent.affordsAll(Optional.of(30.0), false, 1)).isFalse();
        assertThat(extent.affordsAll(Optional.of(30.0), true, 1)).isTrue();
        assertThat(extent.affordsAll(Optional.of(60.0), true, 1)).isFalse();
        assertThat(extent.affordsAll(Optional.of(60.0), true, 3)).isTrue();
        assertThat(extent.affordsAll(Optional.empty(), true, 1)).isFalse();
    }
}
