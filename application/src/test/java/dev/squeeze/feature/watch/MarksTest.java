package dev.squeeze.feature.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.engine.history.HistorySlot;
import dev.squeeze.engine.history.Mark;
import dev.squeeze.engine.history.ReadingLoad;
import dev.squeeze.engine.history.TopicRow;
import dev.squeeze.engine.history.TopicRow.CodecPart;
import dev.squeeze.feature.plan.PlanFixtures;
import dev.squeeze.feature.plan.PlanResult;
import dev.squeeze.kit.document.ResultJson;
import dev.squeeze.kit.document.ResultReader;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** What counts as a change of a topic, and what does not. */
class MarksTest {
    private static final Instant AT = Instant.parse("2026-11-10T10:00:00Z");
    private static final int NONE = 0;
    private static final int GZIP = 1;
    private static final int LZ4 = 3;
    private static final int ZSTD = 4;

    private final List<Mark> marks = new ArrayList<>();
    private String setting = "producer";
    private final CodecMarks codecs = new CodecMarks(topic -> Optional.of(setting), marks::add);
    private final DepthMarks depths = new DepthMarks(marks::add);
    private long round;

    private void batches(int count, long producer, int codec) {
        round++;
        codecs.round("orders", Collections.nCopies(count, new SeenBatch(producer, codec, 10, 900, 5)), round, AT);
    }

    @Test
    void aProducerThatComesBackWithAnotherCodecIsNamed() {
        batches(30, 1, LZ4);
        batches(5, 2, ZSTD);
        batches(5, 2, ZSTD);

        assertThat(marks).singleElement().satisfies(mark -> {
            assertThat(mark.kind()).isEqualTo(Mark.Kind.PRODUCER_CODEC);
            assertThat(mark.producerId()).hasValue(2);
            assertThat(mark.codecBefore()).contains("lz4");
            assertThat(mark.codecAfter()).contains("zstd");
        });
    }

    @Test
    void aFurtherProducerOfTheSameCodecAndASingleRawBatchAreNoNews() {
        batches(30, 1, LZ4);
        batches(1, 1, NONE);
        batches(30, 1, LZ4);
        batches(30, 2, LZ4);

        assertThat(marks).isEmpty();
    }

    @Test
    void aRawProducerAmongCompressedOnesIsNamedOnce() {
        batches(40, 1, ZSTD);
        batches(4, 9, NONE);
        batches(4, 9, NONE);

        assertThat(marks).extracting(Mark::kind).containsExactly(Mark.Kind.RAW_PRODUCER);
        assertThat(marks.get(0).producerId()).hasValue(9);
    }

    /** Such a topic stores whatever a new producer sends uncompressed. */
    @Test
    void ofATopicThatIsSetToUncompressedTheLogDoesNotShowWhatANewProducerSends() {
        batches(40, 1, ZSTD);
        setting = "uncompressed";
        batches(8, 9, NONE);

        assertThat(marks).singleElement().satisfies(mark -> assertThat(mark.words())
                .contains(
                        "producer 9",
                        "the topic's compression.type is uncompressed",
                        "a broker may have decompressed it"));
    }

    @Test
    void batchesOfOneProducerThatTurnRawOnATopicSetToUncompressedAreTheBrokersWork() {
        batches(30, 1, LZ4);
        setting = "uncompressed";
        batches(8, 1, NONE);

        assertThat(marks).singleElement().satisfies(mark -> {
            assertThat(mark.kind()).isEqualTo(Mark.Kind.RECOMPRESSION);
            assertThat(mark.words()).contains("brokers decompress each batch and store it uncompressed");
        });
    }

    @Test
    void batchesOfOneProducerThatTurnToTheTopicsCodecAreTheBrokersWork() {
        batches(30, 1, LZ4);
        setting = "gzip";
        batches(5, 1, GZIP);

        assertThat(marks).extracting(Mark::kind).containsExactly(Mark.Kind.RECOMPRESSION);
        assertThat(marks.get(0).words()).contains("producer 1").contains("lz4").contains("gzip");
    }

    @Test
    void whatAnEarlierWatchHasSeenIsKnownAfterARestart() {
        codecs.known("orders", ZSTD, 500);
        batches(4, 7, NONE);

        assertThat(marks).extracting(Mark::kind).containsExactly(Mark.Kind.RAW_PRODUCER);
    }

    private void slot(int number, double recordsPerSecond, double depth) {
        Duration length = Duration.ofMinutes(5);
        long records = Math.round(300 * recordsPerSecond);
        TopicRow row = new TopicRow(
                "orders",
                records,
                records / depth,
                100.0 * records,
                List.of(new CodecPart(ZSTD, records, 100.0 * records)),
                OptionalDouble.empty(),
                1,
                50,
                OptionalLong.empty());
        HistorySlot slot = new HistorySlot(
                AT.plus(length.multipliedBy(number)), length, List.of(row), ReadingLoad.NONE, List.of());
        depths.slot(row, slot, codecs.track("orders"), 0);
    }

    @Test
    void batchesOfLessThanHalfTheRecordsAtTheSameRateAreMarkedOnce() {
        for (int i = 0; i < 10; i++) {
            slot(i, 1_000, 40 + i % 3);
        }
        for (int i = 10; i < 20; i++) {
            slot(i, 1_000, 12);
        }

        assertThat(marks).extracting(Mark::kind).containsExactly(Mark.Kind.SHALLOW_BATCHES);
        assertThat(marks.get(0).words()).contains("12.0 records per batch");
    }

    @Test
    void largerBatchesOfTheFirstSlotsWhileClientsAndBrokersWarmUpAreNotWhatIsUsual() {
        for (int i = 0; i < 4; i++) {
            slot(i, 1_000, 6 - i);
        }
        for (int i = 4; i < 20; i++) {
            slot(i, 1_000, 1.1);
        }

        assertThat(marks).isEmpty();
    }

    @Test
    void batchesThatBecomeSmallerSinceTheNightBringsFewerRecordsAreNot() {
        for (int i = 0; i < 10; i++) {
            slot(i, 1_000, 40);
        }
        for (int i = 10; i < 20; i++) {
            slot(i, 250, 12);
        }

        assertThat(marks).isEmpty();
    }

    private static PlanResult plan() {
        return ((PlanResult)
                new ResultReader(List.of(PlanResult.KIND)).parse("the plan", ResultJson.write(PlanFixtures.inWaves())));
    }

    private void plannedSlots(int slots, double recordsPerSecond, String topic) {
        PlanMarks plan = new PlanMarks(Optional.of(plan()), marks::add);
        for (int i = 0; i < slots; i++) {
            long records = Math.round(300 * recordsPerSecond);
            TopicRow row = new TopicRow(
                    topic,
                    records,
                    records / 10.0,
                    100.0 * records,
                    List.of(new CodecPart(ZSTD, records, 100.0 * records)),
                    OptionalDouble.empty(),
                    1,
                    50,
                    OptionalLong.empty());
            Duration length = Duration.ofMinutes(5);
            HistorySlot slot =
                    new HistorySlot(AT.plus(length.multipliedBy(i)), length, List.of(row), ReadingLoad.NONE, List.of());
            plan.slot(row, slot, codecs.track(topic), 0);
        }
    }

    private void sent(String topic, int codec, int records) {
        round++;
        codecs.round(topic, Collections.nCopies(30, new SeenBatch(1, codec, records, 900, 2)), round, AT);
    }

    @Test
    void aChangedProducerWhoseBatchesStayFarBehindThePlanIsMarkedOnce() {
        sent("clicks", ZSTD, 10);
        plannedSlots(5, 2_000, "clicks");

        assertThat(marks).extracting(Mark::kind).containsExactly(Mark.Kind.BEHIND_PLAN);
        assertThat(marks.get(0).producerId()).hasValue(1);
        assertThat(marks.get(0).words())
                .contains("10.0 records per batch instead of the 200.0", "linger.ms=20", "span 2.0 ms");
    }

    @Test
    void aProducerThatWasNotChangedYetOrIsAsDeepAsPlannedOrHasFewerRecordsIsNot() {
        sent("clicks", NONE, 10);
        plannedSlots(5, 2_000, "clicks");
        sent("orders", ZSTD, 12);
        plannedSlots(5, 2_000, "orders");
        assertThat(marks).extracting(Mark::kind).doesNotContain(Mark.Kind.BEHIND_PLAN);

        sent("clicks", ZSTD, 10);
        plannedSlots(5, 200, "clicks");
        assertThat(marks).extracting(Mark::kind).doesNotContain(Mark.Kind.BEHIND_PLAN);
    }
}
