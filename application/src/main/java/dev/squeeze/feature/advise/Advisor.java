package dev.squeeze.feature.advise;

import dev.squeeze.engine.measure.SweepResult;
import dev.squeeze.engine.predict.ClientProfile;
import dev.squeeze.engine.predict.CompressionCurve;
import dev.squeeze.engine.predict.CostModel;
import dev.squeeze.engine.predict.Prediction;
import dev.squeeze.engine.predict.Predictor;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.source.Sample;
import dev.squeeze.kit.source.StoredBatches;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Compares every measured setting with every sensible {@code batch.size} and {@code linger.ms}, and recommends one. */
public final class Advisor {
    /** So much further than the objective's tolerance a coarse score may be from the lowest and still be the best. */
    private static final double COARSE_ERROR = 0.04;

    /** Finalists by score, and of those that are about as good by simplicity. */
    private static final int MAX_FINALISTS = 5;

    private static final int MAX_SIMPLE_FINALISTS = 4;

    private final Sample sample;
    private final SweepResult sweep;
    private final CostModel costs;
    private final AdviceRequest request;
    private final Predictor predictor;
    private final Wording wording;
    private final Map<Codec, CompressionCurve> curves;

    /**
     * @param sample what the sweep was taken on
     * @param sweep measurements; today's codec and {@code none} must be among them
     * @param costs workload and prices
     * @param request settings of today, objective and limits
     * @param predictor of the same workload and prices
     */
    public Advisor(Sample sample, SweepResult sweep, CostModel costs, AdviceRequest request, Predictor predictor) {
        this.sample = sample;
        this.sweep = sweep;
        this.costs = costs;
        this.request = request;
        this.predictor = predictor;
        this.wording = new Wording(costs, request);
        this.curves = CompressionCurve.byCodec(sweep.measurements());
    }

    /**
     * The recommendation by prediction.
     *
     * @throws IllegalStateException where today's codec was not measured, as after an early interruption
     */
    public Recommendation advise() {
        Prediction current = knownToday();
        Candidates candidates = candidates(current, List.of(), known -> known);
        Ladder ladder = ladder(candidates, this::whole);
        Prediction best = best(candidates, ladder);
        Savings savings = savings(current, best);
        Optional<String> leaveIt = candidates.allowed().isEmpty()
                ? Optional.empty()
                : LeaveIt.reason(LeaveIt.Content.of(sample, sweep), ladder, current, best, savings, costs, request);
        Ladder shown = leaveIt.isPresent() ? ladder.recommendingNone() : ladder.recommending(best.settings());
        return recommendation(
                candidates,
                shown,
                best,
                leaveIt,
                wording.verdict(leaveIt, current, best, savings, shown),
                other -> wording.whyNot(other, best),
                List.of());
    }

    private Prediction best(Candidates candidates, Ladder ladder) {
        if (candidates.allowed().isEmpty()) {
            return whole(candidates.all().stream()
                    .min(Comparator.comparingDouble(Prediction::addedLatencyMillis))
                    .orElseThrow());
        }
        return request.objective().isByLadder()
                ? ladder.taken().map(Ladder.Rung::prediction).orElse(candidates.current())
                : whole(best(finalists(candidates)));
    }

    private Ladder ladder(Candidates candidates, UnaryOperator<Prediction> formed) {
        return new LadderSearch(
                        candidates.current(),
                        formed.apply(uncompressed(predictor, candidates.current())),
                        rules(candidates.current()),
                        formed)
                .of(candidates.all());
    }

    /** What is sent where nobody sets anything, by a coarse prediction; today's where that is not known. */
    private Prediction uncompressed(Predictor of, Prediction current) {
        ProducerSettings defaults = costs.workload().producing().defaults();
        ProducerSettings none = new ProducerSettings(Codec.NONE, defaults.batchSizeBytes(), defaults.lingerMillis());
        return curve(Codec.NONE).map(curve -> of.coarse(none, curve)).orElse(current);
    }

    private LadderSearch.Rules rules(Prediction current) {
        return new LadderSearch.Rules(limits(current)::allow, this::isSettled, request.keep());
    }

    /** Empty where the ladder does not decide, or nothing is recommended. */
    private Optional<Robustness> robustness(Candidates candidates, Ladder ladder) {
        if (!request.objective().isByLadder() || ladder.taken().isEmpty()) {
            return Optional.empty();
        }
        ProducerSettings recommended = ladder.taken().get().prediction().settings();
        List<CompressionCurve> few = sendable().stream()
                .filter(curve -> isUsual(curve.codec()) || curve.codec().equals(recommended.codec()))
                .toList();
        return Optional.of(RobustnessCheck.of(
                recommended,
                new RobustnessCheck.Compared(
                        candidates.all(), uncompressed(predictor, candidates.current()), rules(candidates.current())),
                factor -> {
                    Predictor there = predictor.atRateTimes(factor);
                    ProducerSettings today = request.current();
                    Prediction current =
                            there.coarse(today, curve(today.codec()).orElseThrow());
                    return new RobustnessCheck.Compared(
                            CandidateGrid.few(current, recommended, few, there),
                            uncompressed(there, current),
                            rules(current));
                }));
    }

    private static boolean isUsual(Codec codec) {
        return codec.isDefaultLevel() && (codec.type() == CodecType.ZSTD || codec.type() == CodecType.LZ4);
    }

    /**
     * What would be chosen by coarse predictions alone: for following a measurement, not for showing.
     *
     * @param moneyHalfWidthOfSpeeds by how much the intervals of the codecs' speeds may move the saving, a month
     */
    record Choice(Prediction current, Prediction best, double moneyHalfWidthOfSpeeds) {
        /** A month's money. */
        double saving() {
            return current.resources().money() - best.resources().money();
        }

        boolean isSameAs(Choice other) {
            return best.settings().equals(other.best.settings());
        }
    }

    /** Empty while today's codec is not measured, or where no settings keep within the limits. */
    Optional<Choice> choice() {
        Optional<Prediction> current = today();
        if (current.isEmpty()) {
            return Optional.empty();
        }
        Candidates candidates = candidates(current.get(), List.of(), known -> known);
        if (candidates.allowed().isEmpty()) {
            return Optional.empty();
        }
        Prediction best = request.objective().isByLadder()
                ? ladder(candidates, coarse -> coarse)
                        .taken()
                        .map(Ladder.Rung::prediction)
                        .orElse(current.get())
                : best(candidates.allowed());
        return Optional.of(
                new Choice(current.get(), best, Math.hypot(moneyOfSpeeds(current.get()), moneyOfSpeeds(best))));
    }

    private double moneyOfSpeeds(Prediction prediction) {
        return curve(prediction.settings().storedCodec())
                .map(curve -> curve.speedRelativeHalfWidth(prediction.fill().recordBytesPerBatch())
                        * prediction.resources().cpuMoney())
                .orElse(0.0);
    }

    /**
     * The recommendation after a live run that overturned the prediction: savings, alternatives and caveats are those of the
     * settings that did better. Batches and ratios of the settings that were run are as measured; their CPU stays as
     * predicted, so that settings that were not run can be compared.
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
                predicted.ladder().map(ladder -> ladder.recommending(better)).orElse(Ladder.NONE),
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
        if (measured.isEmpty()) {
            return predicted;
        }
        Prediction seen = measured.get();
        return new Prediction(
                predicted.settings(),
                seen.fill(),
                seen.ratio(),
                seen.ratioRelativeHalfWidth(),
                predicted.speedRelativeHalfWidth(),
                costs.withBytes(seen.fill(), seen.ratio(), predicted.resources()),
                predicted.addedLatencyMillis(),
                predicted.played());
    }

    /** Settings that were compared; some of them must be shown among the alternatives, as they were run. */
    private record Candidates(
            Prediction current, List<Prediction> all, List<Prediction> allowed, List<ProducerSettings> shown) {}

    private Candidates candidates(Prediction current, List<ProducerSettings> shown, UnaryOperator<Prediction> known) {
        List<Prediction> compared = new ArrayList<>(
                request.mayChange().producers() ? CandidateGrid.of(current, sendable(), predictor) : List.of(current));
        if (request.mayChange().topic()) {
            compared.addAll(recompressed(current));
        }
        List<Prediction> all = compared.stream().map(known).toList();
        return new Candidates(
                current, all, all.stream().filter(limits(current)::allow).toList(), shown);
    }

    private Recommendation recommendation(
            Candidates candidates,
            Ladder ladder,
            Prediction best,
            Optional<String> leaveIt,
            String verdict,
            Function<Prediction, String> whyNot,
            List<Caveat> first) {
        Prediction current = candidates.current();
        Prediction recommended = leaveIt.isPresent() ? current : best;
        List<Caveat> caveats = new ArrayList<>(first);
        caveats.addAll(new Caveats(sample, sweep, costs, request, curves, predictor)
                .about(
                        current,
                        recommended,
                        best,
                        drift(best),
                        !candidates.allowed().isEmpty()));
        beyondOneThread(candidates.all(), ladder.most().orElse(recommended)).ifPresent(caveats::add);
        return new Recommendation(
                verdict,
                leaveIt,
                recommended,
                current,
                best,
                savings(current, best),
                recommended.settings().topicCodec().isPresent()
                        ? List.of()
                        : costs.workload().client().lines(recommended.settings()),
                recommended
                        .settings()
                        .topicCodec()
                        .map(Codec::configLines)
                        .orElse(List.of("compression.type=producer")),
                Optional.of(ladder),
                robustness(candidates, ladder),
                runnersUp(candidates, ladder, best, recommended, whyNot),
                caveats,
                candidates.all().size(),
                Optional.of(candidates.all().stream()
                        .map(one -> Candidate.of(one, limits(current).allow(one)))
                        .toList()));
    }

    private Drift drift(Prediction best) {
        return Drift.near(sample, best.fill().recordBytesPerBatch());
    }

    private Savings savings(Prediction current, Prediction best) {
        return new SavingsEstimate(
                        costs, drift(best).relativeHalfWidth(), sample.read().records())
                .between(current, best)
                .atRateWithin(request.rateFactor());
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
                .map(curve -> stored.map(seen -> predictor.ofStored(settings, seen, curve))
                        .orElseGet(() -> predictor.of(settings, curve)));
    }

    /** With the batches really formed and compressed. */
    private Prediction whole(Prediction prediction) {
        boolean coarse = prediction.played().filter(Prediction.Played::coarse).isPresent();
        if (!coarse) {
            return prediction;
        }
        return Optional.ofNullable(curves.get(prediction.settings().storedCodec()))
                .map(curve -> prediction.settings().topicCodec().isPresent()
                        ? recompressed(knownToday(), curve, false)
                        : predictor.of(prediction.settings(), curve))
                .orElse(prediction);
    }

    /** With the batches that producers send today. */
    private Prediction recompressed(Prediction current, CompressionCurve stored, boolean coarse) {
        CompressionCurve sent = curve(current.settings().codec()).orElseThrow();
        return coarse
                ? predictor.coarseRecompressed(current, sent, stored)
                : predictor.recompressed(current, sent, stored);
    }

    /**
     * Those that may be the best, with their batches formed and compressed: the lowest coarse scores, and the simplest of
     * those that are about as low.
     */
    private List<Prediction> finalists(Candidates candidates) {
        Objective objective = request.objective();
        double lowest = candidates.allowed().stream()
                .filter(this::isSettled)
                .mapToDouble(objective::score)
                .min()
                .orElse(Double.MAX_VALUE);
        List<Prediction> near = candidates.allowed().stream()
                .filter(this::isSettled)
                .filter(prediction ->
                        objective.score(prediction) <= lowest * (1 + objective.tolerance() + COARSE_ERROR))
                .toList();
        List<Prediction> finalists = Stream.concat(
                        near.stream()
                                .sorted(Comparator.comparingDouble(objective::score))
                                .limit(MAX_FINALISTS),
                        near.stream()
                                .filter(prediction ->
                                        objective.score(prediction) <= lowest * (1 + objective.tolerance()))
                                .sorted(objective.amongEquals())
                                .limit(MAX_SIMPLE_FINALISTS))
                .distinct()
                .collect(Collectors.toCollection(ArrayList::new));
        Prediction today = candidates.current();
        if (candidates.allowed().contains(today) && !finalists.contains(today)) {
            finalists.add(today);
        }
        List<Prediction> formed = finalists.parallelStream().map(this::whole).toList();
        List<Prediction> allowed = formed.stream()
                .filter(limits(candidates.current())::allow)
                .filter(prediction -> prediction.equals(today) || isSettled(prediction))
                .toList();
        if (!allowed.isEmpty()) {
            return allowed;
        }
        return formed.isEmpty() ? candidates.allowed() : formed;
    }

    /** Only Java's producer estimates the ratio. */
    private boolean isSettled(Prediction prediction) {
        return costs.workload().client() != ClientProfile.JAVA
                || prediction.settings().topicCodec().isPresent()
                || !prediction.dependsOnStart();
    }

    /** Of the codecs and levels that the client can send. */
    private List<CompressionCurve> sendable() {
        return curves.values().stream()
                .filter(curve ->
                        costs.workload().producing().refusal(curve.codec()).isEmpty())
                .toList();
    }

    /** Brokers compress again where the topic's codec is another than the batch's; another level of the same is not. */
    private List<Prediction> recompressed(Prediction current) {
        CodecType sent = current.settings().codec().type();
        return curves.values().parallelStream()
                .filter(curve ->
                        curve.codec().type() != CodecType.NONE && curve.codec().type() != sent)
                .map(curve -> recompressed(current, curve, true))
                .toList();
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
    private Optional<Caveat> beyondOneThread(List<Prediction> candidates, Prediction most) {
        if (!request.limits().coresAreAssumed()) {
            return Optional.empty();
        }
        Objective objective = request.objective();
        Predicate<Prediction> allowed = today().map(current -> limits(current))
                .<Predicate<Prediction>>map(limits -> limits::allow)
                .orElse(prediction -> true);
        return bestOf(candidates, free -> request.limits().asGiven().allow(free) && isSettled(free))
                .filter(free -> !allowed.test(free))
                .map(this::whole)
                .filter(free -> objective.score(free) < objective.score(most) * (1 - objective.tolerance()))
                .map(free -> new Caveat.MoreThanThreadsThatSend(
                        free.settings(),
                        free.resources().producerCores(),
                        costs.workload().producers(),
                        most.resources().money() - free.resources().money(),
                        costs.prices().currency()));
    }

    private List<RunnerUp> runnersUp(
            Candidates candidates,
            Ladder ladder,
            Prediction best,
            Prediction recommended,
            Function<Prediction, String> whyNot) {
        Prediction current = candidates.current();
        List<Prediction> allowed = candidates.allowed();
        List<Prediction> chosen = new ArrayList<>();
        if (!best.equals(recommended)) {
            chosen.add(best);
        }
        candidates.all().stream()
                .filter(prediction -> candidates.shown().contains(prediction.settings()))
                .forEach(chosen::add);
        // Batching alone, with today's codec.
        bestOf(allowed, prediction -> prediction
                        .settings()
                        .storedCodec()
                        .equals(current.settings().codec()))
                .ifPresent(chosen::add);
        // Where else it can be done.
        boolean onTopic = best.settings().topicCodec().isPresent();
        bestOf(allowed, prediction -> prediction.settings().topicCodec().isPresent() != onTopic)
                .ifPresent(chosen::add);
        for (CodecType type : CodecType.values()) {
            if (type != best.settings().storedCodec().type()) {
                bestOf(
                                allowed,
                                prediction ->
                                        prediction.settings().storedCodec().type() == type)
                        .ifPresent(chosen::add);
            }
        }
        // For clients that do not take the level.
        candidates.all().stream()
                .filter(prediction ->
                        prediction.settings().equals(best.settings().withDefaultLevel()))
                .forEach(chosen::add);
        // Neighbouring levels, all else equal.
        for (int step : new int[] {-1, 1}) {
            candidates.all().stream()
                    .filter(prediction -> isNeighbour(prediction.settings(), best.settings(), step))
                    .min(Comparator.comparingInt(prediction ->
                            Math.abs(prediction.settings().storedCodec().level()
                                    - best.settings().storedCodec().level())))
                    .ifPresent(chosen::add);
        }
        return chosen.parallelStream()
                .map(this::whole)
                .distinct()
                .filter(prediction -> !prediction.settings().equals(recommended.settings()))
                .filter(prediction -> !prediction.settings().equals(current.settings()))
                .filter(prediction -> !ladder.holds(prediction.settings())
                        || candidates.shown().contains(prediction.settings()))
                .sorted(Comparator.comparingDouble(request.objective()::score))
                .map(prediction -> new RunnerUp(
                        prediction,
                        wording.overLimit(prediction, limits(current)).orElseGet(() -> whyNot.apply(prediction))))
                .toList();
    }

    private static boolean isNeighbour(ProducerSettings other, ProducerSettings best, int direction) {
        return other.storedCodec().type() == best.storedCodec().type()
                && other.topicCodec().isPresent() == best.topicCodec().isPresent()
                && other.batchSizeBytes() == best.batchSizeBytes()
                && other.lingerMillis() == best.lingerMillis()
                && Integer.signum(
                                other.storedCodec().level() - best.storedCodec().level())
                        == direction;
    }

    private Optional<Prediction> bestOf(List<Prediction> candidates, Predicate<Prediction> condition) {
        List<Prediction> matching = candidates.stream().filter(condition).toList();
        return matching.isEmpty() ? Optional.empty() : Optional.of(best(matching));
    }
}
