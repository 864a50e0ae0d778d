package dev.squeeze.feature.advise;

import dev.squeeze.engine.predict.BrokerResource;
import dev.squeeze.engine.predict.Client;
import dev.squeeze.engine.predict.Prediction;
import dev.squeeze.engine.predict.Prices;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.feature.measure.MeasureFixtures;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.unit.ArrivalRate;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Made-up results of {@code squeeze advise}, independent of machine and date. */
public final class AdviseFixtures {
    private AdviseFixtures() {}

    /** A change that is worth it. */
    public static AdviseResult change() {
        Prediction current = AdviceParts.prediction("none", 16_384, 5, 52, 1.0, 10_240, 0.02);
        Prediction best = AdviceParts.prediction("zstd:6", 65_536, 20, 410, 6.54, 1_566, 0.41);
        return AdviceParts.result(
                MeasureFixtures.run("advise", "events.jsonl", "--rate", "20MiB/s"),
                MeasureFixtures.keyedSource(),
                MeasureFixtures.completeSweep(),
                69_444.4,
                AdviceParts.request(
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
                        AdviceParts.savings(1_642, 50, 8_674),
                        best.settings().configLines(),
                        List.of("compression.type=producer"),
                        AdviceParts.ladder(current, best),
                        AdviceParts.robustness(best),
                        List.of(
                                new RunnerUp(
                                        AdviceParts.prediction("zstd:3", 65_536, 20, 402, 6.31, 1_623, 0.29),
                                        "11 USD/month more, 4 % more bytes"),
                                new RunnerUp(
                                        AdviceParts.prediction("lz4", 16_384, 5, 190, 3.9, 2_626, 0.08),
                                        "212 USD/month more, 68 % more bytes, 15 ms lower latency")),
                        List.of(new ChangeCaveat.OldDataKeepsItsCodec(Optional.of("7 d"))),
                        1_234,
                        AdviceParts.compared(current, best),
                        OptionalInt.of(23),
                        Optional.of(List.of(
                                new OtherRate(
                                        0.5,
                                        AdviceParts.prediction("none", 16_384, 5, 31, 1.0, 5_180, 0.016),
                                        AdviceParts.prediction("zstd:6", 65_536, 20, 230, 6.02, 851, 0.23)),
                                new OtherRate(
                                        2,
                                        AdviceParts.prediction("none", 16_384, 5, 52, 1.0, 20_480, 0.04),
                                        AdviceParts.prediction("zstd:6", 65_536, 20, 430, 6.6, 3_103, 0.81))))));
    }

    /** A verified recommendation; one setting did not hold the rate. */
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

    /** With a vendor's prices, tiered storage and broker prices. */
    public static AdviseResult tiered() {
        AdviseResult advised = change();
        Recommendation advice = advised.recommendation();
        return new AdviseResult(
                advised.run(),
                advised.source(),
                advised.workload()
                        .withBrokers(9, 3)
                        .withLocalRetention(Duration.ofDays(1))
                        .withLocalRetentionBytes(OptionalLong.of(50_000_000_000L)),
                advised.prices()
                        .withService(new Prices.Service(false, false, 0.05, 0.04))
                        .withObjectStore(new Prices.ObjectStore(0.023, 0.005))
                        .withBroker(new Prices.Broker(450, Optional.of(BrokerResource.DISK))),
                advised.request(),
                new Recommendation(
                        advice.verdict(),
                        advice.leaveIt(),
                        AdviceParts.tiered(advice.recommended()),
                        AdviceParts.tiered(advice.current()),
                        AdviceParts.tiered(advice.best()),
                        advice.savings(),
                        advice.producerConfig(),
                        advice.topicConfig(),
                        advice.ladder(),
                        advice.robustness(),
                        advice.runnersUp(),
                        advice.caveats(),
                        advice.candidates(),
                        advice.compared(),
                        OptionalInt.empty(),
                        Optional.empty()),
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
                current.simulated());
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
                        List.of(new ChangeCaveat.BrokersCompress(Codec.parse("zstd:3"), 0.4, 1.3, 3)),
                        12,
                        AdviceParts.compared(current, onTopic),
                        OptionalInt.empty(),
                        Optional.empty()),
                List.of("kafka-configs.sh --bootstrap-server HOST:PORT --alter --entity-type topics --entity-name TOPIC"
                        + " --add-config compression.type=zstd"),
                advised.sweep(),
                advised.verification(),
                advised.cpuBasis(),
                advised.origins());
    }

    /** Nothing is worth a change. */
    public static AdviseResult leaveIt() {
        Prediction current = AdviceParts.prediction("zstd:3", 65_536, 20, 402, 6.31, 1_623, 0.29);
        Prediction best = AdviceParts.prediction("zstd:4", 65_536, 20, 405, 6.35, 1_612, 0.33);
        return AdviceParts.result(
                MeasureFixtures.run("advise", "events.jsonl"),
                MeasureFixtures.keyedSource(),
                MeasureFixtures.completeSweep(),
                1_234.5,
                AdviceParts.request(
                        current.settings(), new ArrivalRate.RecordsPerSecond(1_234.5), false, OptionalDouble.empty()),
                new Recommendation(
                        "Keep today's settings, zstd:3, batch.size=65536, linger.ms=20: only the level would change (zstd:3 to zstd:4),"
                                + " for 0.1 %.",
                        Optional.of("only the level would change (zstd:3 to zstd:4), for 0.1 %"),
                        current,
                        current,
                        best,
                        AdviceParts.savings(0.3, 9, 11),
                        current.settings().configLines(),
                        List.of("compression.type=producer"),
                        Optional.of(Ladder.NONE),
                        Optional.empty(),
                        List.of(new RunnerUp(best, "best by the objective, but not worth a change")),
                        List.of(),
                        1_234,
                        AdviceParts.compared(current, best),
                        OptionalInt.empty(),
                        Optional.empty()));
    }

    /** The records are from a topic, and today's batches from its log. */
    public static AdviseResult stored() {
        Prediction current = AdviceParts.prediction("lz4", 16_384, 5, 12.5, 2.1, 4_876, 0.05);
        Prediction best = AdviceParts.prediction("zstd:3", 65_536, 50, 240, 5.8, 1_765, 0.25);
        return AdviceParts.result(
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
                        new FromLog(true, true, true, true, Optional.empty(), Optional.of(List.of("batch.size"))),
                        Optional.empty()),
                new Recommendation(
                        "Use zstd with batch.size=65536 and linger.ms=50: batches shrink 5.80x, which saves 598 USD/month"
                                + " (580 to 616), 63 % of today's cost.",
                        Optional.empty(),
                        best,
                        current,
                        best,
                        AdviceParts.savings(598, 18, 3_111),
                        best.settings().configLines(),
                        List.of("compression.type=producer"),
                        AdviceParts.ladder(current, best),
                        AdviceParts.robustness(best),
                        List.of(),
                        List.of(new TrafficCaveat.BaselineFromLog(
                                MeasureFixtures.storedSource().stored().orElseThrow(),
                                List.of("batch.size"),
                                List.of(),
                                false)),
                        900,
                        AdviceParts.compared(current, best),
                        OptionalInt.empty(),
                        Optional.empty()));
    }

    /** Records from a file, compared with a topic's batches. */
    public static AdviseResult compared() {
        AdviseResult stored = stored();
        return AdviceParts.result(
                MeasureFixtures.run("advise", "events.jsonl", "--current-from", "topic:orders"),
                MeasureFixtures.comparedSource(),
                MeasureFixtures.completeSweep(),
                2_000,
                stored.request(),
                stored.recommendation());
    }

    /** A result with every kind of caveat. */
    public static AdviseResult troubled() {
        Prediction current = AdviceParts.prediction("none", 16_384, 5, 9, 1.0, 1_024, 0.01);
        Prediction best = AdviceParts.prediction("zstd:1", 1_048_576, 100, 700, 2.75, 372, 0.4);
        return AdviceParts.result(
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
                        AdviceParts.savings(102, 100, 652),
                        best.settings().configLines(),
                        List.of("compression.type=producer"),
                        AdviceParts.ladder(current, best),
                        AdviceParts.robustness(best),
                        List.of(),
                        CaveatFixtures.every(),
                        5,
                        AdviceParts.compared(current, best),
                        OptionalInt.empty(),
                        Optional.empty()));
    }
}
