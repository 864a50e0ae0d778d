package dev.squeeze.feature.doctor;

import dev.squeeze.engine.predict.Prediction;
import dev.squeeze.engine.workload.TopicWorkload;
import java.util.Optional;

/**
 * A topic's traffic with what it costs as it is.
 *
 * @param workload the traffic
 * @param today as the one predictor prices the stored batches; absent where the records are too few for it
 */
record PricedWorkload(TopicWorkload workload, Optional<Prediction> today) {}
