package dev.squeeze.engine.experiment;

import static dev.squeeze.engine.experiment.TrialFixtures.client;
import static dev.squeeze.engine.experiment.TrialFixtures.settings;
import static dev.squeeze.engine.experiment.TrialFixtures.thread;
import static dev.squeeze.engine.experiment.TrialFixtures.trial;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.squeeze.kit.environment.MachineUsage;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class TrialMetricsTest {
    private static final Percentage EXACTLY = Percentage.withPercentage(1e-9);

    private final Map<Metric, Double> metrics = TrialMetrics.of(
            trial(
                    client(
                            1.5,
                            thread("squeeze-app-0", 0.5, 800),
                            thread("kafka-producer-network-thread | 1", 0.25, 0)),
                    Optional.empty()),
            settings());

    @Test
    void ratesAreThoseOfTheWindow() {
        assertThat(metrics.get(Metric.RECORDS_PER_SECOND)).isEqualTo(2_000);
        assertThat(metrics.get(Metric.PAYLOAD_MIB_PER_SECOND)).isCloseTo(200_000 / 1048576.0, EXACTLY);
        assertThat(metrics.get(Metric.WIRE_MIB_PER_SECOND)).isCloseTo(55_000 / 1048576.0, EXACTLY);
        assertThat(metrics.get(Metric.PRODUCE_REQUESTS)).isEqualTo(10);
    }

    @Test
    void cpuIsSecondsOfARoleForAGigabyteOfPayload() {
        // 0.5 cores over two seconds for 0.0004 GB.
        assertThat(metrics.get(Metric.APPLICATION_CPU)).isCloseTo(1 / 0.0004, EXACTLY);
        assertThat(metrics.get(Metric.PRODUCER_NETWORK_CPU)).isCloseTo(0.5 / 0.0004, EXACTLY);
        assertThat(metrics.get(Metric.PRODUCER_CPU)).isCloseTo(1.5 / 0.0004, EXACTLY);
    }

    @Test
    void waitsAreSharesOfTheApplicationThreadsTime() {
        assertThat(metrics.get(Metric.BLOCKED)).isCloseTo(0.4, EXACTLY);
        assertThat(metrics.get(Metric.BUFFER_WAIT)).isCloseTo(0.2, EXACTLY);
    }

    @Test
    void batchesAreThoseOfTheLog() {
        assertThat(metrics.get(Metric.RATIO)).isCloseTo(4.4, EXACTLY);
        assertThat(metrics.get(Metric.RECORDS_PER_BATCH)).isEqualTo(100);
        assertThat(metrics.get(Metric.BATCH_BYTES)).isEqualTo(2_500);
        assertThat(metrics.get(Metric.UNCOMPRESSED_BATCH_BYTES)).isEqualTo(11_000);
    }

    @Test
    void latenciesAreMilliseconds() {
        assertThat(metrics.get(Metric.ACK_P50)).isCloseTo(2, within(0.01));
        assertThat(metrics.get(Metric.ACK_MAX)).isCloseTo(4, within(0.01));
    }

    @Test
    void whatWasNotVisibleOrDidNotHappenIsAbsent() {
        assertThat(metrics)
                .doesNotContainKeys(
                        Metric.BROKER_CPU,
                        Metric.CONSUMER_CPU,
                        Metric.SEND_P50,
                        Metric.E2E_P50,
                        Metric.STOLEN,
                        Metric.OTHER_PROGRAMS,
                        Metric.BUFFER_FULL,
                        Metric.REFUSED,
                        Metric.DISK_BYTES_PER_RECORD);
    }

    @Test
    void whatTheHostTookIsAShareOfTheProcessorTimeThatWasWanted() {
        Map<Metric, Double> disturbed = TrialMetrics.of(
                trial(client(1, thread("squeeze-app-0", 0.5, 0)), Optional.of(new MachineUsage(600, 400, 120))),
                settings());

        assertThat(disturbed.get(Metric.STOLEN)).isPositive();
        assertThat(disturbed.get(Metric.OTHER_PROGRAMS)).isNotNegative();
    }
}
