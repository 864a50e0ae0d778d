/** Runs the real command line against brokers of old and new versions and of other makers, and tabulates what works. */
@NullMarked
package dev.squeeze.benchmarks.compatibility;

import org.jspecify.annotations.NullMarked;
