/** Samples, intervals and ratio estimation. */
@NullMarked
package dev.squeeze.stats;

import org.jspecify.annotations.NullMarked;
