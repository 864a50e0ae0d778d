/** Quantities with their units: bytes, rates, ratios, durations. */
@NullMarked
package dev.squeeze.unit;

import org.jspecify.annotations.NullMarked;
