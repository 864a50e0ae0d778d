package dev.squeeze.feature.advise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.engine.predict.Client;
import dev.squeeze.engine.predict.ClientProfile;
import dev.squeeze.engine.predict.HandMade;
import dev.squeeze.engine.predict.Workload;
import dev.squeeze.kit.format.TopicCompression;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** For each kind of caveat, a case that provokes it and one that does not. */
@Tag("slow")
class CaveatsTest {
    private static final Map<Class<? extends Caveat>, Supplier<AdviceCase>> PROVOKED = new LinkedHashMap<>();

    static {
        PROVOKED.put(MeasurementCaveat.ContendedMachine.class, () -> AdviceCase.usual()
                .contended(1.4));
        PROVOKED.put(
                MeasurementCaveat.SmallSample.class, () -> AdviceCase.usual().records(4_999));
        PROVOKED.put(MeasurementCaveat.BatchOfMuchOfTheSample.class, () -> AdviceCase.usual()
                .records(900)
                .optimizing(Objective.NETWORK)
                .on(HandMade.workload(100_000)));
        PROVOKED.put(TrafficCaveat.Arrivals.class, () -> AdviceCase.usual().inBursts());
        PROVOKED.put(
                MeasurementCaveat.DriftingData.class, () -> AdviceCase.usual().spans(3.0, 4.0, 3.5, 4.2));
        PROVOKED.put(
                ChangeCaveat.LongLinger.class,
                () -> AdviceCase.usual().optimizing(Objective.NETWORK).on(HandMade.workload(1_000)));
        PROVOKED.put(ChangeCaveat.CodecUnknownToSomeClients.class, AdviceCase::usual);
        PROVOKED.put(
                ChangeCaveat.LevelNeedsNewClients.class,
                () -> AdviceCase.usual().optimizing(Objective.NETWORK).withinLatency(25));
        PROVOKED.put(
                ChangeCaveat.BrokersCompress.class, () -> AdviceCase.usual().changing(Change.TOPIC));
        PROVOKED.put(TrafficCaveat.AssumedRate.class, () -> AdviceCase.usual().assumedRate());
        PROVOKED.put(
                TrafficCaveat.RateSeenForShort.class, () -> AdviceCase.usual().rateSeenFor(600));
        PROVOKED.put(
                MeasurementCaveat.WideRatio.class,
                () -> new AdviceCase().with("none", 1, 4_000, 4_000).with("zstd:1", 4, 0.05, 350, 900));
        PROVOKED.put(
                TrafficCaveat.SlowStart.class, () -> AdviceCase.noneAndZstd().on(busy(12, 1_000_000)));
        PROVOKED.put(TrafficCaveat.TodayCannotCarryTheRate.class, () -> new AdviceCase()
                .with("none", 1, 4_000, 4_000)
                .with("zstd:1", 3, 350, 900)
                .with("zstd:19", 4, 1, 900)
                .today("zstd:19", 16_384, 5)
                .on(busy(12, 400_000)));
        PROVOKED.put(ChangeCaveat.OldDataKeepsItsCodec.class, AdviceCase::usual);
        // The smallest batch.size times partitions, twice, exceeds the default buffer.memory.
        PROVOKED.put(
                ChangeCaveat.BufferMemory.class, () -> AdviceCase.noneAndZstd().on(busy(1_100, 20_000)));
        PROVOKED.put(ChangeCaveat.TextOfBytes.class, () -> new AdviceCase()
                .with("none", 1, 4_000, 4_000)
                .with("zstd:1", 1.8, 500, 1_500)
                .values(LeaveItTest.hexOfRandomBytes()));
        PROVOKED.put(
                ChangeCaveat.CompressedValues.class, () -> AdviceCase.usual().values(LeaveItTest.gzipped()));
        PROVOKED.put(ChangeCaveat.BatchesLimitedByTopic.class, () -> AdviceCase.noneAndZstd()
                .optimizing(Objective.NETWORK)
                .on(busy(12, 1_000_000).withMaxMessageBytes(OptionalInt.of(100_000))));
        PROVOKED.put(
                TrafficCaveat.BatchesOfOneRecord.class, () -> AdviceCase.usual().storedInBatchesOf(1, 1.2));
        PROVOKED.put(TrafficCaveat.TransactionsEndBatches.class, () -> AdviceCase.usual()
                .storedInTransactionsOf(2));
        PROVOKED.put(TrafficCaveat.TopicSetsCodec.class, () -> AdviceCase.usual()
                .on(busy(12, 50_000).withTopicCompression(Optional.of(TopicCompression.parse("gzip")))));
        PROVOKED.put(
                TrafficCaveat.BaselineFromLog.class, () -> AdviceCase.usual().storedInBatchesOfFive());
        PROVOKED.put(TrafficCaveat.BatchesByRule.class, () -> AdviceCase.usual()
                .on(busy(12, 50_000).withClient(Client.of(ClientProfile.LIBRDKAFKA))));
        PROVOKED.put(TrafficCaveat.LargestRecordRefused.class, () -> AdviceCase.usual()
                .on(busy(12, 50_000).withClient(Client.of(ClientProfile.SARAMA)))
                .today("lz4", 65_536, 20)
                .largestRecord(155_602));
        PROVOKED.put(ChangeCaveat.MoreThanThreadsThatSend.class, () -> AdviceCase.usual()
                .optimizing(Objective.NETWORK)
                .on(HandMade.workload(400_000))
                .withThreadsThatSend());
        PROVOKED.put(
                TrafficCaveat.FollowsLiveRun.class, () -> AdviceCase.usual().followingARunnerUp());
        PROVOKED.put(
                ChangeCaveat.LimitsCannotBeMet.class, () -> AdviceCase.usual().withinLatency(0.001));
    }

    private static Workload busy(int partitions, double recordsPerSecond) {
        return Workload.of(recordsPerSecond, 200, true, partitions)
                .withBrokers(3, 3)
                .withConsumerGroups(3)
                .withRetention(Duration.ZERO)
                .withZones(3)
                .withRoundTripMillis(2);
    }

    /** A commit makes a batch sendable, so no later record joins it. */
    @Test
    void whereTransactionsEndBatchesNoLongerLingerIsRecommended() {
        Recommendation waiting = AdviceCase.usual()
                .optimizing(Objective.NETWORK)
                .on(HandMade.workload(1_000))
                .storedInBatchesOf(2, 1.5)
                .advise();
        Recommendation committing = AdviceCase.usual()
                .optimizing(Objective.NETWORK)
                .on(HandMade.workload(1_000))
                .storedInTransactionsOf(2)
                .advise();

        assertThat(waiting.recommended().settings().lingerMillis()).isGreaterThan(5);
        assertThat(committing.recommended().settings().lingerMillis()).isLessThanOrEqualTo(5);
        assertThat(committing.caveats())
                .filteredOn(TrafficCaveat.TransactionsEndBatches.class::isInstance)
                .singleElement()
                .satisfies(caveat -> {
                    assertThat(caveat.message()).contains("2.0 records per partition", "commit.interval.ms");
                    assertThat(caveat.brief()).hasSizeLessThanOrEqualTo(95);
                });
        assertThat(waiting.caveats()).noneMatch(TrafficCaveat.TransactionsEndBatches.class::isInstance);
    }

    /** Whether today's settings are kept or not, producers block on the full buffer. */
    @Test
    void settingsOfTodayMayTakeMoreThanTheBufferToo() {
        AdviceCase today = new AdviceCase()
                .with("none", 1, 4_000, 4_000)
                .today("none", 1 << 20, 50)
                .on(busy(20, 5_000));

        assertThat(today.advise().caveats())
                .filteredOn(ChangeCaveat.BufferMemory.class::isInstance)
                .singleElement()
                .satisfies(caveat -> {
                    assertThat(caveat.message())
                            .startsWith("With today's batch.size, a producer")
                            .contains("buffer.memory=41943040");
                    assertThat(caveat.brief()).startsWith("Today a producer").hasSizeLessThanOrEqualTo(95);
                });
        assertThat(today.on(busy(12, 5_000)).advise().caveats()).noneMatch(ChangeCaveat.BufferMemory.class::isInstance);
    }

    /** An application that waits for each send() would wait for the whole linger each time. */
    @Test
    void onlyWhereBatchesOfSingleRecordsWouldHoldMoreIsItAskedWhetherSendersWait() {
        assertThat(AdviceCase.usual().storedInBatchesOf(1.01, 1.2).advise().caveats())
                .filteredOn(TrafficCaveat.BatchesOfOneRecord.class::isInstance)
                .singleElement()
                .satisfies(caveat -> assertThat(caveat.message()).contains("send().get()", "linger.ms="));
        assertThat(AdviceCase.usual().storedInBatchesOfFive().advise().caveats())
                .noneMatch(TrafficCaveat.BatchesOfOneRecord.class::isInstance);
        assertThat(AdviceCase.usual()
                        .on(HandMade.workload(1))
                        .storedInBatchesOf(1, 1.2)
                        .advise()
                        .caveats())
                .as("records that are too rare for deeper batches")
                .noneMatch(TrafficCaveat.BatchesOfOneRecord.class::isInstance);
    }

    static Iterable<Class<? extends Caveat>> kinds() {
        return PROVOKED.keySet();
    }

    @Test
    void everyKindHasACase() {
        assertThat(PROVOKED.keySet().stream().<Class<?>>map(kind -> kind).toList())
                .containsExactlyInAnyOrderElementsOf(CaveatFixtures.classes());
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void eachKindIsReachedAndSaysSomething(Class<? extends Caveat> kind) {
        Recommendation advice = PROVOKED.get(kind).get().advise();

        assertThat(advice.caveats())
                .filteredOn(kind::isInstance)
                .singleElement()
                .satisfies(caveat -> {
                    assertThat(caveat.message()).isNotBlank().endsWith(".");
                    assertThat(caveat.kind()).matches("[a-z]+(-[a-z]+)*");
                });
    }

    @Test
    void moreRecordsInABatchThanAtRandomTimesAreBurstsAndFewerAnEvenPace() {
        assertThat(AdviceCase.usual().inBursts().advise().caveats())
                .extracting(Caveat::kind)
                .contains("bursts")
                .doesNotContain("even-pace");
        assertThat(AdviceCase.usual().atAnEvenPace().advise().caveats())
                .extracting(Caveat::kind)
                .contains("even-pace")
                .doesNotContain("bursts");
    }

    @Test
    void whereNoSettingsKeepWithinTheLimitsTheVerdictSaysSoFirst() {
        Recommendation advice = AdviceCase.usual()
                .today("none", 16_384, 50)
                .withinLatency(0.001)
                .advise();

        assertThat(advice.leaveIt()).isEmpty();
        assertThat(advice.verdict()).startsWith("No settings meet the limits; the closest are ");
    }

    @Test
    void batchesOfOtherClientsWithoutALingerAreToBeMeasured() {
        assertThat(new TrafficCaveat.BatchesByRule("sarama", true, true).message())
                .contains("within 15 % of live producers");
        Caveat without = new TrafficCaveat.BatchesByRule("sarama", false, false);
        assertThat(without.message())
                .contains("differed by 50 % or more: measure with --verify --client sarama.")
                .doesNotContain("15 %");
        assertThat(without.brief()).contains("--verify --client sarama");
    }

    @Test
    void disksOfTopicsThatDeleteNothingDoNotFallOverARetention() {
        assertThat(oldData(AdviceCase.usual())).contains("over the retention of 1 d");
        assertThat(oldData(AdviceCase.usual().keepingAllRecords()))
                .contains("retention deletes none of it")
                .doesNotContain("over the retention");
    }

    private static String oldData(AdviceCase advised) {
        return advised.advise().caveats().stream()
                .filter(ChangeCaveat.OldDataKeepsItsCodec.class::isInstance)
                .map(Caveat::message)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void theRecordThatTodaysSettingRefusesIsNamedWithTheSetting() {
        Recommendation advice =
                PROVOKED.get(TrafficCaveat.LargestRecordRefused.class).get().advise();

        assertThat(advice.caveats())
                .filteredOn(TrafficCaveat.LargestRecordRefused.class::isInstance)
                .singleElement()
                .satisfies(caveat -> {
                    assertThat(caveat.message())
                            .contains(
                                    "155,602 bytes",
                                    "sarama refuses",
                                    "Producer.MaxMessageBytes, which is 65536 today");
                    assertThat(caveat.brief()).contains("Producer.MaxMessageBytes=65536", "155,602");
                });
        assertThat(advice.leaveIt()).isEmpty();
        assertThat(advice.producerConfig()).contains("config.Producer.MaxMessageBytes = 262144");
        assertThat(advice.compared().orElseThrow())
                .noneMatch(candidate -> candidate.settings().batchSizeBytes() < 262_144
                        && !candidate.settings().equals(advice.current().settings()));
    }

    @Test
    void aPlainCaseHasOnlyWhatEveryChangeToZstdHas() {
        Recommendation advice = AdviceCase.usual()
                .optimizing(Objective.NETWORK)
                .withinLatency(25)
                .on(busy(12, 100_000).withClient(Client.parse("java:4.0")))
                .advise();

        assertThat(advice.caveats()).extracting(Caveat::kind).containsExactly("codec-unknown-to-some-clients");
    }

    @Test
    void aLevelIsSaidToNeedNewClientsUnlessTheVersionIsKnown() {
        AdviceCase small = AdviceCase.usual().optimizing(Objective.NETWORK).withinLatency(25);
        Recommendation advice = small.advise();

        assertThat(advice.recommended().settings().codec()).hasToString("zstd:9");
        assertThat(advice.caveats())
                .filteredOn(ChangeCaveat.LevelNeedsNewClients.class::isInstance)
                .singleElement()
                .extracting(Caveat::message)
                .asString()
                .startsWith(
                        "Java clients before 3.8 ignore compression.zstd.level (KIP-390): the default level, zstd:3, saves only ")
                .endsWith("Give yours with --client java:VERSION.");
        assertThat(advice.runnersUp())
                .extracting(other -> other.prediction().settings())
                .contains(advice.recommended().settings().withDefaultLevel());
        assertThat(small.on(HandMade.workload(100_000).withClient(Client.parse("java:3.8")))
                        .advise()
                        .caveats())
                .noneMatch(ChangeCaveat.LevelNeedsNewClients.class::isInstance);
    }

    @Test
    void whereNothingChangesNothingIsSaidAboutTheChange() {
        Recommendation advice = AdviceCase.usual().on(HandMade.workload(2)).advise();

        assertThat(advice.leaveIt()).isPresent();
        assertThat(advice.caveats()).isEmpty();
    }

    @Test
    void limitsThatCannotBeMetAreNamed() {
        Recommendation advice =
                AdviceCase.usual().withinLatency(0.001).withinCores(0.0001).advise();

        assertThat(advice.caveats().get(0).message()).contains("--max-latency").contains("--max-producer-cores");
    }
}
