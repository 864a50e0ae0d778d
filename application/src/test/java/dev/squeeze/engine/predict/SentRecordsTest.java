package dev.squeeze.engine.predict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.KafkaBatches;
import dev.squeeze.kit.source.ReadOptions;
import dev.squeeze.kit.source.Sample;
import dev.squeeze.kit.source.Sampler;
import dev.squeeze.kit.source.SamplingPlan;
import dev.squeeze.kit.source.SegmentSource;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.DoubleSupplier;
import org.apache.kafka.common.compress.Compression;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A log of which only a sample is known, as commands see that look at many topics. */
@SuppressWarnings("NullAway.Init")
class SentRecordsTest {
    private static final int RECORDS = 6_000;
    private static final int LINGER_MILLIS = 10;
    private static final double MEAN_MILLIS = 4;

    @TempDir
    Path folder;

    private final Random random = new Random(1);

    /** A topic of one partition, of batches that a linger closed. */
    private SentRecords sampled(DoubleSupplier gapMillis, boolean keyed) throws IOException {
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        List<BatchRecord> batch = new ArrayList<>();
        double at = 1.7e12;
        double closes = at + LINGER_MILLIS;
        for (int i = 0; i < RECORDS; i++) {
            if (at >= closes) {
                write(batch, log);
                closes = at + LINGER_MILLIS;
            }
            byte[] value = new byte[100];
            random.nextBytes(value);
            byte[] key = {(byte) i};
            batch.add(new BatchRecord(keyed ? key : null, value, BatchRecord.NO_HEADERS, (long) at));
            at += gapMillis.getAsDouble();
        }
        write(batch, log);
        Path partition = Files.createDirectories(folder.resolve("t-0"));
        Path segment = Files.write(partition.resolve("00000000000000000000.log"), log.toByteArray());
        Sample sample = Sampler.draw(
                new SegmentSource(List.of(segment.toString()), ReadOptions.DEFAULT),
                new SamplingPlan(List.of(1 << 12), 1 << 17, 16, 1, 1),
                (read, of) -> {});
        assertThat(sample.sizes().get(0).isComplete()).isFalse();
        return SentRecords.of(sample, 1);
    }

    private static void write(List<BatchRecord> batch, ByteArrayOutputStream log) {
        ByteBuffer bytes = KafkaBatches.batch(Compression.NONE, batch.toArray(BatchRecord[]::new));
        log.write(bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining());
        batch.clear();
    }

    private double atRandom() {
        return -MEAN_MILLIS * Math.log(1 - random.nextDouble());
    }

    private static double recordsPerBatch(SentRecords sent) {
        return new Forecaster(
                        sent.records(),
                        Workload.of(1_000 / MEAN_MILLIS, 100, false, 1).withProducers(1),
                        Optional.empty(),
                        Surroundings.applications(sent.pattern()),
                        1)
                .of(new ProducerSettings(Codec.NONE, 16_384, LINGER_MILLIS), Optional.empty())
                .recordsPerBatch();
    }

    @Test
    void recordsThatCameAtAnEvenPaceAreSentSo() throws IOException {
        // The first opens a batch, and 4 and 8 ms later there are two more before it leaves.
        assertThat(recordsPerBatch(sampled(() -> MEAN_MILLIS, false))).isCloseTo(3, Percentage.withPercentage(3));
    }

    @Test
    void recordsThatCameAtRandomAreSentSo() throws IOException {
        assertThat(recordsPerBatch(sampled(this::atRandom, false)))
                .isCloseTo(1 + LINGER_MILLIS / MEAN_MILLIS, Percentage.withPercentage(8));
    }

    @Test
    void recordsWithKeysDoNotTellTheirProducersPace() throws IOException {
        assertThat(sampled(() -> MEAN_MILLIS, true).pattern()).isEmpty();
    }
}
