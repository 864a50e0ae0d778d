package dev.squeeze.feature.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.squeeze.engine.measure.SweepListener;
import dev.squeeze.engine.predict.CostModel;
import dev.squeeze.engine.predict.PriceList;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.engine.predict.SentRecords;
import dev.squeeze.engine.predict.Workload;
import dev.squeeze.feature.explain.BatchClosing.Guess;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.kafka.FullBatches;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which changes of records make batches deeper. */
@Tag("slow")
class BatchClosingTest {
    private static final Codec ZSTD = Codec.parse("zstd:3");
    private static final int RECORDS = 600;
    private static final double RATE_THAT_FILLS_BATCHES = 50_000;

    private static BatchClosing closing(int valueBytes, double rate) {
        return BatchClosing.of(forming(valueBytes, rate));
    }

    private static BatchForming forming(int valueBytes, double rate) {
        Random random = new Random(1);
        List<BatchRecord> records = new ArrayList<>();
        List<byte[]> values = new ArrayList<>();
        for (int i = 0; i < RECORDS; i++) {
            byte[] value = new byte[valueBytes];
            random.nextBytes(value);
            values.add(value);
            records.add(new BatchRecord(null, value, BatchRecord.NO_HEADERS, BatchRecord.WHEN_SENT));
        }
        return new BatchForming(
                        new SentRecords(records, Optional.empty()),
                        new CostModel(Workload.of(rate, valueBytes, false, 1), PriceList.read("aws")),
                        Map.of(),
                        new ProducerSettings(ZSTD, 16_384, 5),
                        1)
                .withValues(values, List.of(Codec.NONE, ZSTD), SweepListener.stoppedBy(() -> false));
    }

    private static double doublings(BatchClosing closing, int valueBytes, Guess guess) {
        int[] all = new int[RECORDS];
        Arrays.fill(all, valueBytes);
        return closing.doublings(all, guess, 0);
    }

    @Test
    void largeRecordsMakeRoomThoughTheRestCompressesAsMuchWorse() {
        Guess asMuchWorse = new Guess(0.2, 0.25);
        BatchClosing large = closing(6_000, RATE_THAT_FILLS_BATCHES);
        BatchClosing small = closing(100, RATE_THAT_FILLS_BATCHES);

        assertThat(doublings(large, 4_800, asMuchWorse)).isGreaterThan(0.1);
        assertThat(large.expected(0.8, asMuchWorse).estimate().doublings()).isGreaterThan(0.1);
        // Framing does not shrink, and the estimated ratio applies to it too.
        assertThat(doublings(small, 80, asMuchWorse)).isCloseTo(0, within(0.05));
    }

    @Test
    void whatOnlySomeRecordsLoseCountsAsItIs() {
        BatchClosing closing = closing(6_000, RATE_THAT_FILLS_BATCHES);
        Guess same = new Guess(0.2, 0.2);
        int[] someMuchShorter = new int[RECORDS];
        Arrays.setAll(someMuchShorter, record -> record % 8 == 0 ? 400 : 6_000);

        double all = doublings(closing, 5_300, same);

        assertThat(closing.doublings(someMuchShorter, same, 0)).isPositive().isLessThan(all);
    }

    @Test
    void batchesThatLingerClosesKeepTheirDepth() {
        BatchClosing closing = closing(100, 2_000);
        Guess guess = new Guess(0.5, 0.5);

        assertThat(doublings(closing, 50, guess)).isCloseTo(0, within(0.01));
        assertThat(closing.expected(0.5, guess).estimate().doublings()).isCloseTo(0, within(0.01));
    }

    @Test
    void withoutAProducerBatchesKeepTheirRecords() {
        assertThat(BatchClosing.NEVER.canDeepen()).isFalse();
        assertThat(BatchClosing.NEVER.expected(0.5, Guess.NONE)).isEqualTo(SimulatedDoublings.Expected.AS_DEEP);
    }

    /** Kafka's accumulator, without a linger. */
    @ParameterizedTest
    @ValueSource(ints = {600, 1_500, 6_000, 20_000})
    void fullBatchesAreThoseOfKafkasProducer(int valueBytes) {
        BatchForming forming = forming(valueBytes, 50 * RATE_THAT_FILLS_BATCHES);
        FullBatches full = new FullBatches(forming.settings().batchSizeBytes(), true);

        for (double guess : new double[] {0.2, 0.6}) {
            assertThat(full.recordsPerBatch(forming.sent().records(), guess))
                    .isCloseTo(forming.recordsPerBatch(guess), withinPercentage(2));
        }
    }
}
