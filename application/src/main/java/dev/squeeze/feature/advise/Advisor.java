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

/** Compares every measured setting with every sensible {@code batch.size} and {@code linger.ms}, and decides. */
public final class Advisor {
    private static final List<Integer> BATCH_SIZES = List.of(16_384, 32_768, 65_536, 131_072, 262_144, 524_288);
    private static final List<Integer> LINGERS = List.of(0, 5, 10, 20, 50, 100);

    /** A setting is not judged by batches that are larger or smaller than those it would get by more than this factor. */
    private static final double BESIDE_MEASURED = 0.7;

    private final Sample sample;
    private final SweepResult sweep;
    private final CostModel costs;
    private final AdviceRequest request;
    private final RecordSizes sizes;
    private final Map<Codec, CompressionCurve> curves = new LinkedHashMap<>();

    /**
     * Prepares the decision.
     *
     * @param sample what the sweep was taken on
     * @param sweep measurements; today's codec and {@code none} must be among them
     * @param costs workload and prices
     * @param request what is asked
     */
    public Advisor(Sample sample, SweepResult sweep, CostModel costs, AdviceRequest request) {
        this.sample = sample;
        this.sweep = sweep;
        this.costs = costs;
        this.request = request;
        this.sizes = RecordSizes.of(sample);
        Map<Codec, List<CodecMeasurement>> byCodec = new LinkedHashMap<>();
        for (CodecMeasurement one : sweep.measurements()) {
            if (one.ratio().isPresent() && one.kafka().isPresent()) {
                byCodec.computeIfAbsent(one.codec(), codec -> new ArrayList<>()).add(one);
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
     * Decides.
     *
     * @throws IllegalStateException where today's codec was not measured, as after an early interruption
     */
    public Recommendation advise() {
        Prediction current = today().orElseThrow(() -> new IllegalStateException(
                "the run ended before " + request.current().codec()
                        + ", today's codec, was measured: nothing to compare with; give it more time with --budget"));
        List<Prediction> candidates = candidates(current);
        List<Prediction> allowed =
                candidates.stream().filter(limits(current)::allow).toList();
        Prediction best = allowed.isEmpty()
                ? candidates.stream()
                        .min(Comparator.comparingDouble(Prediction::addedLatencyMillis))
                        .orElseThrow()
                : best(allowed);
        Drift drift = Drift.near(sample, best.fill().recordBytesPerBatch());
        Savings savings = new SavingsEstimate(
                        costs, drift.relativeHalfWidth(), sample.read().records())
                .between(current, best);
        Wording wording = new Wording(costs, request);
        Optional<String> leaveIt =
                allowed.isEmpty() ? Optional.empty() : LeaveIt.reason(current, best, savings, costs, request);
        Prediction recommended = leaveIt.isPresent() ? current : best;
        List<Caveat> caveats = new ArrayList<>(new Caveats(sample, sweep, costs, request, curves)
                .about(current, recommended, best, drift, !allowed.isEmpty()));
        beyondOneThread(candidates, recommended).ifPresent(caveats::add);
        return new Recommendation(
                wording.verdict(leaveIt, current, best, savings),
                leaveIt,
                recommended,
                current,
                best,
                savings,
                costs.workload().client().lines(recommended.settings()),
                List.of("compression.type=producer"),
                runnersUp(candidates, allowed, best, recommended, current, wording),
                caveats,
                candidates.size());
    }

    /** Whether settings may be advised: today's may, and what keeps within the limits. */
    public boolean mayBe(Prediction prediction) {
        return prediction.settings().equals(request.current())
                || today().map(current -> limits(current).allow(prediction)).orElse(false);
    }

    private Limits limits(Prediction current) {
        return request.limits().allowingCoresOf(current);
    }

    /**
     * What was measured of a setting.
     *
     * @return empty where that was not measured in full
     */
    public Optional<CompressionCurve> curve(Codec codec) {
        return Optional.ofNullable(curves.get(codec));
    }

    /** By the batches that lie in the log where they are the baseline, else by the settings. */
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

    /** A setting that was dropped at small or large batches must not be judged at them by the others. */
    private boolean isCovered(Prediction prediction) {
        List<Double> measured = sweep.measurements().stream()
                .filter(one -> one.codec().equals(prediction.settings().codec()))
                .filter(one -> one.ratio().isPresent() && one.kafka().isPresent())
                .map(CodecMeasurement::recordBytesPerBatch)
                .sorted()
                .toList();
        double smallest = measured.get(0);
        double largest = measured.get(measured.size() - 1);
        double smallestOfAll = sample.sizes().get(0).meanRecordBytesPerBatch();
        double largestOfAll = sample.sizes().get(sample.sizes().size() - 1).meanRecordBytesPerBatch();
        double achieved = prediction.fill().recordBytesPerBatch();
        return (smallest <= smallestOfAll || achieved >= BESIDE_MEASURED * smallest)
                && (largest >= largestOfAll || achieved <= largest / BESIDE_MEASURED);
    }

    private Prediction best(List<Prediction> allowed) {
        Objective objective = request.objective();
        double least = allowed.stream().mapToDouble(objective::score).min().orElseThrow();
        return allowed.stream()
                .filter(prediction -> objective.score(prediction) <= least * (1 + objective.tolerance()))
                .min(objective.amongEquals())
                .orElseThrow();
    }

    /** What would do better if producers had more threads than is assumed. */
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
            List<Prediction> candidates,
            List<Prediction> allowed,
            Prediction best,
            Prediction recommended,
            Prediction current,
            Wording wording) {
        List<Prediction> chosen = new ArrayList<>();
        if (!best.equals(recommended)) {
            chosen.add(best);
        }
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
            candidates.stream()
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
                .map(prediction -> new RunnerUp(prediction, wording.whyNot(prediction, best)))
                .toList();
    }

    private static boolean isNeighbour(ProducerSettings one, ProducerSettings best, int direction) {
        return one.codec().type() == best.codec().type()
                && one.batchSizeBytes() == best.batchSizeBytes()
                && one.lingerMillis() == best.lingerMillis()
                && Integer.signum(one.codec().level() - best.codec().level()) == direction;
    }

    private Optional<Prediction> bestOf(
            List<Prediction> candidates, java.util.function.Predicate<Prediction> condition) {
        List<Prediction> matching = candidates.stream().filter(condition).toList();
        return matching.isEmpty() ? Optional.empty() : Optional.of(best(matching));
    }
}
