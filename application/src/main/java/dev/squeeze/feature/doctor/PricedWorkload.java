package dev.squeeze.feature.doctor;

import dev.squeeze.engine.predict.Prediction;
import dev.squeeze.engine.workload.TopicWorkload;
import java.util.Optional;

/**
 * A topic's traffic with what it costs as it is.
 *
 * @param workload the traffic
 * @param today as the one predictor prices the stored batches; absent where the records are too few for it
 * @param deeper what the same predictor says of settings that gather more
 */
record PricedWorkload(TopicWorkload workload, Optional<Prediction> today, Optional<Deeper> deeper) {
    /** Without predictions: only codecs are counted. */
    static PricedWorkload unpredicted(TopicWorkload workload) {
        return new PricedWorkload(workload, Optional.empty(), Optional.empty());
    }

    /**
     * What deeper batches cost.
     *
     * @param today settings that stand for today's, with the batches that form with these
     * @param then the settings that checks of batching propose
     */
    record Deeper(Prediction today, Prediction then) {}

    /** CPU time of the roles without the codecs. */
    RoleTimes roleTimes(CodecSpeed codec) {
        return today.map(priced -> RoleTimes.of(priced.resources(), workload.workload(), codec))
                .map(rest -> deeper.map(known -> rest.withDeeper(known.today, known.then, workload.workload()))
                        .orElse(rest))
                .orElse(RoleTimes.UNKNOWN);
    }
}
