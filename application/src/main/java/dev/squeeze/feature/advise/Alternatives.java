package dev.squeeze.feature.advise;

import dev.squeeze.engine.predict.CostModel;
import dev.squeeze.engine.predict.Prediction;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.kit.format.CodecType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/** Chooses the alternatives to report next to the recommendation. */
final class Alternatives {
    private final CostModel costs;
    private final AdviceRequest request;
    private final Comparison comparison;
    private final ObjectiveSearch search;
    private final Wording wording;

    Alternatives(
            CostModel costs, AdviceRequest request, Comparison comparison, ObjectiveSearch search, Wording wording) {
        this.costs = costs;
        this.request = request;
        this.comparison = comparison;
        this.search = search;
        this.wording = wording;
    }

    /** A caveat if settings would do better but need more threads than producers are assumed to have. */
    Optional<Caveat> beyondOneThread(List<Prediction> candidates, Prediction most) {
        if (!request.limits().coresAreAssumed()) {
            return Optional.empty();
        }
        Objective objective = request.objective();
        Predicate<Prediction> allowed = comparison
                .today()
                .map(comparison::limits)
                .<Predicate<Prediction>>map(limits -> limits::allow)
                .orElse(prediction -> true);
        Limits asGiven = request.limits().asGiven();
        return search.bestOf(candidates, free -> asGiven.allow(free) && comparison.isSettled(free))
                .filter(free -> !allowed.test(free))
                .map(comparison::whole)
                // A coarse prediction may exceed a limit that the formed batches meet.
                .filter(free -> asGiven.allow(free) && !allowed.test(free))
                .filter(free -> objective.score(free) < objective.score(most) * (1 - objective.tolerance()))
                .map(free -> new ChangeCaveat.MoreThanThreadsThatSend(
                        free.settings(),
                        free.applicationCores(),
                        costs.workload().producers(),
                        most.resources().money() - free.resources().money(),
                        costs.prices().currency()));
    }

    /** By rank, each with the reason why it is not recommended. */
    List<RunnerUp> runnersUp(
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
        // Today's codec with other batching.
        search.bestOf(allowed, prediction -> prediction
                        .settings()
                        .storedCodec()
                        .equals(current.settings().storedCodec()))
                .ifPresent(chosen::add);
        // The other place to compress: the topic, or the producers.
        boolean onTopic = best.settings().topicCodec().isPresent();
        search.bestOf(allowed, prediction -> prediction.settings().topicCodec().isPresent() != onTopic)
                .ifPresent(chosen::add);
        for (CodecType type : CodecType.values()) {
            if (type != best.settings().storedCodec().type()) {
                search.bestOf(
                                allowed,
                                prediction ->
                                        prediction.settings().storedCodec().type() == type)
                        .ifPresent(chosen::add);
            }
        }
        // For clients that do not support the level.
        candidates.all().stream()
                .filter(prediction ->
                        prediction.settings().equals(best.settings().withDefaultLevel()))
                .forEach(chosen::add);
        // Neighbouring levels, everything else equal.
        for (int step : new int[] {-1, 1}) {
            candidates.all().stream()
                    .filter(prediction -> isNeighbour(prediction.settings(), best.settings(), step))
                    .min(Comparator.comparingInt(prediction ->
                            Math.abs(prediction.settings().storedCodec().level()
                                    - best.settings().storedCodec().level())))
                    .ifPresent(chosen::add);
        }
        return chosen.parallelStream()
                .map(comparison::whole)
                .distinct()
                .filter(prediction -> !prediction.settings().equals(recommended.settings()))
                .filter(prediction -> !prediction.settings().equals(current.settings()))
                .filter(prediction -> !ladder.holds(prediction.settings())
                        || candidates.shown().contains(prediction.settings()))
                .sorted(Comparator.comparingDouble(request.objective()::score))
                .map(prediction -> new RunnerUp(
                        prediction,
                        wording.overLimit(prediction, comparison.limits(current))
                                .orElseGet(() -> whyNot.apply(prediction))))
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
}
