/**
 * {@code squeeze copy}: copies a topic with other settings or to another cluster, exactly once, and compares it with
 * its source.
 */
@NullMarked
package dev.squeeze.feature.copy;

import org.jspecify.annotations.NullMarked;
