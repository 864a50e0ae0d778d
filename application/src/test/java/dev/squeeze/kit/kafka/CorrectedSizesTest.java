package dev.squeeze.kit.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.IntStream;
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

    @Test
    void noBatchIsLargerThanItsRecordsInACodecsFrame() {
        CorrectedSizes sizes = new CorrectedSizes((bytes, rank) -> 2);

        assertThat(sizes.compressedBytes(List.of(), 1_000, 0.5)).isBetween(1_000.0, 1_030.0);
    }

    @Test
    void sizesOfWhichEnoughWereCompressedFollowThese() {
        CorrectedSizes sizes = new CorrectedSizes((bytes, rank) -> 0.2 + 0.6 * rank);
        for (int i = 0; i < 100; i++) {
            sizes.observe(List.of(), 1_000, i % 2 == 0 ? 390 : 410);
        }

        assertThat(IntStream.range(0, 100)
                        .mapToDouble(rank -> sizes.fraction(1_010, rank / 100.0))
                        .distinct())
                .containsExactlyInAnyOrder(0.39, 0.41);
        assertThat(sizes.fraction(40_000, 0.9))
                .as("of which none was compressed")
                .isGreaterThan(0.5);
    }
}
