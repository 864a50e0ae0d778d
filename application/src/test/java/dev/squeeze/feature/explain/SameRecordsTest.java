package dev.squeeze.feature.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.engine.encoding.DataFormat;
import dev.squeeze.engine.measure.SweepListener;
import dev.squeeze.engine.predict.CostModel;
import dev.squeeze.engine.predict.PriceList;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.engine.predict.SentRecords;
import dev.squeeze.engine.predict.Workload;
import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Intervals of one format compared with another, on records whose kind changes over time as in real traffic. */
@Tag("slow")
class SameRecordsTest {
    private static final SweepListener NEVER = SweepListener.stoppedBy(() -> false);
    private static final ProducerSettings SETTINGS = new ProducerSettings(Codec.parse("lz4"), 16_384, 5);
    private static final int RECORDS = 12_000;
    private static final int REPEATS = 20;

    /** Kinds of records come in bursts, and the length of their texts drifts. */
    private static List<String> events(long seed) {
        Random random = new Random(seed);
        List<String> events = new ArrayList<>();
        int kind = 0;
        double length = 40;
        for (int i = 0; i < RECORDS; i++) {
            if (random.nextInt(150) == 0) {
                kind = random.nextInt(5);
                length = Math.max(5, Math.min(200, length + 40 * random.nextGaussian()));
            }
            StringBuilder text = new StringBuilder();
            while (text.length() < length) {
                text.append("w").append(random.nextInt(40 << kind)).append(' ');
            }
            events.add("{\"kind\":\"" + "abcde".charAt(kind) + "\",\"number\":" + i + ",\"amount_" + kind + "\":"
                    + random.nextInt(100_000) + ",\"text\":\"" + text + "\"}");
        }
        return events;
    }

    /** Like a binary format, without names and quotes. */
    private static byte[] withoutNames(byte[] value) {
        return new String(value, StandardCharsets.UTF_8)
                .replaceAll("\"[a-z_0-9]+\":", "")
                .replaceAll("[{}\"]", "")
                .getBytes(StandardCharsets.UTF_8);
    }

    private static List<BatchRecord> records(List<byte[]> values) {
        return values.stream()
                .map(value -> new BatchRecord(null, value, BatchRecord.NO_HEADERS, 1_000))
                .toList();
    }

    private static List<byte[]> values(List<BatchRecord> records) {
        return records.stream()
                .map(record -> Optional.ofNullable(record.value()).orElseThrow())
                .toList();
    }

    private static double bytes(List<BatchRecord> records) {
        return records.stream().mapToInt(BatchRecord::payloadBytes).average().orElseThrow();
    }

    private static BatchForming unmeasured(List<BatchRecord> records) {
        return new BatchForming(
                new SentRecords(records, Optional.empty()),
                new CostModel(Workload.of(10_000, bytes(records), false, 3), PriceList.read("aws")),
                Map.of(),
                SETTINGS,
                1);
    }

    private static List<BatchRecord> drifting(long seed) {
        return records(events(seed).stream()
                .map(event -> event.getBytes(StandardCharsets.UTF_8))
                .toList());
    }

    /** Codecs are measured once, since only the simulated sizes of batches depend on that. */
    private static BatchForming measured() {
        List<BatchRecord> records = drifting(1);
        return unmeasured(records).withValues(values(records), List.of(Codec.NONE, SETTINGS.codec()), NEVER);
    }

    private static FormedSizes sizes(BatchForming measured, List<BatchRecord> records) {
        return FormedSizes.compress(
                DataFormat.JSON, measured.ofRecords(records, bytes(records), false), Duration.ofSeconds(30), NEVER);
    }

    private static SameRecords compared(BatchForming measured, List<BatchRecord> records) {
        List<BatchRecord> smaller = records(
                values(records).stream().map(SameRecordsTest::withoutNames).toList());
        return new SameRecords(List.of(sizes(measured, records), sizes(measured, smaller)));
    }

    @Test
    void aFormatAgainstItselfIsTheSameWithHardlyAnInterval() {
        List<BatchRecord> records = drifting(1);
        List<BatchRecord> same = records(values(records));
        BatchForming measured = measured();
        ConfidenceInterval itself = new SameRecords(List.of(sizes(measured, records), sizes(measured, same)))
                .against(1)
                .orElseThrow();

        assertThat(itself.estimate()).isBetween(0.998, 1.002);
        assertThat(itself.high() - itself.low()).isLessThan(0.005);
    }

    @Test
    void intervalsOfAPartHoldTheFigureOfTheWhole() {
        BatchForming measured = measured();
        int held = 0;
        List<String> seen = new ArrayList<>();
        for (int seed = 1; seed <= REPEATS; seed++) {
            List<BatchRecord> whole = drifting(seed);
            SameRecords all = compared(measured, whole);
            double truth = all.storedBytesPerRecord(1) / all.storedBytesPerRecord(0);
            List<BatchRecord> some =
                    unmeasured(whole).some(RECORDS * 30L).sent().records();
            ConfidenceInterval part = compared(measured, some).against(1).orElseThrow();
            seen.add(Figures.say("%.4f in %.4f to %.4f", truth, part.low(), part.high()));
            held += part.covers(truth) ? 1 : 0;
            // The interval of the sizes themselves is several times as wide: kinds of records differ far more than in
            // the share of names.
            assertThat(part.relativeHalfWidth()).as(seen.toString()).isLessThan(0.05);
        }

        assertThat(held).as(seen.toString()).isGreaterThanOrEqualTo((int) Math.ceil(0.9 * REPEATS));
    }

    @Test
    void tooFewBatchesHaveNoInterval() {
        List<BatchRecord> few = drifting(1).subList(0, 3);
        BatchForming measured = measured();

        assertThat(new SameRecords(List.of(sizes(measured, few), sizes(measured, few))).against(1))
                .isEmpty();
    }
}
