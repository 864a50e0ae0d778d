/**
 * Checks whether {@code squeeze watch} reports weeks without a change as worse, how soon it finds a change, and what
 * watching costs.
 */
@NullMarked
package dev.squeeze.benchmarks.watch;

import org.jspecify.annotations.NullMarked;
