package dev.squeeze.engine.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.squeeze.kit.format.BatchRecord;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SharedRecordsTest {
    @ParameterizedTest
    @CsvSource({"5000, 400", "1000, 40", "1000, 2000", "1000, 1000", "999, 3", "1000, 1", "7, 12", "24000, 2"})
    void aProducerComesToAllRecordsBeforeOneComesAgain(int size, int producers) {
        int going = SharedRecords.going(size, producers);
        ProducerRecords own = new ProducerRecords(records(size), place -> place, producers, Optional.empty());

        assertThat(going).isBetween((int) (0.9 * size), size);
        Set<Long> sent = new HashSet<>();
        for (int i = 0; i < going; i++) {
            assertThat(sent.add(own.next().timestampMillis()))
                    .as("record %d of a producer", i)
                    .isTrue();
        }
        assertThat(sent).contains(own.next().timestampMillis());
    }

    /** If the pause after a dropped record were lost, the rate would change. */
    @ParameterizedTest
    @CsvSource({"1000, 40", "1000, 1000", "5000, 400", "999, 3"})
    void theRateIsThatOfAllRecords(int size, int producers) {
        ProducerRecords own = new ProducerRecords(
                records(size), place -> place, producers, Optional.of(ArrivalPattern.inBursts(size, size)));
        int going = SharedRecords.going(size, producers);

        double passed = 0;
        for (int i = 0; i < going; i++) {
            own.next();
            passed += own.gap();
        }

        assertThat(passed).isCloseTo((double) going * producers, withinPercentage(0.001));
    }

    @Test
    void whereNoNumberNearlyAsLargeDoesAllGo() {
        assertThat(SharedRecords.going(12, 2 * 3 * 5 * 7 * 11)).isEqualTo(12);
        assertThat(SharedRecords.going(1, 5)).isEqualTo(1);
    }

    private static List<BatchRecord> records(int size) {
        return IntStream.range(0, size)
                .mapToObj(i -> new BatchRecord(null, new byte[] {1}, BatchRecord.NO_HEADERS, i))
                .toList();
    }
}
