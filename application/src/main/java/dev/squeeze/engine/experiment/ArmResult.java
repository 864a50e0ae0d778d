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

/** What one arm showed so far: a value of each metric for every valid round. Grows while the experiment runs. */
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
        // Next to whole rounds a part of one would have the same weight.
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
        // What limits workers is not to be seen from here.
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

    /** Seconds of its only trial until the user ended that; absent where its trials were whole. */
    public OptionalDouble interruptedSeconds() {
        return interruptedSeconds;
    }

    /** The other client libraries that sent in the latest trial, as their drivers name them; empty where Java's producer did. */
    public List<DriverHello> clients() {
        return clients;
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

    /** What kept a closed loop from going faster in its latest valid trial. */
    public Optional<LimitingFactor> limit() {
        return limit;
    }

    /** Valid rounds that count. */
    public int rounds() {
        return counted().size();
    }

    /** How long was measured in a round that counts, in seconds, on average; empty before the first of them. */
    public OptionalDouble roundSeconds() {
        return counted().stream().mapToDouble(Round::seconds).average();
    }

    /**
     * Records/s that were due while it was measured in rounds that count, on average; empty for a closed loop and before the
     * first of them. With stages that is not the mean of all: the ramp is not measured.
     */
    public OptionalDouble dueRecordsPerSecond() {
        return counted().stream()
                .flatMapToDouble(round -> round.dueRecordsPerSecond().stream())
                .average();
    }

    /** From now on the first rounds of the experiment do not count. */
    void leaveOut(int leadingRounds) {
        leftOut = leadingRounds;
    }

    private List<Round> counted() {
        return rounds.stream().filter(round -> round.number() >= leftOut).toList();
    }

    /** Records that the brokers recompressed while measuring. */
    public long recompressedRecords() {
        return recompressedRecords;
    }

    /** Requests that a service answered with something else than success, over all rounds. */
    public Map<String, Long> refusedByStatus() {
        return Map.copyOf(refusedByStatus);
    }

    /** How the latest trial went, moment by moment. */
    public List<Tick> lastTicks() {
        return lastTicks;
    }

    /** A value a round, in their order, of those rounds that count and have it. */
    public List<Double> values(Metric metric) {
        return counted().stream()
                .filter(round -> round.metrics().containsKey(metric))
                .map(round -> round.metrics().get(metric))
                .toList();
    }

    /** The value in one round of the experiment, counted or not. */
    Optional<Double> valueInRound(Metric metric, int number) {
        return rounds.stream()
                .filter(round -> round.number() == number)
                .findFirst()
                .flatMap(round -> Optional.ofNullable(round.metrics().get(metric)));
    }

    /** What each of several machines did, of the rounds that count; empty where this process sent. */
    public List<WorkerShare> workerShares() {
        return counted().stream().flatMap(round -> round.workers().stream()).toList();
    }

    /** Of the valid rounds that count. */
    List<Integer> roundNumbers() {
        return counted().stream().map(Round::number).toList();
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

    /** All rounds that count together, nanoseconds. */
    public Histogram sendNanos() {
        return together(Round::send);
    }

    /** All rounds that count together, nanoseconds. */
    public Histogram acknowledgeNanos() {
        return together(Round::acknowledge);
    }

    /** All rounds that count together, nanoseconds. */
    public Histogram endToEndNanos() {
        return together(Round::endToEnd);
    }

    private Histogram together(Function<Round, Packed> which) {
        Histogram sum = new Histogram(3);
        sum.setAutoResize(true);
        counted().forEach(round -> sum.add(which.apply(round).unpacked()));
        return sum;
    }

    /** A histogram as HdrHistogram stores it: some KiB instead of hundreds, for each of thousands of trials. */
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
                throw new IllegalStateException("what was packed here cannot be unpacked", e);
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
