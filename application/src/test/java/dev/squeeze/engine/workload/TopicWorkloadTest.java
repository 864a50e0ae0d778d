package dev.squeeze.engine.workload;

import static dev.squeeze.engine.workload.WorkloadFixtures.NOW;
import static dev.squeeze.engine.workload.WorkloadFixtures.onCluster;
import static dev.squeeze.engine.workload.WorkloadFixtures.silentCluster;
import static dev.squeeze.engine.workload.WorkloadFixtures.written;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.squeeze.engine.predict.BatchFill;
import dev.squeeze.engine.predict.CostModel;
import dev.squeeze.engine.predict.PriceList;
import dev.squeeze.engine.predict.ResourceEstimate;
import dev.squeeze.engine.predict.Workload;
import dev.squeeze.kit.unit.ArrivalRate;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class TopicWorkloadTest {
    private static final double DAY = 86_400;
    private static final GivenWorkload NOTHING = GivenWorkload.NOTHING;

    private static TopicWorkload learned(LogTraffic log, Map<String, String> settings, GivenWorkload given) {
        return TopicWorkload.of(log, TopicHosting.of(onCluster(settings), given), given, NOW);
    }

    private static ResourceEstimate month(TopicWorkload learned) {
        return new CostModel(learned.workload(), PriceList.read("aws"))
                .estimate(new BatchFill(20, 5_000, false, 0), 1, 1, 1);
    }

    @Test
    void theClusterSaysWhatATopicRunsOn() {
        Workload workload = learned(written(30 * DAY, NOW), Map.of("retention.ms", "3600000"), NOTHING)
                .workload();

        assertThat(workload.partitions()).isEqualTo(6);
        assertThat(workload.brokers()).isEqualTo(4);
        assertThat(workload.replicationFactor()).isEqualTo(2);
        assertThat(workload.consumerGroups()).isEqualTo(5);
        assertThat(workload.zones()).isEqualTo(2);
        assertThat(workload.retention()).isEqualTo(Duration.ofHours(1));
        assertThat(workload.activeShare()).isEmpty();
    }

    @Test
    void theLargestBatchThatATopicTakesIsItsSetting() {
        assertThat(learned(written(DAY, NOW), Map.of("max.message.bytes", "100000"), NOTHING)
                        .workload()
                        .maxMessageBytes())
                .hasValue(100_000);
        assertThat(learned(written(DAY, NOW), Map.of(), NOTHING).workload().maxMessageBytes())
                .isEmpty();
        assertThat(TopicHosting.of(silentCluster(), NOTHING).maxMessageBytes()).isEmpty();
        assertThat(TopicHosting.withoutCluster(OptionalInt.of(6), NOTHING).maxMessageBytes())
                .isEmpty();
    }

    @Test
    void theAgeOfALogThatDeletesNothingIsSaidInWholeMinutesOrSeconds() {
        Map<String, String> keeping = Map.of("retention.ms", "-1");

        assertThat(learned(written(2_229.573, NOW), keeping, NOTHING).workload().retention())
                .isEqualTo(Duration.ofSeconds(2_230));
        assertThat(learned(written(30 * DAY + 0.123, NOW), keeping, NOTHING)
                        .workload()
                        .retention())
                .isEqualTo(Duration.ofDays(30));
    }

    @Test
    void whereNothingShowsHowMuchIsKeptThatIsSaid() {
        LogTraffic timeless = new LogTraffic(250, 240, true, Optional.empty(), Optional.empty());
        GivenWorkload rate = NOTHING.withRate(new ArrivalRate.RecordsPerSecond(400));

        assertThat(learned(timeless, Map.of("cleanup.policy", "compact"), rate).notes())
                .anySatisfy(note -> assertThat(note).contains("how much it keeps is unknown", "--retention"));
        assertThat(learned(timeless, Map.of("retention.ms", "86400000"), rate).notes())
                .isEmpty();
        assertThat(learned(written(DAY, NOW), Map.of("cleanup.policy", "compact"), rate)
                        .notes())
                .noneMatch(note -> note.contains("not known"));
    }

    /** A changelog: out of 400 records per second, one in twenty is left after a month. */
    @Test
    void disksOfACompactedTopicHoldWhatIsLeftAndTheNetworkCarriesAll() {
        TopicWorkload whole = learned(written(30 * DAY, NOW), Map.of("cleanup.policy", "compact"), NOTHING);
        TopicWorkload left =
                learned(written(30 * DAY, NOW, OptionalDouble.of(0.95)), Map.of("cleanup.policy", "compact"), NOTHING);

        assertThat(left.workload().keptShare()).hasValueCloseTo(0.05, within(1e-9));
        assertThat(month(left).diskGigabytes()).isCloseTo(0.05 * month(whole).diskGigabytes(), within(1e-6));
        assertThat(month(left).crossZoneGigabytesPerMonth())
                .isEqualTo(month(whole).crossZoneGigabytesPerMonth());
        assertThat(left.notes()).anyMatch(note -> note.contains("compaction has removed 95.0 % of the records"));
        assertThat(whole.workload().keptShare()).isEmpty();
    }

    @Test
    void flagsOverrideIt() {
        GivenWorkload given = NOTHING.withRate(new ArrivalRate.RecordsPerSecond(7))
                .withRetention(Duration.ofDays(3))
                .with(WorkloadPart.CONSUMER_GROUPS, 0)
                .with(WorkloadPart.ZONES, 1)
                .with(WorkloadPart.PRODUCERS, 9);
        TopicWorkload learned = learned(written(DAY, NOW.minusSeconds(90_000)), Map.of("retention.bytes", "9"), given);

        assertThat(learned.workload().recordsPerSecond()).isEqualTo(7);
        assertThat(learned.workload().activeShare()).isEmpty();
        assertThat(learned.workload().retention()).isEqualTo(Duration.ofDays(3));
        assertThat(learned.workload().retentionBytes()).isEmpty();
        assertThat(learned.workload().consumerGroups()).isZero();
        assertThat(learned.workload().zones()).isEqualTo(1);
        assertThat(learned.workload().producers()).isEqualTo(9);
        assertThat(learned.rateFactor()).isEqualTo(1);
        assertThat(learned.notes()).isEmpty();
        assertThat(learned.origins())
                .filteredOn(origin -> origin.origin() == PartOrigin.Origin.GIVEN)
                .extracting(PartOrigin::part)
                .containsExactly(
                        WorkloadPart.RATE,
                        WorkloadPart.PRODUCERS,
                        WorkloadPart.CONSUMER_GROUPS,
                        WorkloadPart.RETENTION,
                        WorkloadPart.ZONES);
    }

    @Test
    void whatTheClusterDoesNotReportIsAssumedWithItsReason() {
        TopicHosting hosting = TopicHosting.of(silentCluster(), NOTHING);

        assertThat(TopicHosting.assumptions(List.of(hosting)))
                .containsExactly(
                        "--consumer-groups 2: the cluster shows no group with offsets on the topic",
                        "--retention 7d: it needs DESCRIBE_CONFIGS on the topic",
                        "--zones 3: the brokers have no racks");
        assertThat(TopicHosting.assumptions(List.of(hosting, TopicHosting.of(onCluster(Map.of()), NOTHING))))
                .contains("--zones 3: the brokers have no racks (1 of 2 topics)");
    }

    @Test
    void recordsOfNoClusterHaveTheDefaults() {
        LogTraffic file = new LogTraffic(250, 240, false, Optional.empty(), Optional.empty());
        TopicWorkload learned =
                TopicWorkload.of(file, TopicHosting.withoutCluster(OptionalInt.empty(), NOTHING), NOTHING, NOW);

        assertThat(learned.isAssumed(WorkloadPart.RATE)).isTrue();
        assertThat(learned.rateFactor()).isEqualTo(2);
        assertThat(learned.workload().recordsPerSecond()).isEqualTo((10 << 20) / 240.0, within(0.1));
        assertThat(learned.workload().partitions()).isEqualTo(12);
        assertThat(learned.workload().brokers()).isEqualTo(3);
        assertThat(learned.workload().replicationFactor()).isEqualTo(3);
        assertThat(TopicHosting.withoutCluster(OptionalInt.of(48), NOTHING.with(WorkloadPart.BROKERS, 1)))
                .matches(hosting -> hosting.partitions() == 48 && hosting.replicationFactor() == 1);
    }

    @Test
    void secondsOfLifeAreNotTakenForAMonth() {
        TopicWorkload brief = learned(written(6, NOW.minusSeconds(594)), Map.of(), NOTHING);

        assertThat(brief.workload().recordsPerSecond()).isEqualTo(400);
        assertThat(brief.workload().activeShare()).hasValue(0.01);
        assertThat(brief.rateFactor()).isEqualTo(2);
        assertThat(brief.observedSeconds()).hasValue(600);
        assertThat(brief.notes())
                .anySatisfy(note -> assertThat(note).contains("only 10 min old, and its records span 6 s"));
        assertThat(month(brief).money())
                .isEqualTo(
                        0.01
                                * month(learned(written(600, NOW), Map.of(), NOTHING))
                                        .money(),
                        within(1e-9));
    }

    @Test
    void aDeadTopicCountsByItsMeanRateUntilNow() {
        TopicWorkload dead = learned(written(10 * DAY, NOW.minusSeconds((long) (30 * DAY))), Map.of(), NOTHING);

        assertThat(dead.workload().activeShare()).hasValue(0.25);
        assertThat(dead.rateFactor()).isEqualTo(1.1);
        assertThat(dead.notes())
                .containsExactly("the newest record is more than 30 days old: bytes and money use the mean rate"
                        + " from the oldest record until now");
    }

    /** Then the rate is what a producer achieved, not a limit on what it can achieve. */
    @Test
    void recordsThatCameForSecondsMayHaveComeAsFastAsPossible() {
        assertThat(learned(written(20, NOW.minusSeconds(3_600)), Map.of(), NOTHING)
                        .cameInOneLoad())
                .isTrue();
        assertThat(learned(written(600, NOW), Map.of(), NOTHING).cameInOneLoad())
                .isFalse();
        assertThat(learned(written(20, NOW), Map.of(), NOTHING.withRate(new ArrivalRate.RecordsPerSecond(7)))
                        .cameInOneLoad())
                .isFalse();
    }

    /** A file may contain seconds out of a stream that runs all day. */
    @Test
    void anExcerptInAFileIsNoLoad() {
        assertThat(TopicWorkload.of(
                                written(20, NOW),
                                TopicHosting.withoutCluster(OptionalInt.of(12), NOTHING),
                                NOTHING,
                                NOW)
                        .cameInOneLoad())
                .isFalse();
    }

    @Test
    void clocksThatAreAheadMakeNoSilence() {
        assertThat(learned(written(DAY, NOW.plusSeconds(60)), Map.of(), NOTHING)
                        .workload()
                        .activeShare())
                .isEmpty();
    }

    @Test
    void ofTimeAndBytesTheLesserBoundsTheDisks() {
        LogTraffic log = written(30 * DAY, NOW);
        double unbounded =
                month(learned(log, Map.of("retention.ms", "86400000"), NOTHING)).diskGigabytes();
        double byTime = month(
                        learned(log, Map.of("retention.ms", "86400000", "retention.bytes", "100000000000"), NOTHING))
                .diskGigabytes();
        double byBytes = month(learned(log, Map.of("retention.ms", "86400000", "retention.bytes", "1000000"), NOTHING))
                .diskGigabytes();

        assertThat(byTime).isEqualTo(unbounded);
        // Two replicas of six partitions.
        assertThat(byBytes).isEqualTo(2 * 6 * 1_000_000 / 1e9, within(1e-12)).isLessThan(unbounded);
    }

    private static final Map<String, String> TIERED =
            Map.of("remote.storage.enable", "true", "retention.ms", "864000000", "local.retention.ms", "86400000");

    private static GivenWorkload localRetention(Duration time) {
        return new GivenWorkload(
                Optional.empty(),
                Optional.empty(),
                Optional.of(time),
                GivenWorkload.DEFAULT_ROUND_TRIP_MILLIS,
                Map.of());
    }

    /** One flag applies to topics with a longer and with a shorter retention. */
    @Test
    void aLocalRetentionBeyondTheTopicsOwnIsThatOfTheTopic() {
        LogTraffic log = written(30 * DAY, NOW);
        Map<String, String> hour = Map.of("retention.ms", "3600000");

        assertThat(learned(log, hour, localRetention(Duration.ofDays(1))).workload())
                .matches(workload -> workload.retention().equals(Duration.ofHours(1)))
                .extracting(Workload::localRetention)
                .isEqualTo(Optional.of(Duration.ofHours(1)));
        assertThat(learned(log, TIERED, localRetention(Duration.ofHours(6)))
                        .workload()
                        .localRetention())
                .hasValue(Duration.ofHours(6));
    }

    @Test
    void aTieredTopicKeepsItsLocalPartHoweverLongTheObjectStoreKeepsAll() {
        LogTraffic log = written(30 * DAY, NOW);
        Map<String, String> forEver =
                Map.of("remote.storage.enable", "true", "retention.ms", "-1", "local.retention.ms", "86400000");
        Map<String, String> asAll = Map.of("remote.storage.enable", "true", "retention.ms", "864000000");

        Workload unlimited = learned(log, forEver, NOTHING).workload();
        assertThat(unlimited.retention()).isEqualTo(Duration.ofDays(30));
        assertThat(unlimited.localRetention()).hasValue(Duration.ofDays(1));
        Workload given =
                learned(log, TIERED, NOTHING.withRetention(Duration.ofDays(20))).workload();
        assertThat(given.retention()).isEqualTo(Duration.ofDays(20));
        assertThat(given.localRetention()).hasValue(Duration.ofDays(1));
        assertThat(learned(log, TIERED, NOTHING.withRetention(Duration.ofHours(6)))
                        .workload()
                        .localRetention())
                .hasValue(Duration.ofHours(6));
        assertThat(learned(log, asAll, NOTHING.withRetention(Duration.ofDays(20)))
                        .workload()
                        .localRetention())
                .as("local.retention.ms=-2 follows the retention")
                .hasValue(Duration.ofDays(20));
    }

    @Test
    void ofATieredTopicLocalBytesBoundTheDisksAndNotTheObjectStore() {
        LogTraffic log = written(30 * DAY, NOW);
        Map<String, String> bounded = new TreeMap<>(TIERED);
        bounded.put("local.retention.bytes", "1000000");

        TopicWorkload learned = learned(log, bounded, NOTHING);
        // Two replicas of six partitions.
        assertThat(month(learned).diskGigabytes()).isEqualTo(2 * 6 * 1_000_000 / 1e9, within(1e-12));
        assertThat(month(learned).objectStoreGigabytes())
                .isEqualTo(month(learned(log, TIERED, NOTHING)).objectStoreGigabytes());
        assertThat(learned.notes()).anySatisfy(note -> assertThat(note).startsWith("local.retention.bytes is set"));
        assertThat(month(learned(log, bounded, NOTHING.withRetention(Duration.ofDays(20))))
                        .diskGigabytes())
                .isEqualTo(2 * 6 * 1_000_000 / 1e9, within(1e-12));
        assertThat(month(learned(log, bounded, localRetention(Duration.ofDays(1))))
                        .diskGigabytes())
                .as("--local-retention takes the place of both")
                .isEqualTo(month(learned(log, TIERED, NOTHING)).diskGigabytes());
    }

    @Test
    void aCompactedTopicKeepsWhatItHolds() {
        LogTraffic log = written(10, NOW.minusSeconds(990));
        TopicWorkload compacted = learned(log, Map.of("cleanup.policy", "compact"), NOTHING);

        assertThat(compacted.workload().retention()).isEqualTo(Duration.ofSeconds(1_000));
        double storedOnce =
                month(compacted).diskGigabytes() / compacted.workload().replicationFactor();
        assertThat(storedOnce).isEqualTo(10 * 400 * (250 + 61.0 / 20) / 1e9, within(1e-9));
    }

    @Test
    void disksOfAYoungTopicAreThoseOfItsSteadyState() {
        TopicWorkload young = learned(written(2 * DAY, NOW), Map.of("retention.ms", "604800000"), NOTHING);

        assertThat(young.workload().retention()).isEqualTo(Duration.ofDays(7));
        assertThat(young.notes())
                .singleElement()
                .asString()
                .contains("younger than its retention of 7 d", "steady state");
    }
}
