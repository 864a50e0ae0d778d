package dev.squeeze.feature.advise;

import dev.squeeze.engine.predict.Prediction;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.kit.format.CodecType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Builds the ladder. In each step the settings that save the most are looked for, by coarse predictions first and then with
 * their batches formed; of those that save about as much the ones that people would rather run are taken.
 */
final class LadderSearch {
    /** Settings save about as much as the best of their step within this share of its saving. */
    private static final double ABOUT_AS_MUCH = 0.02;

    /** A rung saves so much more than the one before, as a share of all that can be saved. */
    private static final double NOTABLY_MORE = 0.01;

    /** gzip costs consumers and producers more than its bytes show, so it has to save so much more than any other codec. */
    private static final double CLEARLY_MORE = 0.05;

    /** So much further than {@link #ABOUT_AS_MUCH} a coarse saving may be from the largest. */
    private static final double COARSE_ERROR = 0.04;

    private static final int LARGEST = 3;
    private static final int PREFERRED = 2;

    private final Prediction current;
    private final Predicate<Prediction> allowed;
    private final UnaryOperator<Prediction> whole;
    private final double keep;

    /**
     * @param current today's
     * @param allowed whether a prediction keeps within the limits
     * @param whole forms the batches of a coarse prediction
     * @param keep share of the largest saving that the recommended rung reaches, up to 1
     */
    LadderSearch(Prediction current, Predicate<Prediction> allowed, UnaryOperator<Prediction> whole, double keep) {
        this.current = current;
        this.allowed = allowed;
        this.whole = whole;
        this.keep = keep;
    }

    /** Settings in the order in which people would rather run them, those that save as much. */
    static Comparator<Prediction> preferred(ProducerSettings today) {
        return Comparator.<Prediction>comparingInt(
                        prediction -> prediction.settings().lingerMillis())
                .thenComparingInt(prediction -> changed(prediction.settings(), today))
                .thenComparing(
                        prediction -> !prediction.settings().storedCodec().isDefaultLevel())
                .thenComparing(prediction -> prediction.settings().storedCodec().type() == CodecType.GZIP)
                .thenComparingInt(prediction -> prediction.settings().batchSizeBytes())
                .thenComparingDouble(prediction -> prediction.resources().cores());
    }

    private static int changed(ProducerSettings settings, ProducerSettings today) {
        return (settings.storedCodec().type() == today.codec().type() ? 0 : 1)
                + (settings.batchSizeBytes() == today.batchSizeBytes() ? 0 : 1)
                + (settings.lingerMillis() == today.lingerMillis() ? 0 : 1);
    }

    Ladder of(Collection<Prediction> coarse) {
        List<Prediction> formed =
                finalists(coarse).parallelStream().map(whole).filter(allowed).toList();
        double most = formed.stream().mapToDouble(this::saving).max().orElse(0);
        if (most <= 0) {
            return Ladder.NONE;
        }
        List<Ladder.Rung> rungs = new ArrayList<>();
        double saved = 0;
        for (Step step : Step.values()) {
            List<Prediction> within = within(step, formed);
            OptionalDouble largest =
                    withoutGzip(within).stream().mapToDouble(this::saving).max();
            if (largest.isEmpty() || largest.getAsDouble() <= saved + NOTABLY_MORE * most) {
                continue;
            }
            Prediction taken = preferredOf(withoutGzip(within), ABOUT_AS_MUCH);
            if (saving(taken) <= saved) {
                continue;
            }
            saved = saving(taken);
            rungs.add(new Ladder.Rung(step, taken, Math.min(1, saved / most)));
        }
        return new Ladder(rungs, recommended(rungs));
    }

    private OptionalInt recommended(List<Ladder.Rung> rungs) {
        for (int i = 0; i < rungs.size(); i++) {
            if (rungs.get(i).shareOfSaving() >= keep) {
                return OptionalInt.of(i);
            }
        }
        return rungs.isEmpty() ? OptionalInt.empty() : OptionalInt.of(rungs.size() - 1);
    }

    /** Those that may be on the ladder, by coarse predictions; today's codec and batching are among them in any case. */
    private Collection<Prediction> finalists(Collection<Prediction> coarse) {
        Map<ProducerSettings, Prediction> finalists = new LinkedHashMap<>();
        for (Step step : Step.values()) {
            List<Prediction> within =
                    withoutGzip(within(step, coarse.stream().filter(allowed).toList()));
            double largest = within.stream().mapToDouble(this::saving).max().orElse(0);
            Stream.concat(
                            within.stream()
                                    .sorted(Comparator.comparingDouble(this::saving)
                                            .reversed())
                                    .limit(LARGEST),
                            within.stream()
                                    .filter(one -> saving(one) >= largest * (1 - ABOUT_AS_MUCH - COARSE_ERROR))
                                    .sorted(preferred(current.settings()))
                                    .limit(PREFERRED))
                    .filter(one -> saving(one) > 0)
                    .forEach(one -> finalists.put(one.settings(), one));
        }
        return finalists.values();
    }

    private List<Prediction> within(Step step, Collection<Prediction> predictions) {
        return predictions.stream()
                .filter(one -> step.allows(one.settings(), current.settings()))
                .filter(one -> !one.settings().equals(current.settings()))
                .toList();
    }

    private List<Prediction> withoutGzip(List<Prediction> predictions) {
        Map<Boolean, List<Prediction>> byGzip = predictions.stream()
                .collect(Collectors.partitioningBy(
                        one -> one.settings().storedCodec().type() == CodecType.GZIP, Collectors.toList()));
        List<Prediction> others = byGzip.getOrDefault(false, List.of());
        double largest = others.stream().mapToDouble(this::saving).max().orElse(0);
        boolean today = current.settings().codec().type() == CodecType.GZIP;
        return Stream.concat(
                        others.stream(),
                        byGzip.getOrDefault(true, List.of()).stream()
                                .filter(gzip -> today || saving(gzip) > largest * (1 + CLEARLY_MORE)))
                .toList();
    }

    private Prediction preferredOf(List<Prediction> predictions, double within) {
        double largest = predictions.stream().mapToDouble(this::saving).max().orElseThrow();
        return predictions.stream()
                .filter(one -> saving(one) >= largest * (1 - within))
                .min(preferred(current.settings()))
                .orElseThrow();
    }

    private double saving(Prediction prediction) {
        return current.resources().money() - prediction.resources().money();
    }
}
