package dev.squeeze.engine.experiment;

import dev.squeeze.engine.load.Tick;
import dev.squeeze.engine.load.TrialResult;
import dev.squeeze.kit.stats.Slope;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * When a rate counts as sustained: it was achieved within 1 %; the number of records that are due and not acknowledged
 * did not grow over the window; the 99th percentile of the time to acknowledgement stayed within a limit; and no record
 * failed, was refused or found the producer's buffer full, even if the trial does not count the latter as failure.
 *
 * @param maxLatency limit for the 99th percentile
 */
public record SustainedCriteria(Duration maxLatency) {
    private static final double ACHIEVED = 0.99;
    /** Growth of the backlog that counts, relative to the rate: half of the 1 % above. */
    private static final double GROWTH = 0.005;

    /** Reason why the rate was not sustained, as text; empty if it was. */
    public Optional<String> violation(TrialResult trial, double recordsPerSecond) {
        if (!trial.isValid()) {
            return Optional.of(trial.problems().get(0));
        }
        TrialResult.Window window = trial.window();
        if (window.refused() > 0) {
            return Optional.of(String.format(
                    Locale.ROOT,
                    "the service refused %,d requests (%s)",
                    window.refused(),
                    trial.served()
                            .map(served -> statuses(served.refusedByStatus()))
                            .orElse("")));
        }
        if (window.bufferFull() > 0) {
            return Optional.of(
                    String.format(Locale.ROOT, "%,d records found the producer's buffer full", window.bufferFull()));
        }
        double achieved = window.records() / window.seconds();
        if (achieved < ACHIEVED * recordsPerSecond) {
            return Optional.of(String.format(
                    Locale.ROOT,
                    "achieved %,.0f records/s, %.1f %% less than intended",
                    achieved,
                    100 * (1 - achieved / recordsPerSecond)));
        }
        Optional<String> growth = growth(trial, recordsPerSecond);
        if (growth.isPresent()) {
            return growth;
        }
        double p99Millis = trial.latencies().acknowledge().getValueAtPercentile(99) / 1e6;
        return p99Millis <= maxLatency.toMillis()
                ? Optional.empty()
                : Optional.of(String.format(
                        Locale.ROOT,
                        "p99 to acknowledgement was %,.0f ms, over %,d ms",
                        p99Millis,
                        maxLatency.toMillis()));
    }

    private static String statuses(Map<String, Long> refusedByStatus) {
        return "status " + String.join(", ", new TreeMap<>(refusedByStatus).keySet());
    }

    private static Optional<String> growth(TrialResult trial, double recordsPerSecond) {
        double from = trial.window().fromSeconds();
        double until = from + trial.window().seconds();
        List<Tick> ticks = trial.ticks().stream()
                .filter(tick -> tick.seconds() >= from && tick.seconds() <= until)
                .toList();
        if (ticks.size() < Slope.MIN_READINGS) {
            return Optional.of("the backlog was sampled only " + ticks.size() + " times, too few to know whether it"
                    + " grew: the machine is too busy, or --trial too short");
        }
        Slope backlog = Slope.of(
                ticks.stream().mapToDouble(Tick::seconds).toArray(),
                ticks.stream().mapToDouble(Tick::backlog).toArray());
        return backlog.growsBeyond(GROWTH * recordsPerSecond)
                ? Optional.of(String.format(
                        Locale.ROOT,
                        "the backlog grew by %,.0f records per second (%,.0f to %,.0f)",
                        backlog.perSecond().estimate(),
                        backlog.perSecond().low(),
                        backlog.perSecond().high()))
                : Optional.empty();
    }
}
