package dev.squeeze.kit.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.kit.stats.BalancedStretches;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FewForAllTest {
    private static final int RECORDS = 20_000;
    private static final List<BatchRecord> LOG = log();

    /** Lines that hardly compress by themselves; one in eighty is as long as thirty others and repeats itself. */
    private static List<BatchRecord> log() {
        SplittableRandom random = new SplittableRandom(5);
        return IntStream.range(0, RECORDS)
                .mapToObj(i -> {
                    String line = Long.toHexString(random.nextLong()) + Long.toHexString(random.nextLong());
                    String value = random.nextInt(80) == 0 ? (line + " of all values: ").repeat(20) : line;
                    return new BatchRecord(
                            null, value.getBytes(StandardCharsets.UTF_8), BatchRecord.NO_HEADERS, 1_700_000_000_000L);
                })
                .toList();
    }

    private static boolean isLong(BatchRecord record) {
        return record.payloadBytes() > 100;
    }

    private static double shareInLongOnes(List<BatchRecord> records) {
        double all = records.stream().mapToInt(BatchRecord::payloadBytes).sum();
        return records.stream()
                        .filter(FewForAllTest::isLong)
                        .mapToInt(BatchRecord::payloadBytes)
                        .sum()
                / all;
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.3, 0.618, 0.85})
    void asMuchOfTheFewIsRepetitiveAsOfAll(double begin) {
        BalancedStretches order = new FewForAll(LOG).order(400, 2, begin).orElseThrow();

        assertThat(shareInLongOnes(order.order(LOG).subList(0, 400)))
                .isCloseTo(shareInLongOnes(LOG), Percentage.withPercentage(25));
    }

    @Test
    void whereMostAreWantedTheyKeepTheirOrder() {
        assertThat(new FewForAll(LOG).order(0.6 * RECORDS, 2, 0)).isEmpty();
    }

    /** Tombstones have no value, and there may be nothing else. */
    @Test
    void recordsWithoutValuesHaveAnOrderToo() {
        List<BatchRecord> tombstones = IntStream.range(0, 1_000)
                .mapToObj(i -> new BatchRecord(new byte[] {1, (byte) i}, null, BatchRecord.NO_HEADERS, 0))
                .toList();

        BalancedStretches order = new FewForAll(tombstones).order(100, 10, 0).orElseThrow();

        assertThat(IntStream.range(0, 1_000).map(order::recordAt).distinct()).hasSize(1_000);
    }
}
