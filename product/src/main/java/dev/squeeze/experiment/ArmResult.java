package dev.squeeze.experiment;

import dev.squeeze.load.Tick;
import dev.squeeze.load.TrialResult;
import dev.squeeze.stats.ConfidenceInterval;
import dev.squeeze.stats.TrimmedMean;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.HdrHistogram.Histogram;

/** What one arm showed so far: a value of each metric for every valid round. Grows while the experiment runs. */
public final class ArmResult {
    private final Arm arm;
    private final List<Map<Metric, Double>> rounds = new ArrayList<>();
    private final List<Integer> roundNumbers = new ArrayList<>();
    private final Set<String> problems = new LinkedHashSet<>();
    private final Histogram acknowledge = new Histogram(3);
    private final Histogram endToEnd = new Histogram(3);
    private final Histogram send = new Histogram(3);
    private List<Tick> lastTicks = List.of();
    private Optional<TrialResult> lastTrial = Optional.empty();
    private double warmUpSeconds;
    private boolean settled;
    private long recompressedRecords;

    ArmResult(Arm arm) {
        this.arm = arm;
        acknowledge.setAutoResize(true);
        endToEnd.setAutoResize(true);
        send.setAutoResize(true);
    }

    void warmedUp(double seconds, boolean hasSettled, List<String> found) {
        warmUpSeconds = seconds;
        settled = hasSettled;
        problems.addAll(found);
    }

    void add(int round, TrialResult trial) {
        problems.addAll(trial.problems());
        lastTicks = trial.ticks();
        lastTrial = Optional.of(trial);
        if (!trial.isValid()) {
            return;
        }
        rounds.add(TrialMetrics.of(trial, arm.settings()));
        roundNumbers.add(round);
        send.add(trial.latencies().send());
        acknowledge.add(trial.latencies().acknowledge());
        endToEnd.add(trial.latencies().endToEnd());
        recompressedRecords += trial.window()
                .brokers()
                .map(brokers -> brokers.stream()
                        .mapToLong(broker -> broker.counters().recompressedRecords())
                        .sum())
                .orElse(0L);
    }

    void failed(String problem) {
        problems.add(problem);
    }

    public Arm arm() {
        return arm;
    }

    /** Why nothing of this arm may be quoted; empty if all is well. */
    public List<String> problems() {
        return List.copyOf(problems);
    }

    public boolean isValid() {
        return problems.isEmpty() && !rounds.isEmpty();
    }

    public double warmUpSeconds() {
        return warmUpSeconds;
    }

    /** Whether throughput and CPU stood still when the warm-up ended. */
    public boolean settled() {
        return settled;
    }

    /** Valid rounds. */
    public int rounds() {
        return rounds.size();
    }

    /** Records that the brokers compressed anew while measuring. */
    public long recompressedRecords() {
        return recompressedRecords;
    }

    /** How the latest trial went, moment by moment. */
    public List<Tick> lastTicks() {
        return lastTicks;
    }

    /** The latest trial, valid or not. */
    public Optional<TrialResult> lastTrial() {
        return lastTrial;
    }

    /** A value a round, in their order, of those rounds that have it. */
    public List<Double> values(Metric metric) {
        return rounds.stream()
                .filter(round -> round.containsKey(metric))
                .map(round -> round.get(metric))
                .toList();
    }

    /** The value in one round of the experiment. */
    Optional<Double> valueInRound(Metric metric, int round) {
        int index = roundNumbers.indexOf(round);
        return index < 0
                ? Optional.empty()
                : Optional.ofNullable(rounds.get(index).get(metric));
    }

    List<Integer> roundNumbers() {
        return Collections.unmodifiableList(roundNumbers);
    }

    /** Every metric that was seen: its centre over the rounds, with an interval at 95 % from two rounds on. */
    public Map<Metric, Figure> figures() {
        Map<Metric, Figure> figures = new EnumMap<>(Metric.class);
        for (Metric metric : Metric.values()) {
            List<Double> values = values(metric);
            if (!values.isEmpty()) {
                figures.put(metric, Figure.of(values));
            }
        }
        return figures;
    }

    public Optional<Double> estimate(Metric metric) {
        List<Double> values = values(metric);
        return values.isEmpty()
                ? Optional.empty()
                : Optional.of(Figure.of(values).estimate());
    }

    /** All rounds together, nanoseconds. */
    public Histogram sendNanos() {
        return send;
    }

    /** All rounds together, nanoseconds. */
    public Histogram acknowledgeNanos() {
        return acknowledge;
    }

    /** All rounds together, nanoseconds. */
    public Histogram endToEndNanos() {
        return endToEnd;
    }

    /**
     * A metric over the rounds.
     *
     * @param estimate their trimmed mean
     * @param interval at 95 %; absent for a single round
     * @param rounds the values
     */
    public record Figure(double estimate, Optional<ConfidenceInterval> interval, List<Double> rounds) {
        public Figure {
            rounds = List.copyOf(rounds);
        }

        static Figure of(List<Double> values) {
            if (values.size() < 2) {
                return new Figure(values.get(0), Optional.empty(), values);
            }
            ConfidenceInterval interval =
                    TrimmedMean.of(values.stream().mapToDouble(value -> value).toArray());
            return new Figure(interval.estimate(), Optional.of(interval), values);
        }
    }
}
