package dev.squeeze.feature.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntToLongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LogFactsTest {
    /** Forty batches in a partition. */
    private static List<BatchFact> partition(int number, int storedBytes, int codec, IntToLongFunction millis) {
        List<BatchFact> facts = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            facts.add(new BatchFact(
                    number,
                    number,
                    100L * i,
                    7,
                    codec,
                    storedBytes,
                    2L * storedBytes,
                    1,
                    false,
                    0,
                    millis.applyAsLong(i),
                    millis.applyAsLong(i),
                    true,
                    ValueMarks.NONE));
        }
        return facts;
    }

    private static List<BatchFact> all(IntToLongFunction millis) {
        return Stream.of(partition(0, 1_000, Examinations.ZSTD, millis), partition(1, 500, Examinations.NONE, millis))
                .flatMap(List::stream)
                .toList();
    }

    @Test
    void withoutTimestampsTheEndsOfAllPartitionsAreRecent() {
        for (long same : new long[] {-1, 0, 1_770_000_000_000L}) {
            List<BatchFact> recent = LogFacts.of(all(i -> same), 20).recent();

            assertThat(recent).hasSize(20).allMatch(fact -> fact.baseOffset() >= 3_000);
            assertThat(recent).filteredOn(fact -> fact.partition() == 1).hasSize(10);
        }
    }

    @Test
    void ofOneTimestampTheLastBatchesAreTheNewest() {
        List<BatchFact> recent = LogFacts.of(all(i -> 1_770_000_000_000L + 60_000L * (i / 20)), 20)
                .recent();

        assertThat(recent).hasSize(20).allMatch(fact -> fact.baseOffset() >= 3_000);
    }

    @Test
    void timestampsComeBeforeOffsets() {
        assertThat(LogFacts.of(all(i -> 1_770_000_000_000L - i), 20).recent())
                .allMatch(fact -> fact.baseOffset() < 1_000);
    }

    @Test
    void batchesFromBeforeTheCodecChangedAreNotRecent() {
        long begin = 1_770_000_000_000L;

        LogFacts facts =
                LogFacts.of(all(i -> begin + 1_000L * i), 40, Optional.of(Instant.ofEpochMilli(begin + 1_000L * 36)));

        assertThat(facts.recent()).hasSize(8).allMatch(fact -> fact.baseOffset() >= 3_600);
        assertThat(facts.older()).hasSize(72);
    }

    @Test
    void rawBatchesAtTheEndOfAnyPartitionAreStillWritten() {
        List<BatchFact> rawFirst = new ArrayList<>(partition(0, 500, Examinations.NONE, i -> 0));
        rawFirst.addAll(partition(1, 1_000, Examinations.ZSTD, i -> 0));

        assertThat(RawProducers.stillWrite(rawFirst)).isTrue();
    }
}
