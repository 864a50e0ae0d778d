/** Quantities with their units: bytes, rates, ratios, durations. */
@NullMarked
package dev.squeeze.kit.unit;

import org.jspecify.annotations.NullMarked;
