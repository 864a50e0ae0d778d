package dev.squeeze.feature.advise;

import dev.squeeze.engine.predict.BatchFill;
import dev.squeeze.engine.predict.BrokerResource;
import dev.squeeze.engine.predict.Client;
import dev.squeeze.engine.predict.ClientProfile;
import dev.squeeze.engine.predict.Prediction;
import dev.squeeze.engine.predict.Prices;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.engine.predict.ResourceEstimate;
import dev.squeeze.engine.predict.Workload;
import dev.squeeze.engine.workload.PartOrigin;
import dev.squeeze.engine.workload.PartOrigin.Origin;
import dev.squeeze.engine.workload.WorkloadOrigins;
import dev.squeeze.engine.workload.WorkloadPart;
import dev.squeeze.feature.measure.MeasureFixtures;
import dev.squeeze.feature.measure.SweepInfo;
import dev.squeeze.kit.document.RunInfo;
import dev.squeeze.kit.document.SourceInfo;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.stats.ConfidenceInterval;
import dev.squeeze.kit.unit.ArrivalRate;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** Results of {@code squeeze advise} made by hand: nothing in them depends on the machine or the day. */
public final class AdviseFixtures {
    private static final WorkloadOrigins ORIGINS = new WorkloadOrigins(
            List.of(
                    new PartOrigin(WorkloadPart.RATE, Origin.GIVEN, Optional.empty()),
                    new PartOrigin(WorkloadPart.PARTITIONS, Origin.LOG, Optional.empty()),
                    new PartOrigin(WorkloadPart.BROKERS, Origin.CLUSTER, Optional.empty()),
                    new PartOrigin(WorkloadPart.ZONES, Origin.ASSUMED, Optional.of("the brokers have no racks"))),
            List.of(
                    "its log is younger than its retention of 7 d: disks are those of the steady state at this rate, not"
                            + " of today"));

    private AdviseFixtures() {}

    /** A change that is worth it. */
    public static AdviseResult change() {
        Prediction current = prediction("none", 16_384, 5, 52, 1.0, 10_240, 0.02);
        Prediction best = prediction("zstd:6", 65_536, 20, 410, 6.54, 1_566, 0.41);
        return result(
                MeasureFixtures.run("advise", "events.jsonl", "--rate", "20MiB/s"),
                MeasureFixtures.keyedSource(),
                MeasureFixtures.completeSweep(),
                69_444.4,
                request(
                        ProducerSettings.KAFKA_DEFAULTS,
                        new ArrivalRate.BytesPerSecond(20 << 20),
                        false,
                        OptionalDouble.of(2)),
                new Recommendation(
                        "Use zstd at level 6 with batch.size=65536 and linger.ms=20: batches shrink 6.54x, which saves 1,642"
                                + " USD/month (1,592 to 1,692), 83 % of today's cost.",
                        Optional.empty(),
                        best,
                        current,
                        best,
                        savings(1_642, 50, 8_674),
                        best.settings().configLines(),
                        List.of("compression.type=producer"),
                        ladder(current, best),
                        robustness(best),
                        List.of(
                                new RunnerUp(
                                        prediction("zstd:3", 65_536, 20, 402, 6.31, 1_623, 0.29),
                                        "11 USD/month more, 4 % more bytes"),
                                new RunnerUp(
                                        prediction("lz4", 16_384, 5, 190, 3.9, 2_626, 0.08),
                                        "212 USD/month more, 68 % more bytes, 15 ms lower latency")),
                        List.of(new Caveat.OldDataKeepsItsCodec("7 d")),
                        1_234,
                        compared(current, best)));
    }

    /** Advice that was put to the proof; one setting did not hold the rate. */
    public static AdviseResult verified() {
        AdviseResult advised = change();
        return new AdviseResult(
                advised.run(),
                advised.source(),
                advised.workload(),
                advised.prices(),
                advised.request(),
                advised.recommendation(),
                advised.next(),
                advised.sweep(),
                Optional.of(VerificationFixtures.of(advised.recommendation())),
                advised.cpuBasis(),
                advised.origins());
    }

    /** With a vendor's prices, tiered storage and a price of whole brokers. */
    public static AdviseResult tiered() {
        AdviseResult advised = change();
        Recommendation advice = advised.recommendation();
        return new AdviseResult(
                advised.run(),
                advised.source(),
                advised.workload().withBrokers(9, 3).withLocalRetention(Duration.ofDays(1)),
                advised.prices()
                        .withService(new Prices.Service(false, false, 0.05, 0.04))
                        .withObjectStore(new Prices.ObjectStore(0.023, 0.005))
                        .withBroker(new Prices.Broker(450, Optional.of(BrokerResource.DISK))),
                advised.request(),
                new Recommendation(
                        advice.verdict(),
                        advice.leaveIt(),
                        tiered(advice.recommended()),
                        tiered(advice.current()),
                        tiered(advice.best()),
                        advice.savings(),
                        advice.producerConfig(),
                        advice.topicConfig(),
                        advice.ladder(),
                        advice.robustness(),
                        advice.runnersUp(),
                        advice.caveats(),
                        advice.candidates(),
                        advice.compared()),
                advised.next(),
                advised.sweep(),
                advised.verification(),
                advised.cpuBasis(),
                advised.origins());
    }

    /** Producers of a known version stay as they are, and brokers compress. */
    public static AdviseResult onTopic() {
        AdviseResult advised = change();
        Recommendation advice = advised.recommendation();
        Prediction current = advice.current();
        Prediction best = advice.best();
        Prediction onTopic = new Prediction(
                current.settings().recompressedTo(Codec.parse("zstd:3")),
                current.fill(),
                best.ratio(),
                OptionalDouble.of(current.ratio()),
                best.ratioRelativeHalfWidth(),
                best.speedRelativeHalfWidth(),
                best.resources(),
                current.addedLatencyMillis(),
                current.played());
        AdviceRequest request = advised.request();
        return new AdviseResult(
                advised.run(),
                advised.source(),
                advised.workload().withClient(Client.parse("java:3.9")),
                advised.prices(),
                new AdviceRequest(
                        request.current(),
                        request.objective(),
                        request.keep(),
                        request.limits(),
                        request.rate(),
                        request.rateIsAssumed(),
                        request.rateSeconds(),
                        request.fromLog(),
                        Optional.of(Change.TOPIC)),
                new Recommendation(
                        "Use zstd on the topic, with producers as they are: 83 % fewer bytes between brokers, to consumers and on"
                                + " disks (6.54x, today 1.00x), 1,642 USD/month less (1,592 to 1,692), 83 % of today's cost.",
                        Optional.empty(),
                        onTopic,
                        current,
                        onTopic,
                        advice.savings(),
                        List.of(),
                        List.of("compression.type=zstd"),
                        Optional.of(new Ladder(List.of(new Ladder.Rung(Step.CODEC, onTopic, 1)), 0, OptionalInt.of(0))),
                        Optional.empty(),
                        List.of(),
                        List.of(new Caveat.BrokersCompress(Codec.parse("zstd:3"), 0.4, 1.3, 3)),
                        12,
                        compared(current, onTopic)),
                List.of("kafka-configs.sh --bootstrap-server HOST:PORT --alter --entity-type topics --entity-name TOPIC"
                        + " --add-config compression.type=zstd"),
                advised.sweep(),
                advised.verification(),
                advised.cpuBasis(),
                advised.origins());
    }

    private static Prediction tiered(Prediction prediction) {
        ResourceEstimate local = prediction.resources();
        double wireGb = local.wireGigabytesPerMonth();
        return new Prediction(
                prediction.settings(),
                prediction.fill(),
                prediction.ratio(),
                prediction.ratioRelativeHalfWidth(),
                prediction.speedRelativeHalfWidth(),
                new ResourceEstimate(
                        local.wireBytesPerSecond(),
                        wireGb,
                        local.crossZoneGigabytesPerMonth(),
                        local.diskGigabytes() / 7,
                        local.producerCores(),
                        local.brokerCores(),
                        local.consumerCores(),
                        local.zoneMoney(),
                        local.diskMoney() / 7,
                        local.cpuMoney(),
                        Optional.of(new ResourceEstimate.Further(wireGb * 0.13, wireGb * 0.23, wireGb * 0.006))),
                prediction.addedLatencyMillis(),
                prediction.played());
    }

    /** Nothing is worth a change. */
    public static AdviseResult leaveIt() {
        Prediction current = prediction("zstd:3", 65_536, 20, 402, 6.31, 1_623, 0.29);
        Prediction best = prediction("zstd:4", 65_536, 20, 405, 6.35, 1_612, 0.33);
        return result(
                MeasureFixtures.run("advise", "events.jsonl"),
                MeasureFixtures.keyedSource(),
                MeasureFixtures.completeSweep(),
                1_234.5,
                request(current.settings(), new ArrivalRate.RecordsPerSecond(1_234.5), false, OptionalDouble.empty()),
                new Recommendation(
                        "Keep today's settings, zstd:3, batch.size=65536, linger.ms=20: only the level would change (zstd:3 to zstd:4),"
                                + " for 0.1 %.",
                        Optional.of("only the level would change (zstd:3 to zstd:4), for 0.1 %"),
                        current,
                        current,
                        best,
                        savings(0.3, 9, 11),
                        current.settings().configLines(),
                        List.of("compression.type=producer"),
                        Optional.of(Ladder.NONE),
                        Optional.empty(),
                        List.of(new RunnerUp(best, "best by the objective, but not worth a change")),
                        List.of(),
                        1_234,
                        compared(current, best)));
    }

    /** The records come out of a topic, and today is what lies in it. */
    public static AdviseResult stored() {
        Prediction current = prediction("lz4", 16_384, 5, 12.5, 2.1, 4_876, 0.05);
        Prediction best = prediction("zstd:3", 65_536, 50, 240, 5.8, 1_765, 0.25);
        return result(
                MeasureFixtures.run("advise", "topic:orders", "--bootstrap-server", "kafka1:9092"),
                MeasureFixtures.storedSource(),
                MeasureFixtures.completeSweep(),
                2_000,
                new AdviceRequest(
                        current.settings(),
                        Objective.COST,
                        Objective.KEEP,
                        new Limits(OptionalDouble.of(100), OptionalDouble.empty()),
                        new ArrivalRate.RecordsPerSecond(2_000),
                        false,
                        OptionalDouble.of(604_800),
                        new FromLog(true, true, true, true),
                        Optional.empty()),
                new Recommendation(
                        "Use zstd with batch.size=65536 and linger.ms=50: batches shrink 5.80x, which saves 598 USD/month"
                                + " (580 to 616), 63 % of today's cost.",
                        Optional.empty(),
                        best,
                        current,
                        best,
                        savings(598, 18, 3_111),
                        best.settings().configLines(),
                        List.of("compression.type=producer"),
                        ladder(current, best),
                        robustness(best),
                        List.of(),
                        List.of(new Caveat.BaselineFromLog(
                                MeasureFixtures.storedSource().stored().orElseThrow())),
                        900,
                        compared(current, best)));
    }

    /** Records of a file, compared with what lies in a topic. */
    public static AdviseResult compared() {
        AdviseResult stored = stored();
        return result(
                MeasureFixtures.run("advise", "events.jsonl", "--current-from", "topic:orders"),
                MeasureFixtures.comparedSource(),
                MeasureFixtures.completeSweep(),
                2_000,
                stored.request(),
                stored.recommendation());
    }

    /** Everything that can be said against a result is said. */
    public static AdviseResult troubled() {
        Prediction current = prediction("none", 16_384, 5, 9, 1.0, 1_024, 0.01);
        Prediction best = prediction("zstd:1", 1_048_576, 100, 700, 2.75, 372, 0.4);
        return result(
                MeasureFixtures.run("advise", "dump.bin", "--max-latency", "10ms"),
                MeasureFixtures.troubledSource(),
                MeasureFixtures.troubledSweep(),
                6_291.5,
                new AdviceRequest(
                        ProducerSettings.KAFKA_DEFAULTS,
                        Objective.COST,
                        Limits.ofThreadsThatSend(OptionalDouble.of(100), 6),
                        new ArrivalRate.BytesPerSecond(10 << 20),
                        true),
                new Recommendation(
                        "Use zstd at level 1 with batch.size=1048576 and linger.ms=100: batches shrink 2.75x, which saves 102"
                                + " USD/month (2 to 202), 52 % of today's cost.",
                        Optional.empty(),
                        best,
                        current,
                        best,
                        savings(102, 100, 652),
                        best.settings().configLines(),
                        List.of("compression.type=producer"),
                        ladder(current, best),
                        robustness(best),
                        List.of(),
                        everyCaveat(),
                        5,
                        compared(current, best)));
    }

    public static List<Caveat> everyCaveat() {
        return List.of(
                new Caveat.BaselineFromLog(
                        MeasureFixtures.storedSource().stored().orElseThrow()),
                new Caveat.BatchesByRule("librdkafka", true),
                new Caveat.FollowsLiveRun(),
                new Caveat.LimitsCannotBeMet("--max-latency 10ms"),
                new Caveat.AssumedRate("10 MiB/s"),
                new Caveat.RateSeenForShort(5_400, 1.5),
                new Caveat.ContendedMachine(1.87),
                new Caveat.SmallSample(900, 1_500_000),
                new Caveat.WideRatio(0.16),
                new Caveat.DriftingData(1.3, 3.4),
                new Caveat.Bursts(35.2, 12.1),
                new Caveat.BatchOfMuchOfTheSample(410, 900),
                new Caveat.LongLinger(101.4),
                new Caveat.CodecUnknownToSomeClients(Codec.parse("zstd:1")),
                new Caveat.SlowStart(128),
                new Caveat.OldDataKeepsItsCodec("7 d"),
                new Caveat.BufferMemory(100_663_296),
                new Caveat.MoreThanThreadsThatSend(
                        new ProducerSettings(Codec.parse("zstd:9"), 262_144, 20), 4.2, 6, 12.3, "USD"),
                new Caveat.BrokersCompress(Codec.parse("zstd:3"), 0.4, 1.3, 3),
                new Caveat.LevelNeedsNewClients(
                        ClientProfile.JAVA, Codec.parse("zstd:6"), 1_642, OptionalDouble.of(1_580), "USD"));
    }

    private static AdviseResult result(
            RunInfo run,
            SourceInfo source,
            SweepInfo sweep,
            double recordsPerSecond,
            AdviceRequest request,
            Recommendation recommendation) {
        return new AdviseResult(
                run,
                source,
                Workload.of(recordsPerSecond, 313.2, source.keyed(), 48)
                        .withProducers(6)
                        .withBrokers(3, 3)
                        .withConsumerGroups(2)
                        .withRetention(Duration.ofDays(7))
                        .withZones(3)
                        .withRoundTripMillis(2),
                new Prices(
                        "Example prices",
                        "USD",
                        "2026-01",
                        "https://example.org/prices",
                        0.02,
                        0.08,
                        0.5,
                        0.0408,
                        0.5,
                        true,
                        Prices.BilledOn.UNCOMPRESSED,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty()),
                request,
                recommendation,
                List.of(
                        "squeeze measure events.jsonl --codecs zstd,none",
                        "squeeze advise events.jsonl --optimize balanced"),
                sweep,
                Optional.empty(),
                Optional.of("CPU is that of a reference machine (Example, 2 cores) times 1.10."),
                Optional.of(ORIGINS));
    }

    private static AdviceRequest request(
            ProducerSettings current, ArrivalRate rate, boolean assumed, OptionalDouble maxProducerCores) {
        return new AdviceRequest(
                current, Objective.COST, new Limits(OptionalDouble.of(100), maxProducerCores), rate, assumed);
    }

    /** Good at half the rate, not at twice. */
    private static Optional<Robustness> robustness(Prediction best) {
        ProducerSettings other = new ProducerSettings(best.settings().codec(), 32_768, 5);
        return Optional.of(new Robustness(List.of(
                new Robustness.Case(Robustness.Changed.RATE, 0.5, best.settings(), 0),
                new Robustness.Case(Robustness.Changed.RATE, 2, other, 0.043),
                new Robustness.Case(Robustness.Changed.CPU_TIME, 0.5, best.settings(), 0),
                new Robustness.Case(Robustness.Changed.CPU_TIME, 2, best.settings(), 0.011))));
    }

    private static Optional<List<Candidate>> compared(Prediction current, Prediction best) {
        return Optional.of(List.of(Candidate.of(current, true), Candidate.of(best, true)));
    }

    /** Two rungs: half of the way, and the recommended settings. */
    private static Optional<Ladder> ladder(Prediction current, Prediction best) {
        Prediction codec = new Prediction(
                new ProducerSettings(
                        best.settings().codec(),
                        current.settings().batchSizeBytes(),
                        current.settings().lingerMillis()),
                current.fill(),
                (current.ratio() + best.ratio()) / 2,
                best.ratioRelativeHalfWidth(),
                best.speedRelativeHalfWidth(),
                current.resources(),
                current.addedLatencyMillis(),
                current.played());
        return Optional.of(new Ladder(
                List.of(new Ladder.Rung(Step.CODEC, codec, 0.5), new Ladder.Rung(Step.MOST, best, 1)),
                0,
                OptionalInt.of(1)));
    }

    private static Savings savings(double money, double moneyHalfWidth, double wireGb) {
        return new Savings(
                ConfidenceInterval.around(money, moneyHalfWidth, 1_024),
                ConfidenceInterval.around(wireGb, wireGb * 0.014, 1_024),
                ConfidenceInterval.around(wireGb * 0.7, wireGb * 0.0098, 1_024),
                ConfidenceInterval.around(-0.39, 0.02, 1_024));
    }

    private static Prediction prediction(
            String codec, int batchSize, int linger, double records, double ratio, double wireGb, double cores) {
        return new Prediction(
                new ProducerSettings(Codec.parse(codec), batchSize, linger),
                new BatchFill(records, records * 313.2, linger < 20, linger * 0.9),
                ratio,
                ratio == 1 ? 0 : 0.0123,
                0.02,
                new ResourceEstimate(
                        wireGb * 1e9 / 2_628_000,
                        wireGb,
                        wireGb * 4,
                        wireGb * 0.7,
                        cores / 2,
                        cores / 6,
                        cores / 3,
                        wireGb * 0.08,
                        wireGb * 0.112,
                        cores * 59.568,
                        Optional.empty()),
                linger * 0.9 + 0.5,
                Optional.of(new Prediction.Played(900, false, 0.081, cores / 3, linger + 1.5, linger + 9)));
    }
}
