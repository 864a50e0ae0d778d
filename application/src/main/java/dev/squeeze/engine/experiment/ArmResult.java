package dev.squeeze.engine.experiment;

import dev.squeeze.engine.drivers.DriverHello;
import dev.squeeze.engine.load.LoadProfile;
import dev.squeeze.engine.load.Tick;
import dev.squeeze.engine.load.TrialResult;
import dev.squeeze.engine.load.WorkerShare;
import dev.squeeze.kit.stats.ConfidenceInterval;
import dev.squeeze.kit.stats.TrimmedMean;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/** Results of one arm so far: a value of each metric for every valid round. Grows while the experiment runs. */
public final class ArmResult {
    private final Arm arm;
    private final List<Round> rounds = new ArrayList<>();
    private final Set<String> problems = new LinkedHashSet<>();
    private List<Tick> lastTicks = List.of();
    private double warmUpSeconds;
    private boolean settled;
    private OptionalDouble interruptedSeconds = OptionalDouble.empty();
    private List<DriverHello> clients = List.of();
    private long recompressedRecords;
    private final Map<String, Long> refusedByStatus = new TreeMap<>();
    private int leftOut;
    private Optional<LimitingFactor> limit = Optional.empty();

    private record Round(
            int number,
            double seconds,
            OptionalDouble dueRecordsPerSecond,
            Map<Metric, Double> metrics,
            List<WorkerShare> workers,
            Packed send,
            Packed acknowledge,
            Packed endToEnd) {}

    ArmResult(Arm arm) {
        this.arm = arm;
    }

    void warmedUp(TrialResult trial) {
        warmUpSeconds = trial.window().seconds();
        settled = trial.warmUp().map(TrialResult.WarmUp::settled).orElse(false);
        problems.addAll(trial.problems());
    }

    void add(int round, TrialResult trial) {
        problems.addAll(trial.problems());
        lastTicks = trial.ticks();
        trial.served().ifPresent(served -> served.refusedByStatus()
                .forEach((status, count) -> refusedByStatus.merge(status, count, Long::sum)));
        clients = trial.clients();
        // A partial round would get the same weight as the complete ones.
        if (!trial.isValid() || trial.interrupted() && !rounds.isEmpty()) {
            return;
        }
        if (trial.interrupted()) {
            interruptedSeconds = OptionalDouble.of(trial.window().seconds());
        }
        TrialResult.Latencies latencies = trial.latencies();
        rounds.add(new Round(
                round,
                trial.window().seconds(),
                due(trial.window()),
                TrialMetrics.of(trial, arm.settings()),
                trial.workers(),
                Packed.of(latencies.send()),
                Packed.of(latencies.acknowledge()),
                Packed.of(latencies.endToEnd())));
        // What limits workers cannot be seen from here.
        if (arm.settings().profile() instanceof LoadProfile.ClosedLoop
                && trial.workers().isEmpty()) {
            limit = Optional.of(
                    LimitFinder.find(trial, arm.settings(), Runtime.getRuntime().availableProcessors()));
        }
        recompressedRecords += trial.window()
                .brokers()
                .map(brokers -> brokers.stream()
                        .mapToLong(broker -> broker.counters().recompressedRecords())
                        .sum())
                .orElse(0L);
    }

    private OptionalDouble due(TrialResult.Window window) {
        return arm.settings().profile() instanceof LoadProfile.Paced paced
                ? OptionalDouble.of(paced.meanRecordsPerSecond(window.fromSeconds(), window.seconds()))
                : OptionalDouble.empty();
    }

    void failed(String problem) {
        problems.add(problem);
    }

    public Arm arm() {
        return arm;
    }

    /** Length in seconds of its only trial, if the user interrupted that; absent if its trials are complete. */
    public OptionalDouble interruptedSeconds() {
        return interruptedSeconds;
    }

    /**
     * The other client libraries that sent in the latest trial, as reported by their drivers; empty if the Java
     * producer sent.
     */
    public List<DriverHello> clients() {
        return clients;
    }

    /** Reasons why the results of this arm are invalid; empty if there are none. */
    public List<String> problems() {
        return List.copyOf(problems);
    }

    public boolean isValid() {
        return problems.isEmpty() && !rounds.isEmpty();
    }

    public double warmUpSeconds() {
        return warmUpSeconds;
    }

    /** Whether throughput and CPU were steady when the warm-up ended. */
    public boolean settled() {
        return settled;
    }

    /** What limited the rate of a closed loop in its latest valid trial. */
    public Optional<LimitingFactor> limit() {
        return limit;
    }

    /** Number of valid rounds that count. */
    public int rounds() {
        return counted().size();
    }

    /** Mean length, in seconds, of the measured windows of the rounds that count; empty if there are none. */
    public OptionalDouble roundSeconds() {
        return counted().stream().mapToDouble(Round::seconds).average();
    }

    /**
     * Mean rate, in records/s, that was due in the measured windows of the rounds that count; empty for a closed loop,
     * or if there are no such rounds. With stages this is not the mean over all stages: the ramp-up is not measured.
     */
    public OptionalDouble dueRecordsPerSecond() {
        return counted().stream()
                .flatMapToDouble(round -> round.dueRecordsPerSecond().stream())
                .average();
    }

    /** From now on the first {@code leadingRounds} rounds of the experiment do not count. */
    void leaveOut(int leadingRounds) {
        leftOut = leadingRounds;
    }

    private List<Round> counted() {
        return rounds.stream().filter(round -> round.number() >= leftOut).toList();
    }

    /** Number of records that the brokers recompressed in the measured windows. */
    public long recompressedRecords() {
        return recompressedRecords;
    }

    /** Requests that a service did not answer with success, by status, over all rounds. */
    public Map<String, Long> refusedByStatus() {
        return Map.copyOf(refusedByStatus);
    }

    /** Progress over the latest trial. */
    public List<Tick> lastTicks() {
        return lastTicks;
    }

    /** The values of the rounds that count and have the metric, in the order of the rounds. */
    public List<Double> values(Metric metric) {
        return counted().stream()
                .filter(round -> round.metrics().containsKey(metric))
                .map(round -> round.metrics().get(metric))
                .toList();
    }

    /** The value in one round of the experiment, whether or not it counts. */
    Optional<Double> valueInRound(Metric metric, int number) {
        return rounds.stream()
                .filter(round -> round.number() == number)
                .findFirst()
                .flatMap(round -> Optional.ofNullable(round.metrics().get(metric)));
    }

    /** What each of several machines did in the rounds that count; empty if this process sent. */
    public List<WorkerShare> workerShares() {
        return counted().stream().flatMap(round -> round.workers().stream()).toList();
    }

    /** Numbers of the valid rounds that count. */
    List<Integer> roundNumbers() {
        return counted().stream().map(Round::number).toList();
    }

    /**
     * Every metric that was measured: its trimmed mean over the rounds, with a 95 % interval if there are at least two.
     */
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

    /** Duration of send() calls over all rounds that count, nanoseconds. */
    public Histogram sendNanos() {
        return together(Round::send);
    }

    /** End-to-end latency over all rounds that count, nanoseconds. */
    public Histogram acknowledgeNanos() {
        return together(Round::acknowledge);
    }

    /** Time to acknowledgement over all rounds that count, nanoseconds. */
    public Histogram endToEndNanos() {
        return together(Round::endToEnd);
    }

    private Histogram together(Function<Round, Packed> which) {
        Histogram sum = new Histogram(3);
        sum.setAutoResize(true);
        counted().forEach(round -> sum.add(which.apply(round).unpacked()));
        return sum;
    }

    /**
     * A histogram in HdrHistogram's compressed encoding: some KiB instead of hundreds, for each of thousands of trials.
     */
    private record Packed(byte[] bytes) {
        static Packed of(Histogram histogram) {
            ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
            int length = histogram.encodeIntoCompressedByteBuffer(buffer);
            return new Packed(Arrays.copyOf(buffer.array(), length));
        }

        Histogram unpacked() {
            try {
                return Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(bytes), 0);
            } catch (DataFormatException e) {
                throw new IllegalStateException("a histogram that was encoded here cannot be decoded", e);
            }
        }
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
            ConfidenceInterval interval = TrimmedMean.ofFew(
                    values.stream().mapToDouble(value -> value).toArray(), 0.95);
            return new Figure(interval.estimate(), Optional.of(interval), values);
        }
    }
}
