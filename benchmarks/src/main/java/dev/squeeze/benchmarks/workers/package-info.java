/** What workers over Kafka cost when there are many. */
@NullMarked
package dev.squeeze.benchmarks.workers;

import org.jspecify.annotations.NullMarked;
