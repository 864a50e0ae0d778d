package dev.squeeze.feature.copy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which missing records retention on either side explains, and which it does not. */
class AlignmentTest {
    /**
     * Columns: copied records; deleted offsets and records of the source, then of the copy; skipped records of each.
     */
    @ParameterizedTest
    @CsvSource({
        // Both are complete.
        "1000,    0, 1000,    0, 1000,    0,   0",
        // The source has lost its first records.
        "1000,  600,  400,    0, 1000,    0, 600",
        // Both have lost the same records.
        "1000,  600,  400,  600,  400,    0,   0",
        // The copy has lost fewer or more records.
        "1000,  600,  400,  550,  450,    0,  50",
        "1000,  600,  400,  650,  350,   50,   0",
        "1000,    0, 1000,  600,  400,  600,   0",
        // Offsets of markers, aborted records and compacted records have no records.
        "1000,  700,  400,    0, 1000,    0, 600",
        "1000,  600,  400,  707,  350,   50,   0",
        // One side has lost everything.
        "1000, 1000,    0,    0, 1000,    0, 1000",
        "1000, 1000,    0, 1000,    0,    0,    0",
        "   0,    0,    0,    0,    0,    0,    0"
    })
    void bothSidesAreComparedFromTheFirstRecordThatBothHold(
            long copied, long sourceOffsets, long source, long copyOffsets, long copy, long fromSource, long fromCopy) {
        assertThat(alignment(copied, sourceOffsets, source, copyOffsets, copy))
                .isEqualTo(new Alignment(fromSource, fromCopy));
    }

    @Test
    void duplicatesAtTheBeginningOfTheCopyAreNotWhatTheSourceHasLost() {
        assertThat(alignment(1_010, 0, 1_000, 0, 1_010)).isEqualTo(Alignment.NONE);
        assertThat(alignment(1_010, 600, 400, 0, 1_010)).isEqualTo(Alignment.NONE);
    }

    @Test
    void recordsThatTheCopyLacksAreNotWhatItsRetentionDeleted() {
        assertThat(alignment(1_000, 0, 1_000, 0, 990)).isEqualTo(Alignment.NONE);
        assertThat(alignment(1_000, 0, 1_000, 5, 990)).isEqualTo(Alignment.NONE);
    }

    @Test
    void recordsThatNoCopyWroteAreNotPassedOver() {
        assertThat(alignment(1_000, 600, 400, 0, 1_001)).isEqualTo(Alignment.NONE);
        assertThat(alignment(1_000, 600, 400, 1_000, 1_001)).isEqualTo(Alignment.NONE);
    }

    @Test
    void recordsOfTheSourceThatWereNotCopiedAreNotPassedOver() {
        assertThat(alignment(1_000, 0, 1_001, 500, 500)).isEqualTo(Alignment.NONE);
    }

    @Test
    void whatCompactionTookInTheMiddleIsNotWhatRetentionDeleted() {
        assertThat(alignment(1_000, 0, 400, 0, 1_000)).isEqualTo(Alignment.NONE);
        assertThat(alignment(1_000, 100, 400, 0, 1_000)).isEqualTo(Alignment.NONE);
    }

    private static Alignment alignment(long copied, long sourceOffsets, long source, long copyOffsets, long copy) {
        return Alignment.of(copied, new Alignment.Side(sourceOffsets, source), new Alignment.Side(copyOffsets, copy));
    }
}
