/** Samples, intervals and ratio estimation. */
@NullMarked
package dev.squeeze.kit.stats;

import org.jspecify.annotations.NullMarked;
