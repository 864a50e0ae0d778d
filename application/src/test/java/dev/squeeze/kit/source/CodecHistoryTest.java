package dev.squeeze.kit.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.kit.format.BatchHeader;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.format.KafkaBatches;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
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

        CodecHistory.Change change = history.change().orElseThrow();

        assertThat(history.all().codec()).isEqualTo(CodecType.NONE);
        assertThat(change.from()).isEqualTo(CodecType.NONE);
        assertThat(change.now().codec()).isEqualTo(CodecType.ZSTD);
        assertThat(change.now().batches()).isBetween(220L, 260L);
        assertThat(change.since())
                .isBetween(START.plus(Duration.ofHours(HOURS - 26)), START.plus(Duration.ofHours(HOURS - 22)));
        assertThat(change.notice().message()).contains("producers send zstd since about 2026-03-0", "sent none before");
    }

    /** Wrong ones come first, between others and last, and with several of each kind. */
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

        CodecHistory.Change change = history.change().orElseThrow();

        assertThat(change.now().codec()).isEqualTo(CodecType.ZSTD);
        assertThat(change.now().batches()).isBetween(220L, 260L);
        assertThat(change.since())
                .isBetween(START.plus(Duration.ofHours(HOURS - 26)), START.plus(Duration.ofHours(HOURS - 22)));
    }

    /** Where all timestamps are wrong, what came last is known nevertheless. */
    @Test
    void aChangeIsSeenWhereAllTimestampsAreMicroseconds() {
        CodecHistory history = new CodecHistory();
        for (int i = 0; i < 10 * HOURS; i++) {
            long millis = START.plus(Duration.ofMinutes(6L * i)).toEpochMilli();
            history.add(i < 10 * (HOURS - 24) ? CodecType.NONE : CodecType.ZSTD, batch(1_000 * millis), 10_000);
        }

        assertThat(history.change().orElseThrow().now().codec()).isEqualTo(CodecType.ZSTD);
    }

    /** Of ten records each, of which compaction has left one in most. */
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

    /** A batch of records without timestamps looks as if it gathered in no time. */
    @Test
    void whereProducersSetNoTimestampsItIsNotKnownHowLongBatchesGather() {
        CodecHistory history = new CodecHistory();
        history.add(CodecType.NONE, batch(-1), 1_000);
        assertThat(history.all().gatheredMillis()).isEmpty();

        history.add(CodecType.NONE, batch(START.toEpochMilli()), 1_000);
        assertThat(history.all().gatheredMillis()).hasValue(0);
    }

    /** Records of working hours: no batch says anything of the nights. */
    @Test
    void nightsWithoutRecordsDoNotHideAChange() {
        CodecHistory history = new CodecHistory();
        for (int hour = 0; hour < HOURS; hour++) {
            for (int i = 0; i < 20 && hour % 24 >= 8 && hour % 24 < 18; i++) {
                long millis = START.plus(Duration.ofMinutes(60L * hour + 3 * i)).toEpochMilli();
                history.add(hour < 5 * 24 ? CodecType.NONE : CodecType.ZSTD, batch(millis), 10_000);
            }
        }

        assertThat(history.change().orElseThrow().now().batches()).isEqualTo(400);
    }

    @Test
    void producersThatSendBothAtTheSameTimeHaveNotChanged() {
        assertThat(week(i -> i % 4 == 0 ? CodecType.ZSTD : CodecType.NONE).change())
                .isEmpty();
    }

    @Test
    void oneOfTwoProducersThatChangedIsNotAChangeOfAll() {
        assertThat(week(i -> i < 8 * HOURS || i % 2 == 0 ? CodecType.NONE : CodecType.ZSTD)
                        .change())
                .isEmpty();
    }

    @Test
    void aCodecThatNeverChangedIsNoChange() {
        assertThat(week(i -> CodecType.LZ4).change()).isEmpty();
    }

    @Test
    void aFewOfTheNewestBatchesAreNotEnough() {
        assertThat(week(i -> i < 10 * HOURS - 15 ? CodecType.NONE : CodecType.ZSTD)
                        .change())
                .isEmpty();
    }
}
