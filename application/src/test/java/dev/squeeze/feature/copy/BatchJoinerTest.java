package dev.squeeze.feature.copy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.KafkaBatches;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.compress.Compression;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which batches of a partition are joined. */
class BatchJoinerTest {
    private static final int RECORDS = 10;

    @Test
    void neighboursAreJoined() {
        assertThat(lastOffsets(Set.of(0L), batch(0), batch(10), batch(20))).containsExactly(29L);
    }

    /** A copy's position is the first offset after what was read, which may be within a range without records. */
    @ParameterizedTest
    @ValueSource(longs = {10, 11, 12, 15})
    void nothingIsJoinedAcrossAPositionWhereverItIsInAHole(long cut) {
        assertThat(lastOffsets(Set.of(0L, cut), batch(0), batch(15))).containsExactly(9L, 24L);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 25})
    void aPositionBeforeOrAfterTwoBatchesDividesNothing(long cut) {
        assertThat(lastOffsets(Set.of(cut), batch(0), batch(15))).containsExactly(24L);
    }

    @Test
    void whatIsBehindAPositionIsJoinedAgain() {
        assertThat(lastOffsets(Set.of(0L, 12L), batch(0), batch(13), batch(24))).containsExactly(9L, 33L);
    }

    private static List<Long> lastOffsets(Set<Long> cuts, SourceBatch... batches) {
        try (BatchJoiner joiner = new BatchJoiner("t", 1 << 20, true)) {
            return joiner.join(List.of(batches), cuts).batches().stream()
                    .map(ReadyBatch::lastOffset)
                    .toList();
        }
    }

    private static SourceBatch batch(long baseOffset) {
        BatchRecord[] records = new BatchRecord[RECORDS];
        for (int i = 0; i < RECORDS; i++) {
            records[i] = new BatchRecord(null, new byte[] {(byte) i}, BatchRecord.NO_HEADERS, i);
        }
        ByteBuffer bytes = KafkaBatches.batch(Compression.NONE, records);
        bytes.putLong(bytes.position(), baseOffset);
        return new SourceBatch(0, bytes, baseOffset, baseOffset + RECORDS - 1);
    }
}
