/**
 * Compares what {@code squeeze advise} predicts for today's settings with a live broker: predicted by the real command
 * line, sent by a plain program that uses Kafka's producer, and counted with Kafka's own dump tool.
 */
@NullMarked
package dev.squeeze.benchmarks.headline;

import org.jspecify.annotations.NullMarked;
