/**
 * {@code squeeze bench}: benchmarks of real producers and consumers on a real broker, compared in interleaved rounds or
 * by the highest rate that each sustains.
 */
@NullMarked
package dev.squeeze.feature.bench;

import org.jspecify.annotations.NullMarked;
