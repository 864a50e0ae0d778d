/**
 * Real producers, consumers and HTTP clients under load: throughput, latency measured from the intended send time, CPU
 * by role. Start with {@link Trial}.
 */
@NullMarked
package dev.squeeze.engine.load;

import org.jspecify.annotations.NullMarked;
