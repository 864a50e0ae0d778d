/** Factors, arms and interleaved rounds; paired comparison; the search for the highest sustained rate. */
@NullMarked
package dev.squeeze.experiment;

import org.jspecify.annotations.NullMarked;
