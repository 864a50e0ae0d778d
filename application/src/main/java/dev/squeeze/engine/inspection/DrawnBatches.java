package dev.squeeze.engine.inspection;

import dev.squeeze.engine.inspection.BatchDraw.Drawn;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.kafka.UnreadableBatchException;
import dev.squeeze.kit.source.Segments;
import dev.squeeze.kit.stats.ConfidenceInterval;
import dev.squeeze.kit.stats.TotalEstimator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Estimates from decompressing the batches drawn from segments. */
final class DrawnBatches {
    private static final int MIN_FOR_AN_INTERVAL = 3;

    private final List<Optional<ConfidenceInterval>> ratios = new ArrayList<>();
    private final Unpacking unpacking;

    private DrawnBatches(Unpacking unpacking) {
        this.unpacking = unpacking;
    }

    static DrawnBatches unpack(List<BatchDraw> draws, CodecTally codecs) {
        try (Unpacking unpacking = new Unpacking()) {
            DrawnBatches all = new DrawnBatches(unpacking);
            for (int codec = 0; codec < CodecTally.CODECS; codec++) {
                all.ratios.add(
                        CodecType.withId(codec).isPresent()
                                ? all.unpack(draws.get(codec), codecs.batches[codec], codecs.storedBytes[codec])
                                : Optional.empty());
            }
            return all;
        }
    }

    private Optional<ConfidenceInterval> unpack(BatchDraw draw, long populationBatches, long populationBytes) {
        List<Drawn> drawn = draw.drawn();
        double[] stored = new double[drawn.size()];
        double[] uncompressed = new double[drawn.size()];
        int n = 0;
        long readableBatches = populationBatches;
        long readableBytes = populationBytes;
        for (Drawn one : drawn) {
            try {
                uncompressed[n] =
                        unpacking.add(Segments.batch(one.file(), one.position(), one.storedBytes()), draw.weight(one));
                stored[n] = one.storedBytes();
                n++;
            } catch (UnreadableBatchException | IOException e) {
                unpacking.unreadable();
                readableBatches--;
                readableBytes -= one.storedBytes();
            }
        }
        if (n == 0 || (n < MIN_FOR_AN_INTERVAL && n < readableBatches)) {
            return Optional.empty();
        }
        TotalEstimator.Population population =
                new TotalEstimator.Population(readableBatches, readableBytes, readableBytes, 0);
        return Optional.of(TotalEstimator.estimate(uncompressed, stored, stored, n, population)
                .times(1.0 / readableBytes));
    }

    Optional<ConfidenceInterval> ratio(int codec) {
        return ratios.get(codec);
    }

    Optional<TopicProfile.UnpackedSample> sample(long seed) {
        return unpacking.sample(seed);
    }
}
