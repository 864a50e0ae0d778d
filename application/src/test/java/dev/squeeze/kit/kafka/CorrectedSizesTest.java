package dev.squeeze.kit.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class CorrectedSizesTest {
    @Test
    void withoutAnObservationItIsTheModel() {
        assertThat(new CorrectedSizes((bytes, rank) -> 0.2 + rank / 10).fraction(1_000, 0.5))
                .isEqualTo(0.25);
    }

    @Test
    void observationsCorrectTheModelAsAWhole() {
        CorrectedSizes sizes = new CorrectedSizes((bytes, rank) -> (bytes > 5_000 ? 0.1 : 0.4) * (0.5 + rank));
        sizes.observe(List.of(), 10_000, 1_500);
        sizes.observe(List.of(), 10_000, 500);

        assertThat(sizes.fraction(10_000, 0.5)).isCloseTo(0.1, within(1e-9));

        sizes.observe(List.of(), 20_000, 4_000);

        assertThat(sizes.fraction(10_000, 0.5)).isCloseTo(0.15, within(1e-9));
        assertThat(sizes.fraction(1_000, 0.5)).isCloseTo(0.6, within(1e-9));
    }

    @Test
    void aModelThatKnowsNothingOfSmallBatchesIsLeftOut() {
        CorrectedSizes sizes = new CorrectedSizes((bytes, rank) -> bytes < 300 ? 0 : 0.2);
        sizes.observe(List.of(), 200, 150);

        assertThat(sizes.fraction(250, 0.5)).isEqualTo(0.75);
    }
}
