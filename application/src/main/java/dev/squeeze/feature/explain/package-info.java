/**
 * {@code squeeze explain}: what each field of the records costs in stored bytes, and which changes would save some of
 * them.
 */
@NullMarked
package dev.squeeze.feature.explain;

import org.jspecify.annotations.NullMarked;
