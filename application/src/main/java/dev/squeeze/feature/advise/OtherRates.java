package dev.squeeze.feature.advise;

import dev.squeeze.engine.predict.BatchFill;
import dev.squeeze.engine.predict.CostModel;
import dev.squeeze.engine.predict.Prediction;
import dev.squeeze.engine.predict.Predictor;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Simulates today's and the best settings at other rates. */
final class OtherRates {
    private static final List<Double> FACTORS = List.of(0.25, 0.5, 2.0, 4.0);

    private final Comparison comparison;
    private final CostModel costs;
    private final Predictor predictor;

    OtherRates(Comparison comparison, CostModel costs, Predictor predictor) {
        this.comparison = comparison;
        this.costs = costs;
        this.predictor = predictor;
    }

    /**
     * In ascending order of rates.
     *
     * @param enough whether enough records were given for such batches; rates at which they were not are left out
     */
    List<OtherRate> of(Prediction current, Prediction best, Predicate<Prediction> enough) {
        Prediction today = comparison.simulated(current.settings(), predictor);
        Prediction bestHere = comparison.simulated(best.settings(), predictor);
        return FACTORS.parallelStream()
                .flatMap(factor -> {
                    Predictor there = predictor.atRateTimes(factor);
                    Prediction todayThere = comparison.simulated(current.settings(), there);
                    Prediction bestThere = comparison.simulated(best.settings(), there);
                    OtherRate rate = new OtherRate(
                            factor,
                            moved(current, today, todayThere, factor),
                            moved(best, bestHere, bestThere, factor));
                    return Stream.of(rate).filter(one -> enough.test(one.current()) && enough.test(one.best()));
                })
                .toList();
    }

    /** Figures from a log or a live run differ from simulated ones, so they are scaled by the simulated change. */
    private Prediction moved(Prediction known, Prediction here, Prediction there, double factor) {
        if (known.fill().recordsPerBatch() == here.fill().recordsPerBatch() && known.ratio() == here.ratio()) {
            return there;
        }
        double deeper = there.fill().recordsPerBatch() / here.fill().recordsPerBatch();
        double records = Math.max(1, known.fill().recordsPerBatch() * deeper);
        BatchFill fill = new BatchFill(
                records,
                known.fill().recordBytesPerBatch() * records / known.fill().recordsPerBatch(),
                there.fill().full(),
                there.fill().lingeredMillis());
        double ratio = known.ratio() * there.ratio() / here.ratio();
        CostModel thereCosts = new CostModel(costs.workload().atRateTimes(factor), costs.prices());
        return new Prediction(
                there.settings(),
                fill,
                ratio,
                there.sentRatio(),
                there.ratioRelativeHalfWidth(),
                there.speedRelativeHalfWidth(),
                thereCosts.withBytes(fill, there.sentRatio().orElse(ratio), ratio, there.resources()),
                there.addedLatencyMillis(),
                there.simulated());
    }
}
