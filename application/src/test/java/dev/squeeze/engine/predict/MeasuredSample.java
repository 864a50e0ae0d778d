package dev.squeeze.engine.predict;

import dev.squeeze.engine.measure.CodecMeasurement;
import dev.squeeze.engine.measure.DirectionFigures;
import dev.squeeze.engine.measure.PathFigures;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.format.PackedBatch;
import dev.squeeze.kit.kafka.KafkaBatchCodec;
import dev.squeeze.kit.source.BatchSample;
import dev.squeeze.kit.source.ReadOptions;
import dev.squeeze.kit.source.Sample;
import dev.squeeze.kit.source.Sampler;
import dev.squeeze.kit.source.SamplingPlan;
import dev.squeeze.kit.source.Sources;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A bundled sample, its records in order, and curves measured on it with Kafka's own classes. Ratios only, on a fixed
 * number of batches: the result of a sweep depends on how busy the machine is.
 */
final class MeasuredSample {
    private static final List<Integer> BATCH_BYTES = List.of(1, 1 << 10, 1 << 12, 1 << 14, 1 << 16, 1 << 18, 1 << 20);
    private static final int BATCHES = 128;
    private static final long BYTES = 6 << 20;

    private final List<BatchRecord> records = new ArrayList<>();
    private final Sample sample;

    MeasuredSample(String notation) {
        Sources.open(List.of(notation), ReadOptions.DEFAULT, InputStream::nullInputStream)
                .read(
                        record -> {
                            records.add(record);
                            return true;
                        },
                        (read, total) -> {});
        sample = Sampler.draw(
                Sources.open(List.of(notation), ReadOptions.DEFAULT, InputStream::nullInputStream),
                new SamplingPlan(BATCH_BYTES, BYTES, BATCHES, 1, 2),
                (read, total) -> {});
    }

    Sample sample() {
        return sample;
    }

    /** Mean bytes of a record, framing included. */
    double recordBytes() {
        BatchSample largest = sample.sizes().get(sample.sizes().size() - 1);
        return (double) largest.populationRecordBytes() / largest.populationRecords();
    }

    List<BatchRecord> records() {
        return records;
    }

    CompressionCurve curve(Codec codec) {
        List<CodecMeasurement> points = new ArrayList<>();
        try (KafkaBatchCodec kafka = new KafkaBatchCodec(codec)) {
            for (BatchSample size : sample.sizes()) {
                points.add(point(codec, kafka, size));
            }
        }
        return new CompressionCurve(codec, points);
    }

    private static CodecMeasurement point(Codec codec, KafkaBatchCodec kafka, BatchSample size) {
        List<Double> fractions = new ArrayList<>();
        double before = 0;
        double after = 0;
        for (PackedBatch batch :
                size.batches().subList(0, Math.min(BATCHES, size.batches().size()))) {
            int uncompressed = batch.recordBytes() + 61;
            int compressed = codec.type() == CodecType.NONE
                    ? uncompressed
                    : kafka.encode(batch.unpack(), ByteBuffer.allocate(1024)).remaining();
            before += uncompressed;
            after += compressed;
            fractions.add((double) compressed / uncompressed);
        }
        ConfidenceInterval one = ConfidenceInterval.exact(1, 1);
        DirectionFigures untimed = new DirectionFigures(ConfidenceInterval.exact(100, 1), one, one);
        return new CodecMeasurement(
                codec,
                size.nominalBytes(),
                size.meanRecordBytesPerBatch(),
                (double) size.populationRecords() / size.populationBatches(),
                Optional.of(ConfidenceInterval.exact(before / after, fractions.size())),
                Optional.of(one),
                Optional.of(new PathFigures(untimed, untimed)),
                Optional.empty(),
                true,
                fractions);
    }
}
