/**
 * Predictions: from records, a workload, producer settings and a machine to batches, bytes, cores, latency, maximum
 * rate and costs. {@code docs/prediction.md} explains the model.
 */
@NullMarked
package dev.squeeze.engine.predict;

import org.jspecify.annotations.NullMarked;
