package dev.squeeze.feature.doctor;

import dev.squeeze.engine.predict.Prediction;
import dev.squeeze.engine.workload.TopicWorkload;
import java.util.Optional;

/**
 * A topic's traffic and its current cost.
 *
 * @param workload the traffic
 * @param today prediction for the stored batches; absent if there are too few records
 * @param deeper predictions for settings with larger batches; absent if there are too few records
 */
record PricedWorkload(TopicWorkload workload, Optional<Prediction> today, Optional<Deeper> deeper) {
    /** Without predictions; only the CPU time of codecs is then counted. */
    static PricedWorkload unpredicted(TopicWorkload workload) {
        return new PricedWorkload(workload, Optional.empty(), Optional.empty());
    }

    /**
     * Predictions that show what larger batches save.
     *
     * @param today the estimate of today's settings, with the batches that these produce
     * @param then the settings that the batching checks propose
     */
    record Deeper(Prediction today, Prediction then) {}

    /** CPU time of each role without codecs. */
    RoleTimes roleTimes(CodecSpeed codec) {
        return today.map(priced -> RoleTimes.of(priced.resources(), workload.workload(), codec))
                .map(rest -> deeper.map(known -> rest.withDeeper(known.today, known.then, workload.workload()))
                        .orElse(rest))
                .orElse(RoleTimes.UNKNOWN);
    }
}
