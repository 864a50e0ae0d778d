/** Checks whether {@code squeeze advise} gives the same answer when it is run again, also on a busy machine. */
@NullMarked
package dev.squeeze.benchmarks.stability;

import org.jspecify.annotations.NullMarked;
