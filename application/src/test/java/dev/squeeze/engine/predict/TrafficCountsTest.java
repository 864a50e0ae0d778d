package dev.squeeze.engine.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class TrafficCountsTest {
    @Test
    void recordsOfOneBatchAfterTheOtherAreNotScattered() {
        assertThat(TrafficCounts.scattered(1e6, 50_000, 1)).isZero();
    }

    @Test
    void fewThatAreGatheredAtTheSameTimeStayInTheCache() {
        assertThat(TrafficCounts.scattered(1e6, 1, 12) / 1e6).isLessThan(0.02);
    }

    /** All but those that directly follow another record of their batch. */
    @Test
    void manyThatAreGatheredAtTheSameTimeAreScattered() {
        assertThat(TrafficCounts.scattered(1e6, 1e6, 12) / 1e6).isCloseTo(11.0 / 12, within(0.001));
        assertThat(TrafficCounts.scattered(1e6, 1e6, 2) / 1e6).isCloseTo(0.5, within(0.001));
    }
}
