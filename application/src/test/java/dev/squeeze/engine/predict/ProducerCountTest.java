package dev.squeeze.engine.predict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.engine.measure.CodecMeasurement;
import dev.squeeze.kit.format.Codec;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProducerCountTest {
    private static final ProducerSettings SETTINGS = new ProducerSettings(Codec.NONE, 16_384, 5);
    private static final RecordSizes SIZES = RecordSizes.constant(200);
    private static final List<CodecMeasurement> MEASURED =
            List.of(HandMade.point(Codec.NONE, 16_384, 1, 0, 1_000, 1_000));
    private static final Workload WORKLOAD = HandMade.workload(20_000);

    private static double modelled(int producers) {
        return BatchFill.of(
                        WORKLOAD.withProducers(producers), SETTINGS, new CompressionCurve(Codec.NONE, MEASURED), SIZES)
                .recordsPerBatch();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4, 30, 200})
    void theNumberThatMadeTheBatchesIsFoundAgain(int producers) {
        int found = ProducerCount.explaining(WORKLOAD, SETTINGS, MEASURED, SIZES, modelled(producers));

        assertThat(modelled(found)).isCloseTo(modelled(producers), Percentage.withPercentage(8));
    }

    @Test
    void whereTheAssumedNumberExplainsTheBatchesItStays() {
        Workload assumed = WORKLOAD.withProducers(3);

        assertThat(ProducerCount.explaining(assumed, SETTINGS, MEASURED, SIZES, modelled(3) * 1.01))
                .isEqualTo(3);
    }

    @Test
    void withoutMeasurementsOfTheCodecTheAssumedNumberStays() {
        assertThat(ProducerCount.explaining(WORKLOAD.withProducers(3), SETTINGS, List.of(), SIZES, 2))
                .isEqualTo(3);
    }
}
