package dev.squeeze.feature.advise;

import dev.squeeze.engine.measure.CodecMeasurement;
import dev.squeeze.engine.measure.SweepResult;
import dev.squeeze.engine.predict.CompressionCurve;
import dev.squeeze.engine.predict.CostModel;
import dev.squeeze.engine.predict.Prediction;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.engine.predict.RecordSizes;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.source.Sample;
import dev.squeeze.kit.source.StoredBatches;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** Compares every measured setting with every sensible {@code batch.size} and {@code linger.ms}, and recommends one. */
public final class Advisor {
    private static final List<Integer> BATCH_SIZES = List.of(16_384, 32_768, 65_536, 131_072, 262_144, 524_288);
    private static final List<Integer> LINGERS = List.of(0, 5, 10, 20, 50, 100);

    /** A setting is left out where its batches would differ from all measured ones by more than this factor. */
    private static final double MAX_EXTRAPOLATION = 0.7;

    private final Sample sample;
    private final SweepResult sweep;
    private final CostModel costs;
    private final AdviceRequest request;
    private final RecordSizes sizes;
    private final Wording wording;
    private final Map<Codec, CompressionCurve> curves = new LinkedHashMap<>();

    /**
     * @param sample what the sweep was taken on
     * @param sweep measurements; today's codec and {@code none} must be among them
     * @param costs workload and prices
     * @param request settings of today, objective and limits
     */
    public Advisor(Sample sample, SweepResult sweep, CostModel costs, AdviceRequest request) {
        this.sample = sample;
        this.sweep = sweep;
        this.costs = costs;
        this.request = request;
        this.sizes = RecordSizes.of(sample);
        this.wording = new Wording(costs, request);
        Map<Codec, List<CodecMeasurement>> byCodec = new LinkedHashMap<>();
        for (CodecMeasurement measurement : sweep.measurements()) {
            if (measurement.ratio().isPresent() && measurement.kafka().isPresent()) {
                byCodec.computeIfAbsent(measurement.codec(), codec -> new ArrayList<>())
                        .add(measurement);
            }
        }
        byCodec.forEach(
                (codec, points) -> curves.put(codec, new CompressionCurve(codec, points, guide(codec, byCodec))));
    }

    /** Kafka's default level of the codec, which is measured at every batch size. */
    private static Optional<CompressionCurve> guide(Codec codec, Map<Codec, List<CodecMeasurement>> byCodec) {
        Codec standard = Codec.ofDefaultLevel(codec.type());
        List<CodecMeasurement> points = byCodec.getOrDefault(standard, List.of());
        return points.isEmpty() || standard.equals(codec)
                ? Optional.empty()
                : Optional.of(new CompressionCurve(standard, points));
    }

    /**
     * The recommendation by prediction.
     *
     * @throws IllegalStateException where today's codec was not measured, as after an early interruption
     */
    public Recommendation advise() {
        Prediction current = knownToday();
        Candidates candidates = candidates(current, List.of(), known -> known);
        Prediction best = candidates.allowed().isEmpty()
                ? candidates.all().stream()
                        .min(Comparator.comparingDouble(Prediction::addedLatencyMillis))
                        .orElseThrow()
                : best(candidates.allowed());
        Savings savings = savings(current, best);
        Optional<String> leaveIt = candidates.allowed().isEmpty()
                ? Optional.empty()
                : LeaveIt.reason(current, best, savings, costs, request);
        return recommendation(
                candidates,
                best,
                leaveIt,
                wording.verdict(leaveIt, current, best, savings),
                other -> wording.whyNot(other, best),
                List.of());
    }

    /**
     * The recommendation after a live run that overturned the prediction: savings, alternatives and caveats are those of the
     * settings that did better. Batches and ratios of the settings that were run are as measured; their CPU stays the
     * predicted codec work, since a live run measures whole threads, and settings that were not run could not be compared.
     *
     * @param predicted what was recommended by prediction
     * @param better settings that did better, which were run
     */
    Recommendation following(Recommendation predicted, LiveFindings live, ProducerSettings better) {
        ProducerSettings instead = predicted.recommended().settings();
        Prediction measured = live.of(better).orElseThrow();
        String reason = wording.measuredBetter(measured, instead, live.of(instead));
        // Batches in a log are not those of the settings that stand for them, so the log stays the baseline.
        Prediction current = request.fromLog().batches() ? knownToday() : asMeasured(knownToday(), live);
        Candidates candidates = candidates(current, live.run(), known -> asMeasured(known, live));
        boolean leaveIt = better.equals(current.settings());
        Prediction best = leaveIt
                ? current
                : candidates.all().stream()
                        .filter(candidate -> candidate.settings().equals(better))
                        .findFirst()
                        .orElseThrow();
        return recommendation(
                candidates,
                best,
                leaveIt ? Optional.of(reason) : Optional.empty(),
                wording.verdict(better, leaveIt, reason),
                other -> whyNot(other, best, live),
                List.of(new Caveat.FollowsLiveRun()));
    }

    private String whyNot(Prediction other, Prediction best, LiveFindings live) {
        if (live.fellBehind().contains(other.settings())) {
            return "did not hold the rate when run live";
        }
        Optional<Prediction> measured = live.of(other.settings());
        Prediction measuredBest = live.of(best.settings()).orElse(best);
        return measured.map(seen -> "measured live: " + wording.whyNot(seen, measuredBest))
                .orElseGet(() -> "not run; predicted: " + wording.whyNot(other, best));
    }

    private Prediction asMeasured(Prediction predicted, LiveFindings live) {
        Optional<Prediction> measured = live.of(predicted.settings());
        Optional<CompressionCurve> curve = curve(predicted.settings().codec());
        if (measured.isEmpty() || curve.isEmpty()) {
            return predicted;
        }
        Prediction seen = measured.get();
        double bytes = seen.fill().recordBytesPerBatch();
        return new Prediction(
                predicted.settings(),
                seen.fill(),
                seen.ratio(),
                seen.ratioRelativeHalfWidth(),
                curve.get().speedRelativeHalfWidth(bytes),
                costs.estimate(
                        seen.fill(),
                        seen.ratio(),
                        curve.get().compressNanosPerByte(bytes),
                        curve.get().decompressNanosPerByte(bytes)),
                predicted.addedLatencyMillis(),
                curve.get().isBeyondMeasured(bytes));
    }

    /** Settings that were compared; some of them must be shown among the alternatives, as they were run. */
    private record Candidates(
            Prediction current, List<Prediction> all, List<Prediction> allowed, List<ProducerSettings> shown) {}

    private Candidates candidates(Prediction current, List<ProducerSettings> shown, UnaryOperator<Prediction> known) {
        List<Prediction> all = candidates(current).stream().map(known).toList();
        return new Candidates(
                current, all, all.stream().filter(limits(current)::allow).toList(), shown);
    }

    private Recommendation recommendation(
            Candidates candidates,
            Prediction best,
            Optional<String> leaveIt,
            String verdict,
            Function<Prediction, String> whyNot,
            List<Caveat> first) {
        Prediction current = candidates.current();
        Prediction recommended = leaveIt.isPresent() ? current : best;
        List<Caveat> caveats = new ArrayList<>(first);
        caveats.addAll(new Caveats(sample, sweep, costs, request, curves)
                .about(
                        current,
                        recommended,
                        best,
                        drift(best),
                        !candidates.allowed().isEmpty()));
        beyondOneThread(candidates.all(), recommended).ifPresent(caveats::add);
        return new Recommendation(
                verdict,
                leaveIt,
                recommended,
                current,
                best,
                savings(current, best),
                costs.workload().client().lines(recommended.settings()),
                List.of("compression.type=producer"),
                runnersUp(candidates, best, recommended, whyNot),
                caveats,
                candidates.all().size());
    }

    private Drift drift(Prediction best) {
        return Drift.near(sample, best.fill().recordBytesPerBatch());
    }

    private Savings savings(Prediction current, Prediction best) {
        return new SavingsEstimate(
                        costs, drift(best).relativeHalfWidth(), sample.read().records())
                .between(current, best);
    }

    private Prediction knownToday() {
        return today().orElseThrow(() -> new IllegalStateException(
                "the run ended before " + request.current().codec()
                        + ", today's codec, was measured: nothing to compare with; give it more time with --budget"));
    }

    /** Whether settings may be recommended: today's may, and those that keep within the limits. */
    boolean isAllowed(Prediction prediction) {
        return prediction.settings().equals(request.current())
                || today().map(current -> limits(current).allow(prediction)).orElse(false);
    }

    private Limits limits(Prediction current) {
        return request.limits().allowingCoresOf(current);
    }

    /**
     * Ratio and CPU of a codec by batch size.
     *
     * @return empty where the codec was not measured completely
     */
    public Optional<CompressionCurve> curve(Codec codec) {
        return Optional.ofNullable(curves.get(codec));
    }

    /** From the batches in the log where they are the baseline, else from the settings. */
    private Optional<Prediction> today() {
        ProducerSettings settings = request.current();
        Optional<StoredBatches> stored =
                request.fromLog().batches() ? sample.read().stored() : Optional.empty();
        return Optional.ofNullable(curves.get(settings.codec()))
                .map(curve -> stored.map(seen -> Prediction.ofStored(costs, settings, seen, curve, sizes))
                        .orElseGet(() -> Prediction.of(costs, settings, curve, sizes)));
    }

    private List<Prediction> candidates(Prediction current) {
        TreeSet<Integer> batchSizes = new TreeSet<>(BATCH_SIZES);
        TreeSet<Integer> lingers = new TreeSet<>(LINGERS);
        batchSizes.add(request.current().batchSizeBytes());
        lingers.add(request.current().lingerMillis());
        List<Prediction> candidates = new ArrayList<>();
        candidates.add(current);
        for (CompressionCurve curve : curves.values()) {
            for (int batchSize : batchSizes) {
                for (int linger : lingers) {
                    Prediction prediction =
                            Prediction.of(costs, new ProducerSettings(curve.codec(), batchSize, linger), curve, sizes);
                    if (isCovered(prediction)) {
                        candidates.add(prediction);
                    }
                }
            }
        }
        return candidates;
    }

    /** Where a setting was dropped at small or large batches, other batch sizes say nothing about it there. */
    private boolean isCovered(Prediction prediction) {
        List<Double> measured = sweep.measurements().stream()
                .filter(measurement ->
                        measurement.codec().equals(prediction.settings().codec()))
                .filter(measurement ->
                        measurement.ratio().isPresent() && measurement.kafka().isPresent())
                .map(CodecMeasurement::recordBytesPerBatch)
                .sorted()
                .toList();
        double smallest = measured.get(0);
        double largest = measured.get(measured.size() - 1);
        double smallestOfAll = sample.sizes().get(0).meanRecordBytesPerBatch();
        double largestOfAll = sample.sizes().get(sample.sizes().size() - 1).meanRecordBytesPerBatch();
        double achieved = prediction.fill().recordBytesPerBatch();
        return (smallest <= smallestOfAll || achieved >= MAX_EXTRAPOLATION * smallest)
                && (largest >= largestOfAll || achieved <= largest / MAX_EXTRAPOLATION);
    }

    private Prediction best(List<Prediction> allowed) {
        Objective objective = request.objective();
        double lowest = allowed.stream().mapToDouble(objective::score).min().orElseThrow();
        return allowed.stream()
                .filter(prediction -> objective.score(prediction) <= lowest * (1 + objective.tolerance()))
                .min(objective.amongEquals())
                .orElseThrow();
    }

    /** Settings that would do better if producers had more threads than is assumed. */
    private Optional<Caveat> beyondOneThread(List<Prediction> candidates, Prediction recommended) {
        if (!request.limits().coresAreAssumed()) {
            return Optional.empty();
        }
        Objective objective = request.objective();
        return bestOf(candidates, request.limits().asGiven()::allow)
                .filter(free -> objective.score(free) < objective.score(recommended) * (1 - objective.tolerance()))
                .map(free -> new Caveat.MoreThanThreadsThatSend(
                        free.settings(),
                        free.resources().producerCores(),
                        costs.workload().producers(),
                        recommended.resources().money() - free.resources().money(),
                        costs.prices().currency()));
    }

    private List<RunnerUp> runnersUp(
            Candidates candidates, Prediction best, Prediction recommended, Function<Prediction, String> whyNot) {
        Prediction current = candidates.current();
        List<Prediction> allowed = candidates.allowed();
        List<Prediction> chosen = new ArrayList<>();
        if (!best.equals(recommended)) {
            chosen.add(best);
        }
        candidates.all().stream()
                .filter(prediction -> candidates.shown().contains(prediction.settings()))
                .forEach(chosen::add);
        // The codec alone, with today's batching: what most people would try first.
        bestOf(
                        allowed,
                        prediction -> prediction.settings().batchSizeBytes()
                                        == current.settings().batchSizeBytes()
                                && prediction.settings().lingerMillis()
                                        == current.settings().lingerMillis())
                .ifPresent(chosen::add);
        // Batching alone, with today's codec.
        bestOf(allowed, prediction -> prediction
                        .settings()
                        .codec()
                        .equals(current.settings().codec()))
                .ifPresent(chosen::add);
        for (CodecType type : CodecType.values()) {
            if (type != best.settings().codec().type()) {
                bestOf(allowed, prediction -> prediction.settings().codec().type() == type)
                        .ifPresent(chosen::add);
            }
        }
        // Neighbouring levels, all else equal.
        for (int step : new int[] {-1, 1}) {
            candidates.all().stream()
                    .filter(prediction -> isNeighbour(prediction.settings(), best.settings(), step))
                    .min(Comparator.comparingInt(
                            prediction -> Math.abs(prediction.settings().codec().level()
                                    - best.settings().codec().level())))
                    .ifPresent(chosen::add);
        }
        return chosen.stream()
                .distinct()
                .filter(prediction -> !prediction.settings().equals(recommended.settings()))
                .filter(prediction -> !prediction.settings().equals(current.settings()))
                .sorted(Comparator.comparingDouble(request.objective()::score))
                .map(prediction -> new RunnerUp(prediction, whyNot.apply(prediction)))
                .toList();
    }

    private static boolean isNeighbour(ProducerSettings other, ProducerSettings best, int direction) {
        return other.codec().type() == best.codec().type()
                && other.batchSizeBytes() == best.batchSizeBytes()
                && other.lingerMillis() == best.lingerMillis()
                && Integer.signum(other.codec().level() - best.codec().level()) == direction;
    }

    private Optional<Prediction> bestOf(List<Prediction> candidates, Predicate<Prediction> condition) {
        List<Prediction> matching = candidates.stream().filter(condition).toList();
        return matching.isEmpty() ? Optional.empty() : Optional.of(best(matching));
    }
}
