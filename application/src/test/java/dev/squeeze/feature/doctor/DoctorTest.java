package dev.squeeze.feature.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.kit.cluster.Answer;
import dev.squeeze.kit.cluster.ClusterFacts;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DoctorTest {
    private static final ClusterExamination CLUSTER = Examinations.cluster(List.of(), Map.of(), ClientSettings.NONE);
    private static final Thresholds DEFAULTS = Thresholds.parse(List.of());

    private static Diagnosis diagnose(TopicExamination... topics) {
        return Doctor.diagnose(CLUSTER, List.of(topics), Set.of(), DEFAULTS);
    }

    @Test
    void aHealthyTopicHasNoFinding() {
        assertThat(Examinations.healthy().diagnosed()).isEmpty();
    }

    @Test
    void theMostSevereComeFirstAndAmongThemTheLargestSaving() {
        Diagnosis found = diagnose(
                Examinations.raw(0.3).named("small").rate(0.01).topic(),
                Examinations.raw(0.3).named("medium").rate(5_000).topic(),
                Examinations.raw(0.3).named("large").rate(20_000).topic());

        assertThat(found.findings())
                .extracting(finding -> finding.topic().orElse(""))
                .containsExactly("large", "medium", "small");
        assertThat(found.findings())
                .extracting(Finding::severity)
                .containsExactly(Severity.SERIOUS, Severity.SERIOUS, Severity.NOTE);
    }

    @Test
    void amongEqualsTheOrderIsThatOfTheChecksAndThenOfTheNames() {
        TopicExamination b = Examinations.healthy()
                .named("b")
                .setting("compression.type", "zstd")
                .topic();
        TopicExamination a = Examinations.healthy()
                .named("a")
                .setting("compression.type", "zstd")
                .topic();

        assertThat(diagnose(b, a).findings())
                .extracting(finding -> finding.check() + " " + finding.topic().orElse(""))
                .containsExactly(
                        "BROKER_RECOMPRESSES a",
                        "BROKER_RECOMPRESSES b",
                        "ZSTD_TOPIC_SETTING a",
                        "ZSTD_TOPIC_SETTING b");
    }

    @Test
    void whatNothingCompressesIsNotToldToCompress() {
        assertThat(Examinations.raw(0.3).ratio(1.04).diagnosed()).containsExactly(Check.INCOMPRESSIBLE);
    }

    @Test
    void whereNoRatioIsKnownNothingIsSaidAboutIt() {
        assertThat(Examinations.healthy().withoutRatio().diagnosed()).isEmpty();
    }

    @Test
    void valuesThatAreCompressedAloneAreNotToldToCompressAgain() {
        assertThat(new Examinations()
                        .batches(40, batch -> batch.codec(Examinations.NONE).marked(100, 0))
                        .rawPacked(0.7)
                        .unwrapped(0.5)
                        .diagnosed())
                .containsExactly(Check.VALUES_COMPRESSED_ALONE);
    }

    @Test
    void checksOfSizesAndSettingsAreMadeWhateverElseIsFound() {
        assertThat(Examinations.raw(0.3)
                        .ratio(1.04)
                        .setting("cleanup.policy", "compact")
                        .holes(4_000)
                        .diagnosed())
                .containsExactlyInAnyOrder(Check.INCOMPRESSIBLE, Check.COMPACTION_CHURN);
    }

    @Test
    void whatCannotBeReadIsSkippedWithItsReason() {
        TopicExamination hidden = new TopicExamination(
                new ClusterFacts.Topic("hidden", false, 1, 1),
                new Answer.Refused<>("it needs DESCRIBE_CONFIGS on topic hidden"),
                Optional.empty(),
                Optional.of("no permission"));

        List<SkippedCheck> skipped = diagnose(hidden).skipped();

        assertThat(skipped)
                .anySatisfy(log -> {
                    assertThat(log.why()).isEqualTo("no permission");
                    assertThat(log.checks())
                            .contains(Check.RAW_TOPIC, Check.OLD_CODEC)
                            .doesNotContain(Check.LZ4_LEVEL);
                })
                .anySatisfy(settings -> {
                    assertThat(settings.why()).isEqualTo("it needs DESCRIBE_CONFIGS on the topic");
                    assertThat(settings.checks()).contains(Check.TOPIC_UNCOMPRESSED, Check.ZSTD_TOPIC_SETTING);
                })
                .anySatisfy(producer -> assertThat(producer.checks()).containsExactly(Check.LZ4_LEVEL));
    }

    @Test
    void aTopicOfFewBatchesIsNotCalledHealthy() {
        List<SkippedCheck> skipped =
                new Examinations().batches(4, batch -> batch).diagnosis().skipped();

        assertThat(skipped).anySatisfy(few -> {
            assertThat(few.topics()).containsExactly("orders");
            assertThat(few.why()).isEqualTo("only 4 batches were read: raise --sample");
            assertThat(few.checks())
                    .contains(Check.RAW_TOPIC, Check.SHALLOW_BATCHES, Check.INCOMPRESSIBLE)
                    .doesNotContain(Check.HUGE_BATCHES);
        });
        assertThat(Examinations.healthy().diagnosis().skipped())
                .allSatisfy(other -> assertThat(other.topics()).isEmpty());
    }

    @Test
    void whatWasFoundInFewBatchesIsNotSkipped() {
        Diagnosis large = new Examinations()
                .batches(4, batch -> batch.sized(1 << 20, 1 << 20).codec(Examinations.NONE))
                .rawPacked(0.3)
                .diagnosis();

        assertThat(large.findings()).extracting(Finding::check).containsExactly(Check.RAW_TOPIC);
        assertThat(large.skipped())
                .anySatisfy(few ->
                        assertThat(few.checks()).contains(Check.SHALLOW_BATCHES).doesNotContain(Check.RAW_TOPIC));
    }

    @Test
    void questionsNameTheTopicsForWhichZstdIsProposed() {
        assertThat(diagnose(Examinations.raw(0.3).topic()).questions()).anySatisfy(question -> assertThat(question)
                .startsWith("Can every consumer of orders read zstd?")
                .endsWith("(check 21)."));
        assertThat(diagnose(Examinations.healthy().topic()).questions())
                .singleElement()
                .asString()
                .contains("CVE-2026-35554")
                .endsWith("(check 25).");
    }

    @Test
    void theHandbookExplainsEveryCheck() {
        String handbook = String.join("\n", DoctorHandbook.lines());

        assertThat(Arrays.stream(Check.values()))
                .allSatisfy(check -> assertThat(handbook).contains(check.id(), check.title()));
        assertThat(Arrays.stream(Threshold.values()))
                .allSatisfy(threshold -> assertThat(handbook).contains(threshold.key()));
    }
}
