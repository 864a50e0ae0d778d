/** Real producers and consumers under a rate: throughput, latency from the intended send time, CPU by role. */
@NullMarked
package dev.squeeze.engine.load;

import org.jspecify.annotations.NullMarked;
