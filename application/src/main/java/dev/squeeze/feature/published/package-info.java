/** {@code squeeze run}: experiments from files, and published findings measured again. */
@NullMarked
package dev.squeeze.feature.published;

import org.jspecify.annotations.NullMarked;
