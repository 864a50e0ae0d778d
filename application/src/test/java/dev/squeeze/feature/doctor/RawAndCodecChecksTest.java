package dev.squeeze.feature.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.stats.ConfidenceInterval;
import org.junit.jupiter.api.Test;

class RawAndCodecChecksTest {
    @Test
    void aRawTopicIsFoundBelowTheFractionThatZstdLeaves() {
        assertThat(Examinations.raw(0.79).seenBy(Check.RAW_TOPIC)).hasValueSatisfying(seen -> {
            assertThat(seen.severity()).isEqualTo(Severity.SERIOUS);
            assertThat(seen.seen()).contains("100 % of the recent bytes", "79 %");
            assertThat(seen.fix().get(0)).startsWith("compression.type=zstd");
            assertThat(seen.saving()).isPresent();
        });
        assertThat(Examinations.raw(0.8).seenBy(Check.RAW_TOPIC)).isEmpty();
        assertThat(Examinations.raw(0.79).thresholds("raw-fraction=0.5").seenBy(Check.RAW_TOPIC))
                .isEmpty();
        assertThat(Examinations.healthy().seenBy(Check.RAW_TOPIC)).isEmpty();
    }

    @Test
    void fewBatchesAreNotJudged() {
        assertThat(new Examinations()
                        .rawPacked(0.3)
                        .batches(19, batch -> batch.codec(Examinations.NONE))
                        .seenBy(Check.RAW_TOPIC))
                .isEmpty();
        assertThat(new Examinations()
                        .rawPacked(0.3)
                        .batches(20, batch -> batch.codec(Examinations.NONE))
                        .seenBy(Check.RAW_TOPIC))
                .isPresent();
    }

    /** A sample of 4 MiB contains only four batches of 1 MiB. */
    @Test
    void fewLargeBatchesAreJudgedByTheirBytesWhereThatIsCertain() {
        Examinations large = new Examinations()
                .batches(4, batch -> batch.sized(1 << 20, 1 << 20).codec(Examinations.NONE));

        assertThat(large.rawPacked(ConfidenceInterval.around(0.3, 0.2, 4)).seenBy(Check.RAW_TOPIC))
                .isPresent();
        assertThat(large.rawPacked(ConfidenceInterval.around(0.5, 0.4, 4)).seenBy(Check.RAW_TOPIC))
                .isEmpty();
    }

    @Test
    void savingsDecideHowMuchItMatters() {
        assertThat(Examinations.raw(0.3).rate(0.01).seenBy(Check.RAW_TOPIC).map(Observation::severity))
                .contains(Severity.NOTE);
        assertThat(Examinations.raw(0.3).idle().seenBy(Check.RAW_TOPIC).map(Observation::severity))
                .contains(Severity.NOTE);
        assertThat(Examinations.raw(0.3)
                        .thresholds("serious-money=1e12")
                        .seenBy(Check.RAW_TOPIC)
                        .map(Observation::severity))
                .contains(Severity.WARNING);
    }

    @Test
    void aRawTopicHasOneCause() {
        Examinations undone = Examinations.raw(0.3).setting("compression.type", "uncompressed");
        assertThat(undone.diagnosed()).containsExactly(Check.TOPIC_UNCOMPRESSED);

        Examinations mirrored = Examinations.raw(0.3).named("east.orders").compressedTopics("orders");
        assertThat(mirrored.seenBy(Check.RAW_MIRROR)).isPresent();
        assertThat(mirrored.seenBy(Check.RAW_TOPIC)).isEmpty();
        assertThat(Examinations.raw(0.3)
                        .named("east.orders")
                        .everyTopic("east.checkpoints.internal")
                        .diagnosed())
                .containsExactly(Check.RAW_MIRROR);
        assertThat(Examinations.raw(0.3).named("east.orders").diagnosed()).containsExactly(Check.RAW_TOPIC);
    }

    @Test
    void anUncompressedTopicIsSeriousWhereBrokersUndoCompression() {
        Examinations undone = Examinations.raw(0.3)
                .setting("compression.type", "uncompressed")
                .thresholds("serious-money=1e12");

        assertThat(undone.seenBy(Check.TOPIC_UNCOMPRESSED).map(Observation::severity))
                .contains(Severity.WARNING);
        assertThat(undone.converted(5, 10).seenBy(Check.TOPIC_UNCOMPRESSED).map(Observation::severity))
                .contains(Severity.SERIOUS);
    }

    private static Examinations mixed(int raw) {
        Examinations mixed = new Examinations().rawPacked(0.4);
        for (int i = 0; i < 40; i++) {
            boolean isRaw = i % 10 < raw;
            mixed.batches(1, batch -> isRaw ? batch.codec(Examinations.NONE).by(9) : batch);
        }
        return mixed;
    }

    @Test
    void aRawProducerAmongCompressedOnesIsNamed() {
        assertThat(mixed(5).seenBy(Check.RAW_PRODUCER)).hasValueSatisfying(seen -> {
            assertThat(seen.seen()).contains("ID 9 with 100 %");
            assertThat(seen.confidence().level()).isEqualTo(Confidence.Level.CERTAIN);
        });
        assertThat(mixed(10).seenBy(Check.RAW_PRODUCER)).as("all are raw").isEmpty();
        assertThat(mixed(0).seenBy(Check.RAW_PRODUCER)).as("none is raw").isEmpty();
        assertThat(mixed(5).thresholds("raw-producer-share=0.95").seenBy(Check.RAW_PRODUCER))
                .isEmpty();
    }

    @Test
    void batchesThatKeepTheirCodecKeepItsCpuTime() {
        TopicExamination.Log half = mixed(5).speed(Codec.NONE, 1)
                .speed(TrialRun.ZSTD, 10)
                .topic()
                .log()
                .orElseThrow();

        assertThat(half.traffic().speed()).isEqualTo(new CodecSpeed(5.5, 5.5 / 4));
        assertThat(half.speedAfter(Codec.NONE, TrialRun.ZSTD)).isEqualTo(new CodecSpeed(10, 2.5));
    }

    @Test
    void eachCodecTakesItsShareOfTheBytes() {
        TopicExamination.Log log = new Examinations()
                .batches(1, batch -> batch.codec(Examinations.LZ4))
                .batches(9, batch -> batch)
                .batches(10, batch -> batch.codec(Examinations.GZIP))
                .speed(TrialRun.LZ4, 2)
                .speed(TrialRun.ZSTD, 10)
                .speed(TrialRun.GZIP, 40)
                .topic()
                .log()
                .orElseThrow();

        assertThat(log.traffic().speed().compressNanosPerByte()).isEqualTo(0.1 + 4.5 + 20, within(1e-9));
        assertThat(log.speedAfter(TrialRun.GZIP, TrialRun.ZSTD).compressNanosPerByte())
                .isEqualTo(0.1 + 9.5, within(1e-9));
    }

    /** 4 MB/s, half of which go through a codec that takes 9 ns per byte more than no codec. */
    @Test
    void aCodecThatSavesNothingWastesWhatItTakesOfItsOwnBytes() {
        assertThat(mixed(5).ratio(1.04)
                        .speed(Codec.NONE, 1)
                        .speed(TrialRun.ZSTD, 10)
                        .seenBy(Check.INCOMPRESSIBLE)
                        .flatMap(Observation::saving))
                .hasValueSatisfying(saving -> assertThat(saving.cores()).isEqualTo(0.018, within(1e-9)));
    }

    @Test
    void aProducerThatHasStoppedWritingRawIsNotReported() {
        Examinations switched = new Examinations()
                .rawPacked(0.4)
                .batches(15, batch -> batch.codec(Examinations.NONE))
                .batches(25, batch -> batch);

        assertThat(switched.seenBy(Check.RAW_PRODUCER)).isEmpty();
    }

    private static Examinations gzip(double asZstd) {
        return Examinations.gzip(Examinations.exact(asZstd));
    }

    @Test
    void gzipIsReplacedByZstdAtItsDefaultLevelWhereThatIsAsSmall() {
        assertThat(gzip(1.02).seenBy(Check.GZIP))
                .hasValueSatisfying(seen ->
                        assertThat(seen.fix()).singleElement().asString().startsWith("compression.type=zstd "));
        assertThat(gzip(1.021).seenBy(Check.GZIP)).as("zstd is larger").isEmpty();
        assertThat(gzip(0.9).speed(TrialRun.ZSTD, 60).seenBy(Check.GZIP))
                .as("zstd is slower")
                .isEmpty();
        assertThat(Examinations.healthy().seenBy(Check.GZIP)).isEmpty();
    }

    @Test
    void sharesOfVeryLittleCpuTimeAreNotGiven() {
        assertThat(gzip(0.9).rate(100).seenBy(Check.GZIP).map(Observation::seen))
                .hasValueSatisfying(seen -> assertThat(seen).doesNotContain("CPU time"));
        assertThat(gzip(0.9).rate(100_000).seenBy(Check.GZIP).map(Observation::seen))
                .hasValueSatisfying(seen -> assertThat(seen).contains("50 % of the CPU time"));
    }

    @Test
    void gzipIsKeptWhereTheServiceTakesNothingElse() {
        assertThat(gzip(0.9)
                        .on(Examinations.clusterAt(
                                "hub.servicebus.windows.net:9093",
                                java.util.List.of(),
                                java.util.Map.of(),
                                ClientSettings.NONE))
                        .seenBy(Check.GZIP))
                .isEmpty();
    }

    @Test
    void whatNoCodecShrinksIsLeftAlone() {
        assertThat(Examinations.raw(0.99).ratio(1.04).seenBy(Check.INCOMPRESSIBLE))
                .hasValueSatisfying(seen -> assertThat(seen.seen()).contains("stored uncompressed, which is right"));
        assertThat(Examinations.healthy().ratio(1.04).seenBy(Check.INCOMPRESSIBLE))
                .hasValueSatisfying(seen -> assertThat(seen.fix().toString()).contains("compression.type=none"));
        assertThat(Examinations.raw(0.99).ratio(1.05).seenBy(Check.INCOMPRESSIBLE))
                .isEmpty();
    }

    @Test
    void oldDataOfAnotherCodecIsANote() {
        Examinations switched =
                new Examinations().batches(30, batch -> batch).batches(40, batch -> batch.codec(Examinations.LZ4));
        LogFacts facts =
                LogFacts.of(switched.topic().log().orElseThrow().facts().all(), 20);

        assertThat(facts.recent()).hasSize(20).allMatch(batch -> batch.codecId() == Examinations.LZ4);
        assertThat(facts.older()).hasSize(50);
        assertThat(Examinations.healthy().seenBy(Check.OLD_CODEC)).isEmpty();
    }

    /** Today's producers account for 19 % of the stored bytes, but nearly half of the bytes sent. */
    @Test
    void oldDataWithoutACodecIsANoteAsSoonAsAQuarterWasSentSince() {
        Examinations switched = new Examinations()
                .batches(64, batch -> batch.codec(Examinations.NONE))
                .batches(60, batch -> batch)
                .minRecent(20);

        assertThat(switched.seenBy(Check.OLD_CODEC)).hasValueSatisfying(seen -> assertThat(seen.seen())
                .isEqualTo("recent batches are zstd, and 90 % of the older bytes are not"));
        assertThat(switched.seenBy(Check.RAW_TOPIC)).isEmpty();
        assertThat(switched.seenBy(Check.RAW_PRODUCER)).isEmpty();
    }
}
