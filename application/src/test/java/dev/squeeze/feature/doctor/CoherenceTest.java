package dev.squeeze.feature.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Findings on one topic are consistent: their fixes agree, and their savings are certain to be savings. */
class CoherenceTest {
    private static final List<String> TOPIC_SETTINGS =
            List.of("", "producer", "gzip", "lz4", "snappy", "zstd", "uncompressed");

    private record Ill(String name, String setting, List<Finding> findings) {}

    private static final List<Ill> TOPICS = topics();

    /** All combinations of codecs, topic settings, kinds of batches and contents. */
    private static List<Ill> topics() {
        List<Ill> topics = new ArrayList<>();
        for (int codec : List.of(Examinations.NONE, Examinations.GZIP, Examinations.LZ4, Examinations.ZSTD)) {
            for (String setting : TOPIC_SETTINGS) {
                for (String batches : List.of("deep", "shallow", "documents", "near the limit")) {
                    for (String content : List.of("text", "cipher", "gzip in values", "as gzip")) {
                        topics.add(new Ill(
                                "codec " + codec + ", topic '" + setting + "', " + batches + ", " + content,
                                setting.isEmpty() ? "producer" : setting,
                                topic(codec, setting, batches, content)
                                        .diagnosis()
                                        .findings()));
                    }
                }
            }
        }
        return topics;
    }

    private static Examinations topic(int codec, String setting, String batches, String content) {
        Examinations topic = new Examinations().batches(40, batch -> {
            Examinations.Batch sized =
                    switch (batches) {
                        case "shallow" -> batch.records(2, true).sized(400, 800);
                        case "documents" -> batch.records(1, true).sized(6_000, 20_000);
                        case "near the limit" -> batch.sized(30_000, 90_000);
                        default -> batch;
                    };
            return (content.equals("gzip in values") ? sized.marked(100, 0) : sized).codec(codec);
        });
        topic.packer(
                codec == Examinations.NONE
                        ? TrialRun.ZSTD
                        : Codec.ofDefaultLevel(CodecType.withId(codec).orElseThrow()));
        topic.lingered(4, 0.5).merged(0.6).setting("max.message.bytes", "40000");
        topic.speed(TrialRun.GZIP, 40).speed(TrialRun.ZSTD, 20).speed(TrialRun.LZ4, 5);
        if (codec == Examinations.NONE) {
            topic.rawPacked(0.3);
        }
        if (codec == Examinations.GZIP) {
            topic.gzipAsZstd(Examinations.exact(content.equals("as gzip") ? 1.2 : 0.95));
        }
        if (content.equals("cipher")) {
            topic.ratio(1.01);
        }
        if (content.equals("gzip in values")) {
            topic.unwrapped(0.5);
        }
        return setting.isEmpty() ? topic : topic.setting("compression.type", setting);
    }

    /** Settings of clients and of the topic, by key. */
    private static Map<String, String> settings(Finding finding) {
        Map<String, String> settings = new HashMap<>();
        for (String line : finding.fix()) {
            String topic = "--add-config ";
            String setting = line.contains(topic) ? line.substring(line.indexOf(topic) + topic.length()) : line;
            setting = setting.replaceAll("#.*", "").strip();
            if (setting.matches("[a-z.]+=\\S+")) {
                String[] pair = setting.split("=", 2);
                settings.put((line.contains(topic) ? "topic " : "client ") + pair[0], pair[1]);
            }
        }
        return settings;
    }

    @Test
    void theTopicsHaveFindingsOfAllKindsThatProposeSettingsOfProducers() {
        assertThat(TOPICS)
                .flatExtracting(Ill::findings)
                .extracting(Finding::check)
                .contains(
                        Check.RAW_TOPIC,
                        Check.TOPIC_UNCOMPRESSED,
                        Check.SHALLOW_BATCHES,
                        Check.RECORD_FILLS_BATCH,
                        Check.BROKER_RECOMPRESSES,
                        Check.VALUES_COMPRESSED_ALONE,
                        Check.GZIP,
                        Check.INCOMPRESSIBLE,
                        Check.ZSTD_TOPIC_SETTING,
                        Check.NEAR_SIZE_LIMIT);
    }

    @Test
    void noTwoFixesOfATopicSetTheSameKeyToDifferentValues() {
        for (Ill ill : TOPICS) {
            Map<String, String> all = new HashMap<>();
            for (Finding finding : ill.findings()) {
                settings(finding).forEach((key, value) -> assertThat(all.merge(key, value, (before, now) -> before))
                        .as("%s of %s: %s", key, finding.check(), ill.name())
                        .isEqualTo(value));
            }
        }
    }

    @Test
    void aSettingOfTheTopicNeverUndoesWhatAFixSetsOnProducers() {
        for (Ill ill : TOPICS) {
            for (Finding finding : ill.findings()) {
                Map<String, String> fix = settings(finding);
                if (fix.containsKey("client compression.type")) {
                    assertThat(fix.getOrDefault("topic compression.type", ill.setting()))
                            .as("%s: %s", finding.check(), ill.name())
                            .isEqualTo("producer");
                }
            }
        }
    }

    @Test
    void everySavingIsCertainToBeOne() {
        assertThat(TOPICS)
                .flatExtracting(Ill::findings)
                .flatExtracting(finding -> finding.estimatedSaving().stream().toList())
                .allSatisfy(saving -> assertThat(saving.moneyPerMonth().low()).isPositive());
    }

    @Test
    void gzipIsProposedOnlyWhereItIsThereAndZstdIsLarger() {
        Examinations smaller = Examinations.gzip(Examinations.exact(0.95)).setting("compression.type", "gzip");
        assertThat(smaller.diagnosed()).containsExactlyInAnyOrder(Check.BROKER_RECOMPRESSES, Check.GZIP);
        assertThat(smaller.diagnosis().findings())
                .allSatisfy(finding -> assertThat(finding.fix().get(0)).startsWith("compression.type=zstd "));

        Examinations larger = Examinations.gzip(Examinations.exact(1.2)).setting("compression.type", "gzip");
        assertThat(larger.diagnosis().findings()).singleElement().satisfies(finding -> {
            assertThat(finding.check()).isEqualTo(Check.BROKER_RECOMPRESSES);
            assertThat(finding.fix().get(0)).startsWith("compression.type=gzip ");
        });
    }

    @Test
    void aSavingWithinItsErrorIsNoFindingButIsListed() {
        ConfidenceInterval withinError = ConfidenceInterval.around(0.99, 0.05, 30);
        Diagnosis found = Examinations.gzip(withinError).diagnosis();

        assertThat(found.findings()).isEmpty();
        assertThat(found.gainless()).containsExactly(new GainlessCheck(Check.GZIP, List.of("orders")));
        assertThat(Examinations.gzip(ConfidenceInterval.around(0.9, 0.05, 30))
                        .diagnosis()
                        .gainless())
                .isEmpty();
    }

    @Test
    void whatCostsMoreThanItSavesIsNoFindingButIsListed() {
        Diagnosis found = Examinations.raw(0.7).speed(TrialRun.ZSTD, 100_000).diagnosis();

        assertThat(found.findings()).isEmpty();
        assertThat(found.gainless()).extracting(GainlessCheck::check).containsExactly(Check.RAW_TOPIC);
    }

    @Test
    void largerBatchesOfARawTopicComeWithACodecAndAreValuedWithIt() {
        TopicFindings topic = TopicFindings.of(
                        topic(Examinations.NONE, "", "shallow", "text").diagnosis())
                .get(0);

        assertThat(topic.overlapping())
                .extracting(Finding::check)
                .as("the largest saving first")
                .containsExactly(Check.SHALLOW_BATCHES, Check.RAW_TOPIC);
        assertThat(settings(topic.overlapping().get(0)))
                .containsEntry("client compression.type", "zstd")
                .containsEntry("client linger.ms", "20");
        assertThat(settings(topic.overlapping().get(1)))
                .as("a finding names one change")
                .containsOnlyKeys("client compression.type");
    }

    @Test
    void oneStartsWithTheLargestSavingOrWithASmallerChangeThatSavesNearlyAsMuch() {
        Examinations batchesMatter =
                topic(Examinations.NONE, "", "shallow", "text").lingered(4, 0.5);
        Examinations theCodecIsNearlyAll =
                topic(Examinations.NONE, "", "shallow", "text").lingered(4, 0.85);

        assertThat(TopicFindings.of(batchesMatter.diagnosis()).get(0).first().map(Finding::check))
                .contains(Check.SHALLOW_BATCHES);
        assertThat(TopicFindings.of(theCodecIsNearlyAll.diagnosis())
                        .get(0)
                        .first()
                        .map(Finding::check))
                .contains(Check.RAW_TOPIC);
    }

    @Test
    void findingsOfATopicAreKeptTogetherInTheOrderOfTheirSeverity() {
        Finding worth = finding(Check.GZIP, Severity.WARNING, "b");
        Finding note = finding(Check.OLD_CODEC, Severity.NOTE, "a");
        Finding another = finding(Check.OLD_CODEC, Severity.NOTE, "b");
        List<TopicFindings> topics =
                TopicFindings.of(new Diagnosis(List.of(worth, note, another), List.of(), List.of(), List.of()));

        assertThat(topics).extracting(topic -> topic.topic().orElse("")).containsExactly("b", "a");
        assertThat(topics.get(0).findings()).containsExactly(worth, another);
        assertThat(topics.get(0).severity()).isEqualTo(Severity.WARNING);
        assertThat(topics.get(0).overlapping()).as("none saves anything").isEmpty();
    }

    private static Finding finding(Check check, Severity severity, String topic) {
        return DoctorFixtures.finding(check, severity, topic, Optional.empty());
    }
}
