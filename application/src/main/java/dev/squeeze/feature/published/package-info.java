/** {@code squeeze run}: runs experiments from files, and measures published findings again. */
@NullMarked
package dev.squeeze.feature.published;

import org.jspecify.annotations.NullMarked;
