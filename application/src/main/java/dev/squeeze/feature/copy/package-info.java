/**
 * {@code squeeze copy}: a topic copied into other settings or another cluster, exactly once, and compared with its
 * source.
 */
@NullMarked
package dev.squeeze.feature.copy;

import org.jspecify.annotations.NullMarked;
