package dev.squeeze.feature.doctor;

import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.stats.ConfidenceInterval;
import dev.squeeze.kit.stats.RatioOfTotals;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Figures by stretch. Batches within a stretch are similar, so the samples of intervals are stretches, not batches. */
final class TrialFigures {
    private final Map<TrialFigure, List<Double>> figures = new LinkedHashMap<>();
    private final Map<TrialFigure, double[]> times = new LinkedHashMap<>();
    private int stretches;

    void next() {
        stretches++;
    }

    int stretches() {
        return stretches;
    }

    /** Adds to the figure of the current stretch. */
    void add(TrialFigure figure, double value) {
        List<Double> all = figures.computeIfAbsent(figure, name -> new ArrayList<>());
        while (all.size() < stretches) {
            all.add(0.0);
        }
        all.set(stretches - 1, all.get(stretches - 1) + value);
    }

    /**
     * Adds CPU time of batches in some form.
     *
     * @param bytes uncompressed bytes of the batches as they are
     */
    void time(TrialFigure form, long bytes, long compressNanos, long decompressNanos) {
        double[] sums = times.computeIfAbsent(form, unseen -> new double[3]);
        sums[0] += bytes;
        sums[1] += compressNanos;
        sums[2] += decompressNanos;
    }

    Set<Codec> codecs() {
        return speeds().keySet();
    }

    double sum(TrialFigure figure) {
        return figures.getOrDefault(figure, List.of()).stream()
                .mapToDouble(Double::doubleValue)
                .sum();
    }

    /** The ratio of two figures; empty if one of them is missing. */
    Optional<ConfidenceInterval> ratio(TrialFigure above, TrialFigure below, long population) {
        if (!figures.containsKey(above) || !figures.containsKey(below)) {
            return Optional.empty();
        }
        return RatioOfTotals.estimate(array(above), array(below), population);
    }

    private double[] array(TrialFigure figure) {
        double[] array = new double[stretches];
        List<Double> all = figures.getOrDefault(figure, List.of());
        for (int i = 0; i < all.size(); i++) {
            array[i] = all.get(i);
        }
        return array;
    }

    Map<Codec, CodecSpeed> speeds() {
        Map<Codec, CodecSpeed> speeds = new LinkedHashMap<>();
        times.keySet().forEach(form -> {
            if (form instanceof TrialFigure.InCodec in) {
                speeds.put(in.codec(), speed(in));
            }
        });
        return speeds;
    }

    /**
     * CPU time of batches in some form, per byte of the batches as they are; {@link CodecSpeed#FREE} if it was not
     * measured.
     */
    CodecSpeed speed(TrialFigure form) {
        double[] sums = times.get(form);
        return sums == null ? CodecSpeed.FREE : new CodecSpeed(sums[1] / sums[0], sums[2] / sums[0]);
    }
}
