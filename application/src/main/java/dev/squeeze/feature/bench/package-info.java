/**
 * {@code squeeze bench}: real producers and consumers on a real broker, compared in interleaved rounds or raised to the
 * highest rate that they sustain.
 */
@NullMarked
package dev.squeeze.feature.bench;

import org.jspecify.annotations.NullMarked;
