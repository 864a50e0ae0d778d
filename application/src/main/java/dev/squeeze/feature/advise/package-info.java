/** The decision and its reasons, as config lines. */
@NullMarked
package dev.squeeze.feature.advise;

import org.jspecify.annotations.NullMarked;
