package dev.squeeze.engine.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.kafka.ContentDigest;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PayloadTest {
    private static Payload numbered(int records) {
        return Payload.of(IntStream.range(0, records)
                .mapToObj(i ->
                        new BatchRecord(null, ByteBuffer.allocate(4).putInt(i).array(), BatchRecord.NO_HEADERS, 0))
                .toList());
    }

    private static int number(Payload payload, int index) {
        return ByteBuffer.wrap(payload.record(index).value()).getInt();
    }

    private static List<Integer> order(Payload payload) {
        return IntStream.range(0, payload.size())
                .mapToObj(i -> number(payload, i))
                .toList();
    }

    @ParameterizedTest
    @CsvSource({"10000, 300, 0", "10007, 300, 2", "97, 10, 1", "64, 1, 0", "100000, 49999, 3", "5, 1, 1", "1, 1, 0"})
    void whateverOrderTheyGoInEveryRecordComesOnce(int records, double wanted, int round) {
        Payload payload = numbered(records).inRound(round).spreadFor(wanted, 5);

        assertThat(order(payload)).doesNotHaveDuplicates().hasSize(records);
        for (int i = 0; i < records; i++) {
            assertThat(payload.digest(i)).isEqualTo(ContentDigest.of(payload.record(i)));
        }
    }

    @Test
    void aTrialThatSendsFewSendsStretchesFromAllOver() {
        List<Integer> sent = order(numbered(100_000).spreadFor(330, 5)).subList(0, 330);

        Set<Integer> tenths = new HashSet<>();
        long neighbours = 0;
        for (int i = 0; i < sent.size(); i++) {
            tenths.add(sent.get(i) / 10_000);
            neighbours += i > 0 && sent.get(i) == sent.get(i - 1) + 1 ? 1 : 0;
        }
        assertThat(tenths).hasSizeGreaterThanOrEqualTo(7);
        assertThat(neighbours).isGreaterThan(310);
    }

    /** A fifth of the records make up nearly all of the bytes, and they occur in bursts. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void theFewThatAreSentAreAsLongOnAverageAsAll(int round) {
        Payload all = Payload.of(IntStream.range(0, 50_000)
                .mapToObj(i -> new BatchRecord(
                        null, new byte[i / 100 % 5 == 2 ? 4_000 + i % 900 : 30 + i % 90], BatchRecord.NO_HEADERS, 0))
                .toList());

        Payload sent = all.inRound(round).spreadFor(400, 3);

        double mean = IntStream.range(0, 400).map(sent::encodedBytes).average().orElseThrow();
        assertThat(mean).isCloseTo(all.encodedBytesPerRecord(), Percentage.withPercentage(15));
    }

    @Test
    void aTrialThatSendsMuchKeepsTheOrder() {
        Payload payload = numbered(1_000);

        assertThat(order(payload.spreadFor(900, 5))).isEqualTo(order(payload)).isSorted();
    }

    @Test
    void roundsBeginElsewhereAndGoOnFromThere() {
        assertThat(number(numbered(1_000).inRound(1), 0)).isEqualTo(618);
        assertThat(number(numbered(1_000).inRound(1), 999)).isEqualTo(617);
    }
}
