/** Whether {@code squeeze watch} calls weeks without a change worse, how soon it finds one, and what watching takes. */
@NullMarked
package dev.squeeze.benchmarks.watch;

import org.jspecify.annotations.NullMarked;
