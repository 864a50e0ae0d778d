/** Measures the cost of workers over Kafka when there are many. */
@NullMarked
package dev.squeeze.benchmarks.workers;

import org.jspecify.annotations.NullMarked;
