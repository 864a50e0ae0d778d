/** Factors, arms and interleaved rounds; paired comparisons; the search for the highest sustained rate. */
@NullMarked
package dev.squeeze.engine.experiment;

import org.jspecify.annotations.NullMarked;
