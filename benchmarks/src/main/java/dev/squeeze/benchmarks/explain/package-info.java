/** Whether {@code squeeze explain} says of fields what whole files say that are rewritten without them. */
@NullMarked
package dev.squeeze.benchmarks.explain;

import org.jspecify.annotations.NullMarked;
