/**
 * What {@code squeeze advise} says of today's settings against a live broker: predicted by the real command line, sent by a
 * plain program on Kafka's producer, and counted with Kafka's own dump tool.
 */
@NullMarked
package dev.squeeze.benchmarks.headline;

import org.jspecify.annotations.NullMarked;
