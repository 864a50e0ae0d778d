package dev.squeeze.kit.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.kit.format.BatchHeader;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.format.KafkaBatches;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.function.IntFunction;
import org.apache.kafka.common.compress.Compression;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CodecHistoryTest {
    private static final Instant START = Instant.parse("2026-03-01T00:00:00Z");
    private static final int HOURS = 7 * 24;
    private static final int LAST_OFFSET_DELTA_AT = 23;
    private static final int RECORD_COUNT_AT = 57;

    /** A week with ten batches per hour. */
    private static CodecHistory week(IntFunction<CodecType> codecOfBatch) {
        CodecHistory history = new CodecHistory();
        for (int i = 0; i < 10 * HOURS; i++) {
            long millis = START.plus(Duration.ofMinutes(6L * i)).toEpochMilli();
            history.add(codecOfBatch.apply(i), batch(millis), 10_000);
        }
        return history;
    }

    private static BatchHeader batch(long millis) {
        return new BatchHeader()
                .wrap(
                        KafkaBatches.batch(
                                Compression.NONE, new BatchRecord(null, new byte[100], BatchRecord.NO_HEADERS, millis)),
                        0);
    }

    @Test
    void ofProducersThatChangedADayAgoOnlyTheBatchesSinceCount() {
        CodecHistory history = week(i -> i < 10 * (HOURS - 24) ? CodecType.NONE : CodecType.ZSTD);

        CodecHistory.Change change = history.change(List.of()).orElseThrow();

        assertThat(history.all().codec()).isEqualTo(CodecType.NONE);
        assertThat(change.from()).isEqualTo(CodecType.NONE);
        assertThat(change.now().codec()).isEqualTo(CodecType.ZSTD);
        assertThat(change.now().batches()).isBetween(220L, 260L);
        assertThat(change.since())
                .isBetween(START.plus(Duration.ofHours(HOURS - 26)), START.plus(Duration.ofHours(HOURS - 22)));
        assertThat(change.notice().message()).contains("producers send zstd since about 2026-03-0", "sent none before");
    }

    /** Wrong timestamps at the start, in the middle and at the end, and several of each kind. */
    @ParameterizedTest
    @CsvSource({
        "0, 0, 1",
        "0, 700, 1",
        "0, 1679, 1",
        "1772323200000000, 0, 1",
        "1772323200000000, 700, 1",
        "1772323200000000, 1679, 1",
        "0, 700, 8",
        "4102444800000, 700, 8",
        "1772323200000000, 700, 300",
    })
    void batchesWithWrongTimestampsDoNotHideAChange(long wrongMillis, int at, int howMany) {
        CodecHistory history = new CodecHistory();
        for (int i = 0; i < 10 * HOURS; i++) {
            long millis = START.plus(Duration.ofMinutes(6L * i)).toEpochMilli();
            CodecType codec = i < 10 * (HOURS - 24) ? CodecType.NONE : CodecType.ZSTD;
            for (int wrong = 0; i == at && wrong < howMany; wrong++) {
                history.add(codec, batch(wrongMillis), 10_000);
            }
            history.add(codec, batch(millis), 10_000);
        }

        CodecHistory.Change change = history.change(List.of()).orElseThrow();

        assertThat(change.now().codec()).isEqualTo(CodecType.ZSTD);
        assertThat(change.now().batches()).isBetween(220L, 260L);
        assertThat(change.since())
                .isBetween(START.plus(Duration.ofHours(HOURS - 26)), START.plus(Duration.ofHours(HOURS - 22)));
    }

    /** Even if all timestamps are wrong, their order is known. */
    @Test
    void aChangeIsSeenWhereAllTimestampsAreMicroseconds() {
        CodecHistory history = new CodecHistory();
        for (int i = 0; i < 10 * HOURS; i++) {
            long millis = START.plus(Duration.ofMinutes(6L * i)).toEpochMilli();
            history.add(i < 10 * (HOURS - 24) ? CodecType.NONE : CodecType.ZSTD, batch(1_000 * millis), 10_000);
        }

        assertThat(history.change(List.of()).orElseThrow().now().codec()).isEqualTo(CodecType.ZSTD);
    }

    /** Batches of ten records each, most of which have one record left after compaction. */
    @Test
    void batchesThatCompactionHasThinnedOutDoNotShowWhatProducersSend() {
        CodecHistory history = new CodecHistory();
        for (int i = 0; i < 200; i++) {
            ByteBuffer batch = KafkaBatches.batch(
                    Compression.NONE,
                    new BatchRecord(null, new byte[100], BatchRecord.NO_HEADERS, START.toEpochMilli() + i));
            BatchHeader header = new BatchHeader()
                    .wrap(batch.putInt(LAST_OFFSET_DELTA_AT, 9).putInt(RECORD_COUNT_AT, i < 150 ? 1 : 10), 0);
            history.add(CodecType.NONE, header, 1_000);
        }

        assertThat(history.all().batches()).isEqualTo(50);
        assertThat(history.all().recordsPerBatch()).isEqualTo(10);
    }

    /** A batch of records without timestamps looks as if it had filled in no time. */
    @Test
    void whereProducersSetNoTimestampsItIsNotKnownHowLongBatchesGather() {
        CodecHistory history = new CodecHistory();
        history.add(CodecType.NONE, batch(-1), 1_000);
        assertThat(history.all().gatheredMillis()).isEmpty();

        history.add(CodecType.NONE, batch(START.toEpochMilli()), 1_000);
        assertThat(history.all().gatheredMillis()).hasValue(0);
    }

    /** Records only in working hours: there are no batches for the nights. */
    @Test
    void nightsWithoutRecordsDoNotHideAChange() {
        CodecHistory history = new CodecHistory();
        for (int hour = 0; hour < HOURS; hour++) {
            for (int i = 0; i < 20 && hour % 24 >= 8 && hour % 24 < 18; i++) {
                long millis = START.plus(Duration.ofMinutes(60L * hour + 3 * i)).toEpochMilli();
                history.add(hour < 5 * 24 ? CodecType.NONE : CodecType.ZSTD, batch(millis), 10_000);
            }
        }

        assertThat(history.change(List.of()).orElseThrow().now().batches()).isEqualTo(400);
    }

    @Test
    void producersThatSendBothAtTheSameTimeHaveNotChanged() {
        assertThat(week(i -> i % 4 == 0 ? CodecType.ZSTD : CodecType.NONE).change(List.of()))
                .isEmpty();
    }

    @Test
    void oneOfTwoProducersThatChangedIsNotAChangeOfAll() {
        assertThat(week(i -> i < 8 * HOURS || i % 2 == 0 ? CodecType.NONE : CodecType.ZSTD)
                        .change(List.of()))
                .isEmpty();
    }

    @Test
    void aCodecThatNeverChangedIsNoChange() {
        assertThat(week(i -> CodecType.LZ4).change(List.of())).isEmpty();
    }

    @Test
    void aFewOfTheNewestBatchesAreNotEnough() {
        assertThat(week(i -> i < 10 * HOURS - 15 ? CodecType.NONE : CodecType.ZSTD)
                        .change(List.of()))
                .isEmpty();
    }

    /** A sample of 64 batches, the newest of them in a new codec. */
    private static CodecHistory sample(int newBatches) {
        CodecHistory history = new CodecHistory();
        for (int i = 0; i < 64; i++) {
            long millis = START.plus(Duration.ofHours(2L * i)).toEpochMilli();
            history.add(i < 64 - newBatches ? CodecType.NONE : CodecType.ZSTD, batch(millis), 10_000);
        }
        return history;
    }

    private static List<CodecType> newest(int partitions, CodecType codec) {
        return Collections.nCopies(partitions, codec);
    }

    @ParameterizedTest
    @CsvSource({"7, 1", "4, 4", "16, 1", "2, 12"})
    void aChangeThatASmallSampleShowsInFewBatchesIsConfirmedByTheNewestOfEachPartition(int newBatches, int partitions) {
        CodecHistory history = sample(newBatches);

        assertThat(history.change(List.of())).isEmpty();
        assertThat(history.change(newest(partitions, CodecType.ZSTD))
                        .orElseThrow()
                        .now()
                        .batches())
                .isEqualTo(newBatches);
        assertThat(history.notice(newest(partitions, CodecType.ZSTD))
                        .orElseThrow()
                        .message())
                .contains("producers send zstd since", "sent none before");
    }

    @Test
    void partitionsThatStillGetTheOldCodecDoNotConfirmAChange() {
        List<CodecType> newest = List.of(CodecType.ZSTD, CodecType.ZSTD, CodecType.ZSTD, CodecType.NONE);

        assertThat(sample(16).change(newest)).isEmpty();
        assertThat(sample(16).notice(newest)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"0, 2, 100", "4, 3, 94", "3, 4, 95"})
    void aChangeThatHardlyAnyBatchShowsIsNoticedByTheNewestOfEachPartition(int newBatches, int partitions, int before) {
        List<CodecType> newest = newest(partitions, CodecType.ZSTD);

        assertThat(sample(newBatches).change(newest)).isEmpty();
        assertThat(sample(newBatches).notice(newest).orElseThrow().message())
                .startsWith("the newest batch of each of " + partitions + " partitions is zstd, but " + before
                        + " % of the data read is none");
    }

    /** Of 64 batches none may be in a codec that 4 % of all are in. */
    @Test
    void newestBatchesThatMayBeInAnotherCodecByChanceAreNoChange() {
        assertThat(sample(0).notice(newest(1, CodecType.ZSTD))).isEmpty();
        assertThat(sample(6).notice(newest(1, CodecType.ZSTD))).isEmpty();
        assertThat(sample(0).notice(newest(4, CodecType.NONE))).isEmpty();
        assertThat(sample(0).notice(List.of())).isEmpty();
    }
}
