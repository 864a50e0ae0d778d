package dev.squeeze.feature.advise;

import dev.squeeze.engine.predict.BatchFill;
import dev.squeeze.engine.predict.Prediction;
import dev.squeeze.engine.predict.Prices;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.engine.predict.ResourceEstimate;
import dev.squeeze.engine.predict.Workload;
import dev.squeeze.engine.workload.PartOrigin;
import dev.squeeze.engine.workload.PartOrigin.Origin;
import dev.squeeze.engine.workload.WorkloadOrigins;
import dev.squeeze.engine.workload.WorkloadPart;
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

/** Parts of made-up results of {@code squeeze advise}. */
final class AdviceParts {
    static final WorkloadOrigins ORIGINS = new WorkloadOrigins(
            List.of(
                    new PartOrigin(WorkloadPart.RATE, Origin.GIVEN, Optional.empty()),
                    new PartOrigin(WorkloadPart.PARTITIONS, Origin.LOG, Optional.empty()),
                    new PartOrigin(WorkloadPart.BROKERS, Origin.CLUSTER, Optional.empty()),
                    new PartOrigin(WorkloadPart.ZONES, Origin.ASSUMED, Optional.of("the brokers have no racks"))),
            List.of("its log is younger than its retention of 7 d: disk usage is for the steady state at this rate, not"
                    + " as of today"));

    private AdviceParts() {}

    static AdviseResult result(
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
                Optional.of("CPU is predicted with the costs of a reference machine (Example, 2 cores) times 1.10."),
                Optional.of(ORIGINS));
    }

    static AdviceRequest request(
            ProducerSettings current, ArrivalRate rate, boolean assumed, OptionalDouble maxProducerCores) {
        return new AdviceRequest(
                current, Objective.COST, new Limits(OptionalDouble.of(100), maxProducerCores), rate, assumed);
    }

    /** A good choice at half the rate, but not at twice the rate. */
    static Optional<Robustness> robustness(Prediction best) {
        ProducerSettings other = new ProducerSettings(best.settings().codec(), 32_768, 5);
        return Optional.of(new Robustness(List.of(
                new Robustness.Case(Robustness.Changed.RATE, 0.5, best.settings(), 0),
                new Robustness.Case(Robustness.Changed.RATE, 2, other, 0.043),
                new Robustness.Case(Robustness.Changed.CPU_TIME, 0.5, best.settings(), 0),
                new Robustness.Case(Robustness.Changed.CPU_TIME, 2, best.settings(), 0.011))));
    }

    static Optional<List<Candidate>> compared(Prediction current, Prediction best) {
        return Optional.of(List.of(Candidate.of(current, true), Candidate.of(best, true)));
    }

    /** Two rungs: half of the saving, and the recommended settings. */
    static Optional<Ladder> ladder(Prediction current, Prediction best) {
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
                current.simulated());
        return Optional.of(new Ladder(
                List.of(new Ladder.Rung(Step.CODEC, codec, 0.5), new Ladder.Rung(Step.LARGEST_SAVING, best, 1)),
                0,
                OptionalInt.of(1)));
    }

    static Savings savings(double money, double moneyHalfWidth, double wireGb) {
        return new Savings(
                ConfidenceInterval.around(money, moneyHalfWidth, 1_024),
                ConfidenceInterval.around(wireGb, wireGb * 0.014, 1_024),
                ConfidenceInterval.around(wireGb * 0.7, wireGb * 0.0098, 1_024),
                ConfidenceInterval.around(-0.39, 0.02, 1_024));
    }

    static Prediction prediction(
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
                Optional.of(new Prediction.SimulatedTraffic(900, false, 0.081, cores / 3, linger + 1.5, linger + 9)));
    }

    /** The same with tiered storage. */
    static Prediction tiered(Prediction prediction) {
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
                prediction.simulated());
    }
}
