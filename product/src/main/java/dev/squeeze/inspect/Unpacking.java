package dev.squeeze.inspect;

import dev.squeeze.batch.BatchRecord;
import dev.squeeze.codec.CodecType;
import dev.squeeze.inspect.BatchDraw.Drawn;
import dev.squeeze.kafka.BatchRecordReader;
import dev.squeeze.kafka.UnreadableBatchException;
import dev.squeeze.source.Segments;
import dev.squeeze.stats.ConfidenceInterval;
import dev.squeeze.stats.TotalEstimator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/** What the drawn batches show once they are unpacked. */
final class Unpacking {
    /** Weights are fractions, and a histogram counts in whole numbers. */
    private static final double WEIGHT_STEPS = 1000;

    private static final int FEWEST_FOR_AN_INTERVAL = 3;

    private final List<Optional<ConfidenceInterval>> ratios = new ArrayList<>();
    private final Histogram payloadBytes = new Histogram(3);
    private long batches;
    private long records;
    private long unreadable;
    private long mostPayloadBytes;
    private double weights;
    private double weightedBytes;
    private double weightedKeys;
    private double weightedTombstones;

    private Unpacking() {}

    static Unpacking of(List<BatchDraw> draws, CodecTally codecs) {
        Unpacking unpacking = new Unpacking();
        try (BatchRecordReader reader = new BatchRecordReader()) {
            for (int codec = 0; codec < CodecTally.CODECS; codec++) {
                unpacking.ratios.add(
                        CodecType.withId(codec).isPresent()
                                ? unpacking.unpack(
                                        draws.get(codec), codecs.batches[codec], codecs.storedBytes[codec], reader)
                                : Optional.empty());
            }
        }
        return unpacking;
    }

    private Optional<ConfidenceInterval> unpack(
            BatchDraw draw, long populationBatches, long populationBytes, BatchRecordReader reader) {
        List<Drawn> drawn = draw.drawn();
        double[] stored = new double[drawn.size()];
        double[] uncompressed = new double[drawn.size()];
        int n = 0;
        long readableBatches = populationBatches;
        long readableBytes = populationBytes;
        for (Drawn one : drawn) {
            try {
                double weight = draw.weight(one);
                uncompressed[n] = reader.read(
                        Segments.batch(one.file(), one.position(), one.storedBytes()),
                        (offset, record) -> record(record, weight));
                stored[n] = one.storedBytes();
                n++;
            } catch (UnreadableBatchException | IOException e) {
                unreadable++;
                readableBatches--;
                readableBytes -= one.storedBytes();
            }
        }
        batches += n;
        if (n == 0 || (n < FEWEST_FOR_AN_INTERVAL && n < readableBatches)) {
            return Optional.empty();
        }
        TotalEstimator.Population population =
                new TotalEstimator.Population(readableBatches, readableBytes, readableBytes, 0);
        return Optional.of(TotalEstimator.estimate(uncompressed, stored, stored, n, population)
                .times(1.0 / readableBytes));
    }

    private boolean record(BatchRecord record, double weight) {
        int bytes = record.payloadBytes();
        records++;
        mostPayloadBytes = Math.max(mostPayloadBytes, bytes);
        payloadBytes.recordValueWithCount(bytes, Math.round(weight * WEIGHT_STEPS));
        weights += weight;
        weightedBytes += weight * bytes;
        weightedKeys += record.key() == null ? 0 : weight;
        weightedTombstones += record.value() == null ? weight : 0;
        return true;
    }

    Optional<ConfidenceInterval> ratio(int codec) {
        return ratios.get(codec);
    }

    Optional<TopicProfile.UnpackedSample> sample(long seed) {
        if (records == 0) {
            return Optional.empty();
        }
        return Optional.of(new TopicProfile.UnpackedSample(
                batches,
                records,
                unreadable,
                SegmentInspection.distribution(payloadBytes, mostPayloadBytes),
                weightedBytes / weights,
                weightedKeys / weights,
                weightedTombstones / weights,
                seed));
    }
}
