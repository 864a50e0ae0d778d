package dev.squeeze.engine.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.squeeze.engine.load.LoadProfile;
import dev.squeeze.engine.load.LoadSettings;
import dev.squeeze.engine.load.TopicContents;
import dev.squeeze.engine.load.TrialResult;
import dev.squeeze.kit.cluster.ProducerMetrics;
import dev.squeeze.kit.environment.JvmUsage;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which arms did not keep up with their rates. */
class MissedRateTest {
    private static final double RAMP_SECONDS = 0.3;

    /**
     * Ten seconds from 20,000 to 1,000 records/s, or the reverse: 10,500 on average, and after the ramp-up 10,215 or
     * 10,785.
     */
    @ParameterizedTest
    @CsvSource({
        "20000, 1000, 10215, true",
        "20000, 1000, 10120, true",
        "20000, 1000, 10050, false",
        "1000, 20000, 10785, true",
        "1000, 20000, 10640, false"
    })
    void ofStagesOnlyWhatIsDueAfterTheRampCounts(double from, double to, double acknowledged, boolean kept) {
        LoadSettings settings = TrialFixtures.settings()
                .withProducerProperty("linger.ms", "0")
                .withProfile(new LoadProfile.Staged(List.of(new LoadProfile.Stage(Duration.ofSeconds(10), from, to))));

        assertThat(missed(settings, 9.7, acknowledged, 10).isEmpty()).isEqualTo(kept);
    }

    @ParameterizedTest
    @CsvSource({
        // 50 records per batch, 100 due within 100 ms: a second may miss a batch, and 10 more records are tolerated.
        "1, 100, 50, 1, 945, true",
        "1, 100, 50, 1, 935, false",
        // A longer window hides a smaller share, and additional partitions have batches too.
        "1, 100, 50, 5, 981, true",
        "1, 100, 50, 5, 975, false",
        "2, 100, 50, 1, 895, true",
        "2, 100, 50, 1, 885, false",
        // A producer that falls behind makes larger batches than linger.ms allows for, which are not tolerated.
        "1, 10, 500, 1, 985, true",
        "1, 10, 500, 1, 975, false",
        "12, 0, 500, 1, 985, false"
    })
    void aWindowMayMissTheBatchesThatLinger(
            int partitions, int lingerMillis, long recordsPerBatch, double seconds, double acknowledged, boolean kept) {
        LoadSettings settings = TrialFixtures.settings()
                .withProducerProperty("linger.ms", String.valueOf(lingerMillis))
                .withTopics(1, partitions, 1)
                .withProfile(new LoadProfile.OpenLoop(1_000));

        assertThat(missed(settings, seconds, acknowledged, recordsPerBatch).isEmpty())
                .isEqualTo(kept);
    }

    @Test
    void whatWasDueIsSaidAndWhatWasReached() {
        LoadSettings settings = TrialFixtures.settings()
                .withProfile(
                        new LoadProfile.Staged(List.of(new LoadProfile.Stage(Duration.ofSeconds(10), 1_000, 20_000))));

        MissedRate missed = missed(settings, 9.7, 9_000, 10).get(0);

        assertThat(missed.arm()).isEqualTo("an arm");
        assertThat(missed.reached().estimate()).isCloseTo(9_000, within(0.1));
        assertThat(missed.dueRecordsPerSecond()).isCloseTo(10_785, within(0.1));
    }

    @Test
    void aClosedLoopHasNoRateToMiss() {
        assertThat(missed(TrialFixtures.settings(), 1, 1, 1)).isEmpty();
    }

    private static List<MissedRate> missed(
            LoadSettings settings, double seconds, double recordsPerSecond, long recordsPerBatch) {
        ArmResult arm = new ArmResult(new Arm("an arm", Map.of(), settings));
        arm.add(0, trial(seconds, recordsPerSecond, recordsPerBatch));
        return MissedRate.of(List.of(arm));
    }

    private static TrialResult trial(double seconds, double recordsPerSecond, long recordsPerBatch) {
        Histogram nothing = new Histogram(3);
        return new TrialResult(
                new TrialResult.Window(
                        RAMP_SECONDS,
                        seconds,
                        Math.round(recordsPerSecond * seconds),
                        0,
                        new JvmUsage(Map.of(), Optional.empty(), 0, 0),
                        Optional.empty(),
                        Optional.empty(),
                        0,
                        0,
                        Optional.empty(),
                        Optional.empty()),
                new TrialResult.Latencies(nothing, nothing, nothing, 0),
                Optional.empty(),
                Optional.of(new TopicContents(
                        10 * recordsPerBatch, 10 * recordsPerBatch, 10 * recordsPerBatch, 10, 1, 1, Map.of())),
                Optional.empty(),
                new ProducerMetrics(0, 0, 0, 0, OptionalDouble.empty(), OptionalDouble.empty()),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                List.of());
    }
}
