/** Quantities with their units: bytes, rates, ratios, durations; how they are parsed and printed. */
@NullMarked
package dev.squeeze.kit.unit;

import org.jspecify.annotations.NullMarked;
