package dev.squeeze.engine.predict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.Codec;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Settings are dropped based on coarse forecasts, which must therefore be close to what actually compressed batches
 * show.
 */
@Tag("slow")
class CoarseForecastTest {
    private static final MeasuredSample ACCESS_LOG = new MeasuredSample("sample:access-log");
    private static final MeasuredSample JSON_EVENTS = new MeasuredSample("sample:json-events");

    @ParameterizedTest(name = "{0}, {1}, batch.size={2}, linger.ms={3}, {4} partitions, keyed={5}, {6} records/s")
    @CsvSource({
        "access-log, lz4, 65536, 5, 4, false, 20000",
        "access-log, zstd:3, 65536, 50, 12, true, 20000",
        "access-log, snappy, 16384, 0, 12, true, 5000",
        "access-log, none, 16384, 20, 12, true, 50000",
        "access-log, zstd:1, 16384, 100, 1, false, 20000",
        "json-events, lz4, 131072, 20, 6, false, 2000",
        "json-events, zstd:3, 16384, 5, 12, true, 5000",
        "json-events, none, 262144, 20, 1, false, 2000"
    })
    void areNearThoseWithCompressedBatches(
            String name,
            String codec,
            int batchSizeBytes,
            int lingerMillis,
            int partitions,
            boolean keyed,
            double recordsPerSecond) {
        MeasuredSample measured = name.equals("json-events") ? JSON_EVENTS : ACCESS_LOG;
        ProducerSettings settings = new ProducerSettings(Codec.parse(codec), batchSizeBytes, lingerMillis);
        CompressionCurve curve = measured.curve(settings.codec());
        Forecaster forecaster = new Forecaster(
                keyed ? withKeys(measured.records()) : measured.records(),
                Workload.of(recordsPerSecond, measured.recordBytes(), keyed, partitions),
                Optional.empty(),
                Surroundings.applications(Optional.empty()),
                1);

        Forecast whole = forecaster.of(settings, Optional.of(curve));
        Forecast coarse = forecaster.coarse(settings, curve);

        assertThat(coarse.recordsPerBatch()).isCloseTo(whole.recordsPerBatch(), Percentage.withPercentage(35));
        assertThat(coarse.ratio()).isCloseTo(whole.ratio(), Percentage.withPercentage(15));
    }

    /** Settings are queried in the order of a grid, and each batch size separately. */
    @ParameterizedTest
    @ValueSource(strings = {"lz4", "zstd:3"})
    void aBatchSizeThatNoBatchFillsDoesWhatALargerOneDoes(String codec) {
        ProducerSettings filled = new ProducerSettings(Codec.parse(codec), 2_048, 20);
        ProducerSettings unfilled = new ProducerSettings(Codec.parse(codec), 131_072, 20);
        ProducerSettings larger = new ProducerSettings(Codec.parse(codec), 524_288, 20);
        CompressionCurve curve = ACCESS_LOG.curve(Codec.parse(codec));
        Forecaster forecaster = ofAccessLog();

        Forecast small = forecaster.of(filled, Optional.of(curve));
        Forecast whole = forecaster.of(unfilled, Optional.of(curve));
        Forecast ofLarger = forecaster.of(larger, Optional.of(curve));
        Forecast byItself = ofAccessLog().of(larger, Optional.of(curve));

        assertThat(small.recordsPerBatch()).isLessThan(whole.recordsPerBatch() / 2);
        assertThat(ofLarger.settings()).isEqualTo(larger);
        assertThat(ofLarger.recordsPerBatch()).isEqualTo(whole.recordsPerBatch());
        assertThat(ofLarger.ratio()).isEqualTo(whole.ratio());
        assertThat(byItself.recordsPerBatch()).isCloseTo(whole.recordsPerBatch(), Percentage.withPercentage(2));
        assertThat(byItself.ratio()).isCloseTo(whole.ratio(), Percentage.withPercentage(1));
    }

    private static Forecaster ofAccessLog() {
        return new Forecaster(
                ACCESS_LOG.records(),
                Workload.of(4_000, ACCESS_LOG.recordBytes(), false, 6),
                Optional.empty(),
                Surroundings.applications(Optional.empty()),
                1);
    }

    private static List<BatchRecord> withKeys(List<BatchRecord> records) {
        List<BatchRecord> keyed = new ArrayList<>();
        for (int i = 0; i < records.size(); i++) {
            BatchRecord record = records.get(i);
            keyed.add(new BatchRecord(
                    ("key-" + i % 997).getBytes(StandardCharsets.US_ASCII),
                    record.value(),
                    record.headers(),
                    record.timestampMillis()));
        }
        return keyed;
    }
}
