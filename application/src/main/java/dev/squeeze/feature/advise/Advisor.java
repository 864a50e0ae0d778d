package dev.squeeze.feature.advise;

import dev.squeeze.engine.measure.SweepResult;
import dev.squeeze.engine.predict.CompressionCurve;
import dev.squeeze.engine.predict.CostModel;
import dev.squeeze.engine.predict.Prediction;
import dev.squeeze.engine.predict.Predictor;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.kit.cli.FailedException;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.format.TopicCompression;
import dev.squeeze.kit.source.Sample;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Compares every measured codec and level with every sensible {@code batch.size} and {@code linger.ms}, and recommends
 * one combination.
 */
public final class Advisor {
    /**
     * If today's settings miss a limit anyway: the share by which others must come closer to it to be worth a change.
     */
    private static final double NOTABLY_NEARER = 0.05;

    private final Sample sample;
    private final SweepResult sweep;
    private final CostModel costs;
    private final AdviceRequest request;
    private final Predictor predictor;
    private final Wording wording;
    private final Map<Codec, CompressionCurve> curves;
    private final Comparison comparison;
    private final ObjectiveSearch search;
    private final LeaveIt.Content content;

    /**
     * @param sample the records that the sweep measured
     * @param sweep measurements; must include today's codec and {@code none}
     * @param costs workload and prices
     * @param request today's settings, objective and limits
     * @param predictor for the same workload and prices
     */
    public Advisor(Sample sample, SweepResult sweep, CostModel costs, AdviceRequest request, Predictor predictor) {
        this.sample = sample;
        this.sweep = sweep;
        this.costs = costs;
        this.request = request;
        this.predictor = predictor;
        this.wording = new Wording(costs, request);
        this.curves = CompressionCurve.byCodec(sweep);
        this.comparison = new Comparison(sample, costs, request, predictor, curves);
        this.search = new ObjectiveSearch(request.objective(), comparison);
        this.content = LeaveIt.Content.of(sample, sweep);
    }

    /**
     * Ratio and CPU of a codec by batch size.
     *
     * @return empty if the codec was not measured completely
     */
    public Optional<CompressionCurve> curve(Codec codec) {
        return comparison.curve(codec);
    }

    /** Cost per month if records are sent uncompressed. */
    double moneyUncompressed() {
        return comparison
                .uncompressed(predictor, comparison.knownToday())
                .resources()
                .money();
    }

    /** Share of the largest saving that is enough. */
    double keep() {
        return request.keep();
    }

    /** Whether settings may be recommended: today's always, others if they meet the limits. */
    boolean isAllowed(Prediction prediction) {
        return comparison.isAllowed(prediction);
    }

    /**
     * Recommends settings by prediction.
     *
     * @throws FailedException if today's codec was not measured, for example after an early interruption
     */
    public Recommendation advise() {
        return advise(true);
    }

    /** The same without checking other rates, which takes as long as everything else. */
    public Recommendation adviseAtThisRate() {
        return advise(false);
    }

    private Recommendation advise(boolean atOtherRates) {
        Prediction current = comparison.knownToday();
        Compared compared = compared(current, comparison::whole);
        Candidates candidates = compared.candidates;
        Ladder ladder = compared.ladder;
        Prediction best = best(candidates, ladder);
        Savings savings = savings(current, best);
        Optional<String> leaveIt = candidates.allowed().isEmpty()
                ? LeaveIt.beyondLimits(current, best)
                : LeaveIt.reason(content, ladder, current, best, savings, costs, request);
        Ladder shown = leaveIt.isPresent() ? ladder.recommendingNone() : ladder.recommending(best.settings());
        return recommendation(
                candidates,
                shown,
                best,
                leaveIt,
                wording.verdict(
                        leaveIt,
                        current,
                        best,
                        savings,
                        shown,
                        !candidates.allowed().isEmpty()),
                atOtherRates,
                other -> wording.whyNot(other, best),
                List.of());
    }

    private record Compared(Candidates candidates, Ladder ladder) {}

    private Compared compared(Prediction current, UnaryOperator<Prediction> formed) {
        Candidates usual = candidates(current, List.of(), known -> known, List.of());
        Ladder ladder = ladder(usual, formed);
        List<Integer> between = between(ladder);
        if (between.isEmpty()) {
            return new Compared(usual, ladder);
        }
        Candidates more = candidates(current, List.of(), known -> known, between);
        return new Compared(more, ladder(more, formed));
    }

    /**
     * Lingers to try in addition if a longer linger is recommended, since a shorter one between the usual ones may be
     * enough. Otherwise, runs that differ by a thousandth could recommend either 20 or 50 ms, with correspondingly
     * different savings.
     */
    private static List<Integer> between(Ladder ladder) {
        return ladder.taken()
                .filter(rung -> rung.step() == Step.LONGER_LINGER)
                .map(rung ->
                        CandidateGrid.lingersBelow(rung.prediction().settings().lingerMillis()))
                .orElse(List.of());
    }

    private Prediction best(Candidates candidates, Ladder ladder) {
        if (candidates.allowed().isEmpty()) {
            return nearest(candidates);
        }
        return request.objective().isByLadder()
                ? ladder.taken().map(Ladder.Rung::prediction).orElse(candidates.current())
                : comparison.whole(search.best(search.finalists(candidates.current(), candidates.allowed())));
    }

    /** The settings that exceed the fewest limits, and by the least; today's if these hardly do better. */
    private Prediction nearest(Candidates candidates) {
        Prediction current = candidates.current();
        Limits limits = comparison.limits(current);
        Prediction nearest = comparison.whole(candidates.all().stream()
                .min(Comparator.comparingInt(limits::exceeded).thenComparingDouble(limits::excess))
                .orElseThrow());
        boolean nearer = limits.exceeded(nearest) < limits.exceeded(current)
                || limits.excess(nearest) < (1 - NOTABLY_NEARER) * limits.excess(current);
        return nearer ? nearest : current;
    }

    private Ladder ladder(Candidates candidates, UnaryOperator<Prediction> formed) {
        return new LadderSearch(
                        candidates.current(),
                        formed.apply(comparison.uncompressed(predictor, candidates.current())),
                        rules(candidates.current(), 1),
                        formed)
                .of(candidates.all());
    }

    /** @param cpuTime factor on all predicted CPU time */
    private LadderRules rules(Prediction current, double cpuTime) {
        Limits limits = request.limits().atCpuTime(cpuTime).allowingCoresOf(current);
        return new LadderRules(limits::allow, comparison::isSettled, request.keep()).atCpuTime(cpuTime);
    }

    /** Empty if the objective does not use the ladder, or nothing is recommended. */
    private Optional<Robustness> robustness(Candidates candidates, Ladder ladder) {
        if (!request.objective().isByLadder() || ladder.taken().isEmpty()) {
            return Optional.empty();
        }
        ProducerSettings recommended = ladder.taken().get().prediction().settings();
        List<CompressionCurve> few = comparison.sendable().stream()
                .filter(curve -> isUsual(curve.codec()) || curve.codec().equals(recommended.codec()))
                .toList();
        Prediction uncompressed = comparison.uncompressed(predictor, candidates.current());
        return Optional.of(RobustnessCheck.of(
                recommended,
                factor -> new RobustnessCheck.Compared(
                        candidates.all(), uncompressed, rules(candidates.current(), factor)),
                factor -> {
                    Predictor there = predictor.atRateTimes(factor);
                    Prediction current = comparison.coarse(request.current(), there);
                    return new RobustnessCheck.Compared(
                            CandidateGrid.few(current, recommended, comparison.sizes(), few, there),
                            comparison.uncompressed(there, current),
                            rules(current, 1));
                }));
    }

    private static boolean isUsual(Codec codec) {
        return codec.isDefaultLevel() && (codec.type() == CodecType.ZSTD || codec.type() == CodecType.LZ4);
    }

    /**
     * What coarse predictions alone would choose: to monitor a measurement, not to be reported.
     *
     * @param moneyHalfWidthOfSpeeds by how much the intervals of the codecs' speeds may change the saving, per month
     */
    record Choice(Prediction current, Prediction best, double moneyHalfWidthOfSpeeds) {
        /** Per month. */
        double saving() {
            return current.resources().money() - best.resources().money();
        }

        boolean isSameAs(Choice other) {
            return best.settings().equals(other.best.settings());
        }
    }

    /** Empty as long as today's codec is not measured, or if no settings meet the limits. */
    Optional<Choice> choice() {
        Optional<Prediction> current = comparison.today();
        if (current.isEmpty()) {
            return Optional.empty();
        }
        Compared compared = compared(current.get(), coarse -> coarse);
        List<Prediction> allowed = compared.candidates.allowed();
        if (allowed.isEmpty()) {
            return Optional.empty();
        }
        Prediction best = request.objective().isByLadder()
                ? compared.ladder.taken().map(Ladder.Rung::prediction).orElse(current.get())
                : search.best(allowed);
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
     * The recommendation after a live run that contradicted the prediction: savings, alternatives and caveats are those
     * of the settings that did better. Batches and ratios of the settings that were run are as measured; their CPU
     * stays as predicted, so that they can be compared with settings that were not run.
     *
     * @param predicted the recommendation by prediction
     * @param better settings that did better in the live run
     */
    Recommendation following(Recommendation predicted, LiveFindings live, ProducerSettings better) {
        ProducerSettings instead = predicted.recommended().settings();
        Prediction measured = live.of(better).orElseThrow();
        String reason = wording.measuredBetter(measured, instead, live.of(instead));
        // The settings assumed for a log do not reproduce its batches exactly, so the log stays the baseline.
        Prediction current =
                request.fromLog().batches() ? comparison.knownToday() : asMeasured(comparison.knownToday(), live);
        Candidates candidates = candidates(
                current,
                live.run(),
                known -> asMeasured(known, live),
                live.run().stream().map(ProducerSettings::lingerMillis).toList());
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
                true,
                other -> whyNot(other, best, live),
                List.of(new TrafficCaveat.FollowsLiveRun()));
    }

    private String whyNot(Prediction other, Prediction best, LiveFindings live) {
        if (live.fellBehind().contains(other.settings())) {
            return "did not hold the rate in the live run";
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
                predicted.simulated());
    }

    private Candidates candidates(
            Prediction current,
            List<ProducerSettings> shown,
            UnaryOperator<Prediction> known,
            Collection<Integer> between) {
        List<Prediction> all =
                comparison.candidates(current, between).stream().map(known).toList();
        return new Candidates(
                current,
                all,
                all.stream().filter(comparison.limits(current)::allow).toList(),
                shown);
    }

    private Recommendation recommendation(
            Candidates candidates,
            Ladder ladder,
            Prediction best,
            Optional<String> leaveIt,
            String verdict,
            boolean atOtherRates,
            Function<Prediction, String> whyNot,
            List<Caveat> first) {
        Prediction current = candidates.current();
        Prediction recommended = leaveIt.isPresent() ? current : best;
        List<Caveat> caveats = new ArrayList<>(first);
        caveats.addAll(new Caveats(sample, sweep, content, costs, request, curves, predictor)
                .about(
                        current,
                        recommended,
                        best,
                        comparison.sizes(),
                        drift(best),
                        !candidates.allowed().isEmpty()));
        Alternatives alternatives = new Alternatives(costs, request, comparison, search, wording);
        alternatives
                .beyondOneThread(candidates.all(), ladder.most().orElse(recommended))
                .ifPresent(caveats::add);
        return new Recommendation(
                verdict,
                leaveIt,
                recommended,
                current,
                best,
                savings(current, best),
                recommended.settings().topicCodec().isPresent()
                        ? List.of()
                        : costs.workload()
                                .producing()
                                .lines(
                                        recommended.settings(),
                                        costs.workload().keyed(),
                                        current.settings(),
                                        sample.recordBytes().max()),
                recommended
                        .settings()
                        .topicCodec()
                        .map(Codec::configLines)
                        .orElse(List.of(TopicCompression.PRODUCER.configLine())),
                Optional.of(ladder),
                atOtherRates ? robustness(candidates, ladder) : Optional.empty(),
                alternatives.runnersUp(candidates, ladder, best, recommended, whyNot),
                caveats,
                candidates.all().size(),
                Optional.of(candidates.all().stream()
                        .map(one -> Candidate.of(one, comparison.limits(current).allow(one)))
                        .toList()),
                OptionalInt.of((int) candidates.all().stream()
                        .filter(one -> predictor.hasFormed(one.settings()))
                        .count()),
                atOtherRates ? Optional.of(otherRates(current, best)) : Optional.empty());
    }

    private List<OtherRate> otherRates(Prediction current, Prediction best) {
        return new OtherRates(comparison, costs, predictor).of(current, best, comparison.sizes()::enoughFor);
    }

    private Drift drift(Prediction best) {
        return Drift.near(sample, best.fill().recordBytesPerBatch());
    }

    private Savings savings(Prediction current, Prediction best) {
        return new SavingsEstimate(
                        costs,
                        drift(best).relativeHalfWidth(),
                        predictor.cpuRelativeHalfWidth(),
                        sample.read().records())
                .between(current, best)
                .atRateWithin(request.rateFactor());
    }
}
