package dev.squeeze.engine.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.engine.load.Tick;
import dev.squeeze.engine.load.TopicContents;
import dev.squeeze.engine.load.TrialResult;
import dev.squeeze.kit.cluster.ProducerMetrics;
import dev.squeeze.kit.environment.JvmUsage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** When a rate counts as sustained. */
class SustainedCriteriaTest {
    private static final double RATE = 10_000;
    private static final double FROM_SECONDS = 1;
    private static final double WINDOW_SECONDS = 5;
    private static final SustainedCriteria CRITERIA = new SustainedCriteria(Duration.ofMillis(200));

    @Test
    void aSteadyBacklogWithNoiseIsSustained() {
        long seed = 11;
        Random random = new Random(seed);
        int wrong = 0;
        for (int run = 0; run < 200; run++) {
            if (CRITERIA.violation(trial(RATE, 20, seconds -> 300 + 100 * random.nextGaussian()), RATE)
                    .isPresent()) {
                wrong++;
            }
        }
        assertThat(wrong).as("of 200, seed %d", seed).isLessThan(10);
    }

    @Test
    void aBacklogThatGrowsUnderNoiseIsNot() {
        long seed = 12;
        Random random = new Random(seed);
        int found = 0;
        for (int run = 0; run < 200; run++) {
            // 0.9 % of the rate: too little to be visible in the achieved rate.
            Optional<String> violation = CRITERIA.violation(
                    trial(0.991 * RATE, 20, seconds -> 300 + 0.009 * RATE * seconds + 50 * random.nextGaussian()),
                    RATE);
            if (violation
                    .filter(reason -> reason.contains("the backlog grew by"))
                    .isPresent()) {
                found++;
            }
        }
        assertThat(found).as("of 200, seed %d", seed).isGreaterThan(180);
    }

    @Test
    void aBacklogThatGrewOnlyBeforeTheWindowIsSustained() {
        assertThat(CRITERIA.violation(trial(RATE, 20, seconds -> Math.min(seconds, FROM_SECONDS) * 1_000), RATE))
                .isEmpty();
    }

    @Test
    void oneLagThatIsCaughtUpWithIsSustained() {
        assertThat(CRITERIA.violation(trial(RATE, 20, seconds -> seconds > 2 && seconds < 2.4 ? 2_000 : 100), RATE))
                .isEmpty();
    }

    @Test
    void aRateThatWasMissedByMoreThanAPercentIsNot() {
        assertThat(CRITERIA.violation(trial(0.98 * RATE, 20, seconds -> 100), RATE)
                        .orElseThrow())
                .contains("achieved 9,800 records/s, 2.0 % less");
        assertThat(CRITERIA.violation(trial(0.995 * RATE, 20, seconds -> 100), RATE))
                .isEmpty();
    }

    @Test
    void latencyOverTheLimitIsNot() {
        assertThat(CRITERIA.violation(trial(RATE, 260, seconds -> 100), RATE).orElseThrow())
                .contains("p99 to acknowledgement was 260 ms, over 200 ms");
    }

    @Test
    void aTrialWhoseRecordsAreNotAllThereIsNotAndSaysWhy() {
        assertThat(CRITERIA.violation(trial(RATE, 20, ticks(60, seconds -> 0), List.of("records are lost")), RATE))
                .contains("records are lost");
    }

    @Test
    void tooFewLooksAtTheBacklogProveNothing() {
        assertThat(CRITERIA.violation(trial(RATE, 20, ticks(10, seconds -> 0), List.of()), RATE)
                        .orElseThrow())
                .contains("too few", "--trial");
    }

    @Test
    void aRateAtWhichAServiceRefusedOneRequestWasNotSustained() {
        assertThat(CRITERIA.violation(trial(RATE, 20, ticks(120, seconds -> 0), List.of(), 1), RATE)
                        .orElseThrow())
                .contains("refused 1 requests", "429");
    }

    /** They are not a failure of the trial if {@code --allow-refused} counts them. */
    @Test
    void aRateAtWhichARecordFoundTheBufferFullWasNotSustained() {
        assertThat(CRITERIA.violation(trial(RATE, 20, ticks(120, seconds -> 0), List.of(), 0, 1), RATE)
                        .orElseThrow())
                .isEqualTo("1 records found the producer's buffer full");
    }

    private static TrialResult trial(double recordsPerSecond, long p99Millis, DoubleUnaryOperator backlog) {
        return trial(recordsPerSecond, p99Millis, ticks(120, backlog), List.of());
    }

    private static List<Tick> ticks(int count, DoubleUnaryOperator backlog) {
        List<Tick> ticks = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            double seconds = i * (FROM_SECONDS + WINDOW_SECONDS) / count;
            long due = Math.round(seconds * RATE);
            ticks.add(new Tick(seconds, due, due, due - Math.round(backlog.applyAsDouble(seconds))));
        }
        return ticks;
    }

    private static TrialResult trial(double recordsPerSecond, long p99Millis, List<Tick> ticks, List<String> problems) {
        return trial(recordsPerSecond, p99Millis, ticks, problems, 0);
    }

    private static TrialResult trial(
            double recordsPerSecond, long p99Millis, List<Tick> ticks, List<String> problems, long refused) {
        return trial(recordsPerSecond, p99Millis, ticks, problems, refused, 0);
    }

    private static TrialResult trial(
            double recordsPerSecond,
            long p99Millis,
            List<Tick> ticks,
            List<String> problems,
            long refused,
            long bufferFull) {
        Histogram nothing = new Histogram(3);
        Histogram acknowledge = new Histogram(3);
        acknowledge.setAutoResize(true);
        acknowledge.recordValueWithCount(p99Millis * 1_000_000, 1_000);
        return new TrialResult(
                new TrialResult.Window(
                        FROM_SECONDS,
                        WINDOW_SECONDS,
                        Math.round(recordsPerSecond * WINDOW_SECONDS),
                        1_000,
                        new JvmUsage(Map.of(), Optional.empty(), 0, 0),
                        Optional.empty(),
                        Optional.empty(),
                        bufferFull,
                        refused,
                        Optional.empty(),
                        Optional.empty()),
                new TrialResult.Latencies(nothing, acknowledge, nothing, 0),
                Optional.empty(),
                Optional.of(new TopicContents(0, 0, 0, 0, 0, 0, Map.of())),
                Optional.empty(),
                new ProducerMetrics(0, 0, 0, 0, OptionalDouble.empty(), OptionalDouble.empty()),
                Optional.empty(),
                ticks,
                refused == 0
                        ? Optional.empty()
                        : Optional.of(new TrialResult.Served(48, OptionalInt.empty(), Map.of("429", refused))),
                problems);
    }
}
