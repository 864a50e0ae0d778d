package dev.squeeze.feature.advise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.engine.predict.Prediction;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WordingTest {
    @Test
    void theMedianStandsForTheLatencyUnlessTheSlowestRecordsWaitFarLonger() {
        Prediction taken = taking(29, 53);

        assertThat(Wording.wait(taken, taking(29, 53))).isEmpty();
        assertThat(Wording.wait(taken, taking(53, 102))).isEqualTo(" and adds 24.0 ms of median latency");
        assertThat(Wording.wait(taken, taking(32, 97))).isEqualTo(" and adds 3.0 ms of median latency, 44.0 ms at p99");
        assertThat(Wording.wait(taken, taking(29, 97))).isEqualTo(" and adds 44.0 ms of p99 latency");
        assertThat(Wording.wait(taken, taking(28, 97)))
                .isEqualTo(" and saves 1.0 ms of median latency, but adds 44.0 ms at p99");
    }

    private static Prediction taking(double medianMillis, double p99Millis) {
        Prediction any = AdviseFixtures.change().recommendation().recommended();
        return new Prediction(
                any.settings(),
                any.fill(),
                any.ratio(),
                any.ratioRelativeHalfWidth(),
                any.speedRelativeHalfWidth(),
                any.resources(),
                any.addedLatencyMillis(),
                Optional.of(new Prediction.SimulatedTraffic(100, false, 0, 0, medianMillis, p99Millis)));
    }
}
