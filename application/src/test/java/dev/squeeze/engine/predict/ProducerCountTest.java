package dev.squeeze.engine.predict;

import static org.assertj.core.api.Assertions.assertThat;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProducerCountTest {
    /** 20,000 records/s that linger for 5 ms, shared by the producers. */
    private static double predicted(int producers) {
        return 1 + 100.0 / producers;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4, 30, 200})
    void theNumberThatMadeTheBatchesIsFoundAgain(int producers) {
        int found = ProducerCount.explaining(1, ProducerCountTest::predicted, predicted(producers));

        assertThat(predicted(found)).isCloseTo(predicted(producers), Percentage.withPercentage(8));
    }

    @Test
    void batchesThatNoNumberExplainsAreThoseOfOneProducer() {
        assertThat(ProducerCount.explaining(3, producers -> 1, 96)).isEqualTo(1);
        assertThat(ProducerCount.explaining(3, producers -> 1, 1)).isEqualTo(3);
    }

    @Test
    void whereTheAssumedNumberExplainsTheBatchesItStays() {
        assertThat(ProducerCount.explaining(3, ProducerCountTest::predicted, predicted(3) * 1.01))
                .isEqualTo(3);
    }
}
