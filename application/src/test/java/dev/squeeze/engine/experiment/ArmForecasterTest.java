package dev.squeeze.engine.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.squeeze.ClientDrivers;
import dev.squeeze.engine.drivers.CodecDriver;
import dev.squeeze.engine.load.ConsumerSettings;
import dev.squeeze.engine.load.ForeignClient;
import dev.squeeze.engine.load.LoadProfile;
import dev.squeeze.engine.load.LoadSettings;
import dev.squeeze.engine.load.Payload;
import dev.squeeze.engine.measure.ClientCodecs;
import dev.squeeze.engine.measure.SweepListener;
import dev.squeeze.engine.predict.ClientProfile;
import dev.squeeze.engine.predict.Forecast;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.kit.format.BatchCutter;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecGrid;
import dev.squeeze.kit.format.PackedBatch;
import dev.squeeze.kit.format.RecordFormatV2;
import dev.squeeze.kit.source.BundledSample;
import dev.squeeze.kit.source.ReadOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What bench predicts for another client's batches, compared with what the client's own codecs make of batches of that
 * size.
 */
@Tag("live")
class ArmForecasterTest {
    private static final int LARGE_BATCH = 1 << 18;

    /** Read once for all tests. */
    private static final List<BatchRecord> RECORDS = records();

    private final List<String> said = new ArrayList<>();

    private static List<BatchRecord> records() {
        List<BatchRecord> records = new ArrayList<>();
        new BundledSample("json-events", ReadOptions.DEFAULT).read(records::add, (read, total) -> {});
        return records;
    }

    @ParameterizedTest
    @CsvSource({"FRANZ_GO, snappy", "FRANZ_GO, zstd:3", "SARAMA, lz4", "LIBRDKAFKA, snappy"})
    void theClientsCodecCompressesSomeOfTheRecords(ClientProfile client, String codec) {
        ClientDrivers.require(client);

        Arm arm = new Arm("one", Map.of(), settings(Codec.parse(codec), ForeignClient.of(client, Map.of())));

        for (long seed = 1; seed <= 3; seed++) {
            Forecast forecast = forecaster(seed).of(arm).orElseThrow();

            assertThat(forecast.ratio())
                    .as("seed %d", seed)
                    .isCloseTo(
                            ratio(client, Codec.parse(codec), (int) forecast.recordBytesPerBatch()),
                            withinPercentage(6));
        }
        assertThat(said).isEmpty();
    }

    @Test
    void whatBrokersCompressAgainAndWhatThreadsShareIsNotPredicted() {
        LoadSettings usual = own(1, Map.of());

        assertThat(forecaster(1).of(arm(usual))).isPresent();
        assertThat(forecaster(1).of(arm(own(1, Map.of("compression.type", "producer")))))
                .isPresent();
        assertThat(forecaster(1).of(arm(own(1, Map.of("compression.type", "zstd")))))
                .isEmpty();
        assertThat(forecaster(1).of(arm(own(4, Map.of())))).isEmpty();
    }

    private static Arm arm(LoadSettings settings) {
        return new Arm("a", Map.of(), settings);
    }

    private static LoadSettings own(int threads, Map<String, String> topicConfigs) {
        return new LoadSettings(
                new ProducerSettings(Codec.parse("lz4"), LARGE_BATCH, 50).toProperties(),
                1,
                threads,
                1,
                1,
                1,
                topicConfigs,
                new LoadProfile.OpenLoop(10_000),
                ConsumerSettings.one(ConsumerSettings.When.CONCURRENT));
    }

    private ArmForecaster forecaster(long seed) {
        return new ArmForecaster(Payload.of(RECORDS), 1, 0.5, 2, seed, SweepListener.SILENT, said::add);
    }

    private static LoadSettings settings(Codec codec, ForeignClient client) {
        return new LoadSettings(
                        new ProducerSettings(codec, LARGE_BATCH, 50).toProperties(),
                        1,
                        1,
                        1,
                        1,
                        1,
                        Map.of(),
                        new LoadProfile.OpenLoop(100_000),
                        ConsumerSettings.one(ConsumerSettings.When.CONCURRENT))
                .withClient(Optional.of(client));
    }

    private double ratio(ClientProfile client, Codec codec, int bytesPerBatch) {
        List<PackedBatch> batches = new ArrayList<>();
        BatchCutter cutter = new BatchCutter(bytesPerBatch);
        for (BatchRecord record : RECORDS) {
            if (cutter.isFullFor(record)) {
                batches.add(cutter.take().orElseThrow());
            }
            cutter.add(record);
        }
        double headers = (double) batches.size() * RecordFormatV2.BATCH_HEADER_BYTES;
        double raw = batches.stream().mapToDouble(PackedBatch::recordBytes).sum();
        try (ClientCodecs codecs = CodecDriver.comparison(client, new CodecGrid(List.of(codec), true))
                .orElseThrow()
                .open()
                .get()) {
            double stored = codecs.run(codec, batches, 1, 1).stored().stream()
                    .mapToDouble(one -> one.bytes().length)
                    .sum();
            return (raw + headers) / (stored + headers);
        }
    }
}
