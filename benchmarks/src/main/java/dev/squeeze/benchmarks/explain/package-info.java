/**
 * Compares the costs of fields according to {@code squeeze explain} with those of whole files rewritten without them.
 */
@NullMarked
package dev.squeeze.benchmarks.explain;

import org.jspecify.annotations.NullMarked;
