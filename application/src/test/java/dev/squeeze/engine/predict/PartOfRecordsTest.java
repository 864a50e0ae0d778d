package dev.squeeze.engine.predict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.kafka.KafkaBatchCodec;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Only part of a large source is simulated: predictions for settings must match those for all records in order. */
@Tag("slow")
class PartOfRecordsTest {
    private static final int RECORDS = 300_000;
    private static final double RECORDS_PER_SECOND = 20_000;
    private static final MeasuredSample ACCESS_LOG = new MeasuredSample("sample:access-log");
    /**
     * Neighbours are in the same folder; within a region of the disk, they are deep or flat, large or small, with short
     * or long names.
     */
    private static final List<BatchRecord> FILES = files();

    private static List<BatchRecord> files() {
        SplittableRandom random = new SplittableRandom(11);
        List<BatchRecord> records = new ArrayList<>();
        while (records.size() < RECORDS) {
            int folders = 1 + random.nextInt(8);
            int names = 1 + random.nextInt(4);
            int perFolder = 20 + random.nextInt(1_000);
            int end = Math.min(RECORDS, records.size() + 4_000 + random.nextInt(30_000));
            while (records.size() < end) {
                String folder = name(random, folders);
                for (int i = 0; i < perFolder && records.size() < end; i++) {
                    records.add(new BatchRecord(
                            Integer.toString(random.nextInt(10_000)).getBytes(StandardCharsets.UTF_8),
                            (folder + "/" + name(random, names)).getBytes(StandardCharsets.UTF_8),
                            BatchRecord.NO_HEADERS,
                            BatchRecord.WHEN_SENT));
                }
            }
        }
        return records;
    }

    /** 12 to 16 bytes for each. */
    private static String name(SplittableRandom random, int parts) {
        StringBuilder name = new StringBuilder();
        for (int i = 0; i < parts; i++) {
            name.append('/').append(Long.toString(random.nextLong(), 36));
        }
        return name.toString();
    }

    private static SettingsPredictor predictor(boolean keyed, int partitions, CompressionCurve curve) {
        double bytes = FILES.stream()
                        .mapToInt(record -> record.value().length)
                        .average()
                        .orElseThrow()
                + 12;
        return SettingsPredictor.ofApplications(
                new SentRecords(FILES, Optional.empty()),
                new CostModel(Workload.of(RECORDS_PER_SECOND, bytes, keyed, partitions), PriceList.read("aws")),
                Map.of(curve.codec(), curve),
                Optional.empty(),
                0,
                1);
    }

    private static double storedBytesPerRecord(Prediction prediction) {
        double uncompressed = prediction.fill().recordBytesPerBatch() + 61;
        return uncompressed / prediction.ratio() / prediction.fill().recordsPerBatch();
    }

    @ParameterizedTest(name = "{0}, linger.ms={1}, {2} partitions")
    @CsvSource({"none, 5, 1", "none, 20, 12", "zstd:3, 20, 12", "zstd:3, 20, 48", "lz4, 100, 6"})
    void storesAsMuchAsAllOfThem(String codec, int lingerMillis, int partitions) {
        ProducerSettings settings = new ProducerSettings(Codec.parse(codec), 1 << 18, lingerMillis);
        CompressionCurve curve = ACCESS_LOG.curve(settings.codec());
        SettingsPredictor predictor = predictor(true, partitions, curve);

        Prediction part = predictor.of(settings, curve);

        assertThat(part.simulated().orElseThrow().batches() * part.fill().recordsPerBatch())
                .isLessThan(RECORDS / 2.0);
        assertThat(storedBytesPerRecord(part))
                .isCloseTo(predictor.storedBytesPerRecord(settings, curve), Percentage.withPercentage(1.2));
    }

    /**
     * The estimate of the ratio rises where records of another kind begin, and falls slowly: in another order, it rises
     * more often.
     */
    @Test
    void fullBatchesAreThoseOfAllRecordsInTheirOrder() {
        ProducerSettings settings = new ProducerSettings(Codec.parse("snappy"), 16_384, 100);
        CompressionCurve curve = ACCESS_LOG.curve(settings.codec());
        SettingsPredictor predictor = predictor(false, 1, curve);

        Prediction full = predictor.of(settings, curve);
        List<List<BatchRecord>> batches = predictor.batches(settings, curve);

        assertThat(full.fill().full()).isTrue();
        assertThat(full.fill().recordsPerBatch())
                .isCloseTo(batches.stream().mapToInt(List::size).average().orElseThrow(), Percentage.withPercentage(1));
        assertThat(full.simulated().orElseThrow().recordsPerBatchRelativeHalfWidth())
                .isLessThan(0.2);
    }

    /**
     * Batches that are examined individually are compared with the cost of these very batches, even if a slow codec
     * covers only part of them.
     */
    @Test
    void whatBatchesTakeThatAreLookedAtIsNotWhatAllWouldTake() {
        ProducerSettings settings = new ProducerSettings(Codec.parse("zstd:3"), 1 << 18, 20);
        CompressionCurve slow =
                new CompressionCurve(settings.codec(), List.of(HandMade.point(settings.codec(), 1 << 14, 4, 0.5, 100)));
        SettingsPredictor predictor = predictor(true, 12, slow);
        List<List<BatchRecord>> batches = predictor.batches(settings, slow);
        double records = batches.stream().mapToInt(List::size).sum();
        double bytes = 0;
        try (KafkaBatchCodec codec = new KafkaBatchCodec(settings.codec())) {
            for (List<BatchRecord> batch : batches) {
                bytes += codec.encode(batch.toArray(BatchRecord[]::new), ByteBuffer.allocate(1 << 20))
                        .remaining();
            }
        }

        assertThat(records).isLessThan(RECORDS / 2.0);
        assertThat(predictor.storedBytesPerRecord(settings, slow))
                .isCloseTo(bytes / records, Percentage.withPercentage(0.2));
    }
}
