/** {@code squeeze copy}: a topic copied once per codec, into larger batches or to another cluster, each record exactly once. */
@NullMarked
package dev.squeeze.feature.copy;

import org.jspecify.annotations.NullMarked;
