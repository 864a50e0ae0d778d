/** Confidence intervals, paired comparison, ratios of totals, non-negative least squares. Independent of Kafka. */
@NullMarked
package dev.squeeze.kit.stats;

import org.jspecify.annotations.NullMarked;
