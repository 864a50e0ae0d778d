package dev.squeeze.engine.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Thresholds as users write them. */
class ThresholdTest {
    @ParameterizedTest
    @CsvSource({
        "p99<20ms, ACK_P99, LESS, 20",
        "p99.9<=0.5s, ACK_P999, AT_MOST, 500",
        "max<900us, ACK_MAX, LESS, 0.9",
        "e2e-p95 < 3.5 ms, E2E_P95, LESS, 3.5",
        "records-per-second>100000, RECORDS_PER_SECOND, MORE, 100000",
        "records-per-second>=10records/s, RECORDS_PER_SECOND, AT_LEAST, 10",
        "ratio>=4, RATIO, AT_LEAST, 4",
        "ratio>4x, RATIO, MORE, 4",
        "blocked<5%, BLOCKED, LESS, 0.05",
        "broker-cpu<3s/GB, BROKER_CPU, LESS, 3"
    })
    void areReadWithTheirUnit(String text, Metric metric, Threshold.Comparison comparison, double bound) {
        assertThat(Threshold.parse(text)).isEqualTo(new Threshold(text.strip(), metric, comparison, bound));
    }

    @ParameterizedTest
    @CsvSource({
        "records/s>-5%, RECORDS_PER_SECOND, MORE, -0.05",
        "p99<+10%, ACK_P99, LESS, 0.1",
        "broker-cpu<=+2.5%, BROKER_CPU, AT_MOST, 0.025"
    })
    void withASignTheyAreOfAChangeInPercent(String text, Metric metric, Threshold.Comparison comparison, double bound) {
        assertThat(Threshold.parse(text)).isEqualTo(new Threshold(text, metric, comparison, bound, true));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "p99", "p99=20ms", "p99<", "<20ms", "p99<fast", "p99<-1ms", "p99<20ms, p95<3ms"})
    void whatIsNoneIsRefusedWithExamples(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Threshold.parse(text))
                .withMessageContaining("p99<20ms");
    }

    @Test
    void aWrongUnitIsRefusedWithTheRightOne() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Threshold.parse("ratio>4ms"))
                .withMessageContaining("the unit of ratio is x, not ms");
    }

    @ParameterizedTest
    @EnumSource(Metric.class)
    void everyMetricCanBeDemandedByItsKey(Metric metric) {
        assertThat(Threshold.parse(metric.key() + "<1").metric()).isEqualTo(metric);
    }

    @Test
    void theBoundItselfMeetsOnlyTheComparisonsThatIncludeIt() {
        assertThat(Threshold.parse("ratio<4").isMetBy(4)).isFalse();
        assertThat(Threshold.parse("ratio<=4").isMetBy(4)).isTrue();
        assertThat(Threshold.parse("ratio>4").isMetBy(4)).isFalse();
        assertThat(Threshold.parse("ratio>=4").isMetBy(4)).isTrue();
        assertThat(Threshold.parse("ratio>4").isMetBy(4.01)).isTrue();
    }
}
