package dev.squeeze.feature.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class BatchingChecksTest {
    private static final UnaryOperator<Examinations.Batch> TWO =
            batch -> batch.records(2, true).sized(400, 800);
    private static final UnaryOperator<Examinations.Batch> KEYED_ONE =
            batch -> batch.records(1, true).sized(300, 400);
    private static final UnaryOperator<Examinations.Batch> KEYLESS_ONE =
            batch -> batch.records(1, false).sized(300, 400);

    private static Examinations shallow(UnaryOperator<Examinations.Batch> batch) {
        return new Examinations().batches(40, 10, 8, batch).merged(0.6);
    }

    @Test
    void shallowBatchesAreFoundWhereWaitingWouldGatherTwiceAsMany() {
        assertThat(shallow(TWO).lingered(2, 0.6).seenBy(Check.SHALLOW_BATCHES)).hasValueSatisfying(seen -> {
            assertThat(seen.seen()).contains("2.0 records", "linger.ms=20 would merge 2.0 of them into one", "40 %");
            assertThat(seen.fix()).contains("linger.ms=20    # records wait up to that long", "batch.size=131072");
        });
        assertThat(shallow(TWO).lingered(1.9, 0.6).diagnosed()).isEmpty();
        assertThat(shallow(TWO).lingered(2, 0.91).diagnosed())
                .as("saves less than a tenth")
                .isEmpty();
        assertThat(shallow(TWO).lingered(2, 0.89).diagnosed()).containsExactly(Check.SHALLOW_BATCHES);
    }

    @Test
    void noBatchSizeIsProposedThatTheTopicRefuses() {
        assertThat(shallow(TWO)
                        .lingered(2, 0.6)
                        .setting("max.message.bytes", "100000")
                        .seenBy(Check.SHALLOW_BATCHES))
                .hasValueSatisfying(seen -> assertThat(seen.fix()).contains("batch.size=32768"));
    }

    @Test
    void batchesFromTheShallowLimitOnAreDeepEnough() {
        assertThat(shallow(batch -> batch.sized(4_000, 8_191)).lingered(3, 0.5).diagnosed())
                .containsExactly(Check.SHALLOW_BATCHES);
        assertThat(shallow(batch -> batch.sized(4_000, 8_192)).lingered(3, 0.5).diagnosed())
                .isEmpty();
    }

    @Test
    void withoutProducerIdsAFindingIsOnlyPossibleAndNeverSerious() {
        assertThat(shallow(batch -> TWO.apply(batch).by(BatchFact.NO_PRODUCER))
                        .lingered(3, 0.5)
                        .seenBy(Check.SHALLOW_BATCHES))
                .hasValueSatisfying(seen -> {
                    assertThat(seen.confidence().level()).isEqualTo(Confidence.Level.POSSIBLE);
                    assertThat(seen.severity()).isEqualTo(Severity.WARNING);
                });
        assertThat(shallow(TWO).lingered(3, 0.5).seenBy(Check.SHALLOW_BATCHES).map(Observation::severity))
                .contains(Severity.SERIOUS);
    }

    @Test
    void aProducerThatDoesNotLingerSendsAgainWithinItsDefaultLinger() {
        Examinations singles = new Examinations().batches(40, 2, 0, KEYED_ONE).lingered(10, 0.4);

        assertThat(singles.diagnosed()).containsExactly(Check.NO_LINGER);
        assertThat(singles.seenBy(Check.NO_LINGER))
                .hasValueSatisfying(seen -> assertThat(seen.seen()).contains("collected records for at most 1 ms"));
        assertThat(new Examinations()
                        .batches(40, 6, 0, KEYED_ONE)
                        .lingered(3, 0.4)
                        .diagnosed())
                .as("the next batch comes after the default linger")
                .containsExactly(Check.SHALLOW_BATCHES);
    }

    @Test
    void wholeSecondsDoNotSayThatAProducerDoesNotLinger() {
        for (int everyMillis : new int[] {2, 20}) {
            assertThat(new Examinations()
                            .resolution(1_000)
                            .batches(2_000, everyMillis, 0, KEYED_ONE)
                            .lingered(10, 0.4)
                            .diagnosis()
                            .findings())
                    .singleElement()
                    .satisfies(finding -> {
                        assertThat(finding.check()).isEqualTo(Check.SHALLOW_BATCHES);
                        assertThat(finding.confidence().why()).contains("coarse");
                    });
        }
    }

    @Test
    void smallTransactionsAreTheCauseThen() {
        assertThat(shallow(TWO).lingered(3, 0.5).transactions(40, 40).seenBy(Check.NO_LINGER))
                .hasValueSatisfying(seen -> {
                    assertThat(seen.seen()).contains("40 control batches for 40 data batches");
                    assertThat(seen.fix().toString()).contains("commit");
                });
        assertThat(shallow(TWO).lingered(3, 0.5).transactions(40, 19).diagnosed())
                .containsExactly(Check.SHALLOW_BATCHES);
    }

    @Test
    void keylessSinglesThatComeBackAfterARoundAreSprayed() {
        Examinations sprayed = new Examinations()
                .batches(40, 10, 0, KEYLESS_ONE)
                .merged(0.5)
                .partitions(10)
                .rate(1_000);

        assertThat(sprayed.diagnosed()).containsExactly(Check.SPRAYED_RECORDS);
        assertThat(sprayed.partitions(2).diagnosed())
                .as("too few partitions to see it")
                .isEmpty();
    }

    @Test
    void keyedSinglesAtAHighRateAreFragmented() {
        Examinations fragments = new Examinations()
                .batches(40, 60, 0, KEYED_ONE)
                .merged(0.5)
                .partitions(30)
                .rate(500);

        assertThat(fragments.seenBy(Check.FRAGMENTED_BATCHES))
                .hasValueSatisfying(seen -> assertThat(seen.seen()).contains("1 producers times 30 partitions"));
        assertThat(fragments.rate(499).diagnosed()).isEmpty();
        assertThat(fragments.rate(500).merged(0.95).diagnosed())
                .as("eight in one save too little")
                .isEmpty();
    }

    @Test
    void nobodyIsToldToWaitForMoreThanSeconds() {
        Examinations fragments =
                new Examinations().batches(40, 60, 0, KEYED_ONE).merged(0.5).rate(500);

        assertThat(fragments
                        .partitions(357)
                        .seenBy(Check.FRAGMENTED_BATCHES)
                        .orElseThrow()
                        .fix())
                .hasSize(3)
                .anyMatch(line -> line.startsWith("linger.ms=4998 "));
        assertThat(fragments
                        .partitions(358)
                        .seenBy(Check.FRAGMENTED_BATCHES)
                        .orElseThrow()
                        .fix())
                .containsExactly(
                        "# fewer partitions or producers,",
                        "# or partitioner.ignore.keys=true if order does not matter");
    }

    @Test
    void recordsAsLargeAsABatchAreNotShallow() {
        UnaryOperator<Examinations.Batch> document =
                batch -> batch.records(1, true).sized(6_000, BatchDepth.DEFAULT_BATCH_BYTES);

        assertThat(shallow(document).lingered(3, 0.5).diagnosed()).containsExactly(Check.RECORD_FILLS_BATCH);
        assertThat(shallow(document).lingered(1.5, 0.5).diagnosed()).isEmpty();
    }

    @Test
    void twoOfTheRecordsThatFillABatchFit() {
        UnaryOperator<Examinations.Batch> document =
                batch -> batch.records(1, true).sized(6_000, 20_000);
        Examinations documents = shallow(document).lingered(3, 0.5);

        assertThat(documents.seenBy(Check.RECORD_FILLS_BATCH).orElseThrow().fix())
                .contains("batch.size=524288");
        assertThat(documents
                        .setting("max.message.bytes", "1000012")
                        .seenBy(Check.RECORD_FILLS_BATCH)
                        .orElseThrow()
                        .fix())
                .contains("batch.size=262144");
        assertThat(documents
                        .setting("max.message.bytes", "40000")
                        .seenBy(Check.RECORD_FILLS_BATCH)
                        .orElseThrow()
                        .fix())
                .contains("batch.size=32768");
    }

    @Test
    void aTopicHasAtMostOneCause() {
        assertThat(new Examinations()
                        .batches(40, 2, 0, KEYED_ONE)
                        .merged(0.5)
                        .lingered(10, 0.4)
                        .partitions(30)
                        .diagnosed())
                .hasSize(1);
    }
}
