package dev.squeeze.kit.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.squeeze.kit.format.BatchRecord;
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

    @Test
    void noBatchIsLargerThanItsRecordsInACodecsFrame() {
        CorrectedSizes sizes = new CorrectedSizes((bytes, rank) -> 2);

        assertThat(sizes.compressedBytes(List.of(), 1_000, 0.5)).isBetween(1_000.0, 1_030.0);
    }

    @Test
    void recordsThatComeAgainCompressAsTheBatchThatTheyWereIn() {
        CorrectedSizes sizes = new CorrectedSizes((bytes, rank) -> rank);
        BatchRecord text = new BatchRecord(null, new byte[] {1}, BatchRecord.NO_HEADERS, 0);
        BatchRecord noise = new BatchRecord(null, new byte[] {1}, BatchRecord.NO_HEADERS, 0);
        for (int i = 0; i < 10; i++) {
            sizes.observe(List.of(text, text), 1_000, 200);
            sizes.observe(List.of(noise, noise), 1_000, 800);
        }

        assertThat(sizes.compressedBytes(List.of(text, text.sentAt(7)), 1_000, 0.9))
                .isCloseTo(200, within(1e-6));
        assertThat(sizes.compressedBytes(List.of(noise, noise), 1_000, 0.1)).isCloseTo(800, within(1e-6));
        assertThat(sizes.compressedBytes(List.of(noise, text), 1_000, 0.1)).isCloseTo(500, within(1e-6));
        BatchRecord unknown = new BatchRecord(null, new byte[] {1}, BatchRecord.NO_HEADERS, 0);
        assertThat(sizes.compressedBytes(List.of(unknown), 1_000, 0.1))
                .as("by the model")
                .isCloseTo(100, within(1e-6));

        BatchRecord large = new BatchRecord(null, new byte[9], BatchRecord.NO_HEADERS, 0);
        sizes.observe(List.of(large), 1_000, 800);
        assertThat(sizes.compressedBytes(List.of(large, text), 1_000, 0.1))
                .as("by bytes")
                .isCloseTo(740, within(1e-6));
    }
}
