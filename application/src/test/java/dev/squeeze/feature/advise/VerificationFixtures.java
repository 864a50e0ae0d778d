package dev.squeeze.feature.advise;

import dev.squeeze.engine.experiment.Metric;
import dev.squeeze.engine.experiment.Verification.Verdict;
import dev.squeeze.engine.predict.Prediction;
import dev.squeeze.feature.bench.BenchFixtures;
import dev.squeeze.feature.bench.VerificationInfo;
import dev.squeeze.kit.document.BrokerUsage;
import dev.squeeze.kit.document.ClusterInfo;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Made-up results of live runs. */
public final class VerificationFixtures {
    private VerificationFixtures() {}

    /** The recommended settings held the rate and today's did not; the broker went away. */
    static VerificationInfo of(Recommendation advice) {
        return new VerificationInfo(
                new ClusterInfo(
                        true, OptionalInt.of(1), Optional.empty(), OptionalLong.of(512L << 20), BrokerUsage.PROCESS),
                new VerificationInfo.LoadInfo(46_296, 4, 6, Optional.of(true), 48, 1, 1, 0.6),
                6,
                1,
                1,
                true,
                Optional.of("the broker went away"),
                List.of(
                        "3 of 4 predictions match; 1 inconclusive (too noisy: raise --verify-budget).",
                        "Mismatch: acknowledgement p99, prediction off by -40 %."),
                Optional.of(new VerificationInfo.DriftInfo(
                        0.91,
                        1.18,
                        2,
                        0.06,
                        Optional.of(new VerificationInfo.ProducerDriftInfo(1.03, 1, 0.04)),
                        List.of(
                                new VerificationInfo.ReferenceInfo(
                                        "300 B, a trickle", "consumer", 0.72, 245_000, 270_000, 5),
                                new VerificationInfo.ReferenceInfo(
                                        "300 B, as fast as it goes", "consumer", 0, 430, 390, 5)))),
                List.of(
                        verified("recommended", advice.recommended(), true),
                        verified("today", advice.current(), false)));
    }

    private static VerificationInfo.VerifiedInfo verified(String standing, Prediction prediction, boolean held) {
        return new VerificationInfo.VerifiedInfo(
                standing,
                prediction.settings(),
                held,
                OptionalDouble.of(prediction.resources().money()),
                held ? OptionalDouble.of(1.02 * prediction.resources().money()) : OptionalDouble.empty(),
                held
                        ? List.of(
                                check(Metric.RECORDS_PER_BATCH, 410, 0.1, 402, 0.02, Verdict.MATCH),
                                check(Metric.RATIO, 6.54, 0.02, 6.51, 0.001, Verdict.MATCH),
                                check(Metric.ACK_P50, 12.1, 0.3, 19.6, 1.74, Verdict.INCONCLUSIVE),
                                check(Metric.ACK_P99, 24.5, 0.3, 40.8, 0.06, Verdict.MISMATCH),
                                check(Metric.HIGHEST_RATE, 91_000, 0.2, 88_500, 0.04, Verdict.MATCH))
                        : List.of(),
                held
                        ? Optional.of(new VerificationInfo.LimitInfo("application thread", "machine's cores"))
                        : Optional.empty(),
                BenchFixtures.complete().arms().get(0));
    }

    public static VerificationInfo.CheckInfo check(
            Metric metric, double predicted, double claimed, double measured, double spread, Verdict verdict) {
        return new VerificationInfo.CheckInfo(
                metric.key(),
                metric.unit(),
                predicted,
                predicted * (1 - claimed),
                predicted * (1 + claimed),
                measured,
                OptionalDouble.of(measured * (1 - spread)),
                OptionalDouble.of(measured * (1 + spread)),
                5,
                predicted / measured - 1,
                verdict);
    }
}
