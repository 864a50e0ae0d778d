package dev.squeeze.feature.bench;

import dev.squeeze.engine.experiment.Metric;
import dev.squeeze.engine.experiment.Threshold;
import dev.squeeze.engine.load.TrialSecond;
import dev.squeeze.kit.unit.ByteCount;
import dev.squeeze.kit.unit.UsageException;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * A threshold that is checked every second. It is missed only after {@link #SECONDS} seconds in a row, since a single
 * second may be an outlier.
 */
final class AbortRule {
    static final int SECONDS = 5;

    private static final Map<Metric, Double> PERCENTILES = Map.of(
            Metric.ACK_P50, 50.0,
            Metric.ACK_P95, 95.0,
            Metric.ACK_P99, 99.0,
            Metric.ACK_P999, 99.9,
            Metric.ACK_MAX, 100.0);

    private final Threshold threshold;
    private int missed;

    AbortRule(Threshold threshold) {
        this.threshold = threshold;
    }

    /** @throws UsageException if the threshold cannot be checked while a trial runs, or a trial is too short for it */
    static void check(Threshold threshold, Duration window) {
        String flag = "--abort-unless " + threshold.text();
        if (threshold.ofChange()) {
            throw new UsageException(
                    flag + ": a change since --baseline is only known at the end; give a figure, such as 'p99<500ms'");
        }
        boolean watched = threshold.metric() == Metric.RECORDS_PER_SECOND
                || threshold.metric() == Metric.PAYLOAD_MIB_PER_SECOND
                || PERCENTILES.containsKey(threshold.metric());
        if (!watched) {
            throw new UsageException(
                    flag
                            + ": not known during the run; give records/s, payload-mib-per-second, p50, p95, p99, p99.9 or max");
        }
        if (window.toSeconds() < 2 * SECONDS) {
            throw new UsageException(flag + " checks " + SECONDS + " seconds in a row: give --trial " + 2 * SECONDS
                    + "s or longer, or --stages");
        }
    }

    /** Whether the threshold needs latencies that are reported while a trial runs. */
    static boolean isOfLatency(Threshold threshold) {
        return PERCENTILES.containsKey(threshold.metric());
    }

    /**
     * Returns whether the threshold has been missed for long enough. If nothing was acknowledged, latency thresholds
     * are missed.
     */
    boolean isMissedAfter(TrialSecond second) {
        OptionalDouble value = value(second);
        missed = value.isPresent() && threshold.isMetBy(value.getAsDouble()) ? 0 : missed + 1;
        return missed >= SECONDS;
    }

    /** The figure of a second; absent for latencies if nothing was acknowledged. */
    OptionalDouble value(TrialSecond second) {
        if (threshold.metric() == Metric.RECORDS_PER_SECOND) {
            return OptionalDouble.of(second.acknowledged() / second.seconds());
        }
        if (threshold.metric() == Metric.PAYLOAD_MIB_PER_SECOND) {
            return OptionalDouble.of(second.acknowledgedBytes() / second.seconds() / ByteCount.MIB);
        }
        double percentile = PERCENTILES.getOrDefault(threshold.metric(), 100.0);
        return second.acknowledgeNanos()
                .filter(latency -> latency.getTotalCount() > 0)
                .map(latency -> OptionalDouble.of(latency.getValueAtPercentile(percentile) / 1e6))
                .orElse(OptionalDouble.empty());
    }
}
