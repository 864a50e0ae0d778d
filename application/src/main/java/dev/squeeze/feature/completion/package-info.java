/** {@code squeeze completion}: scripts by which shells complete commands, flags and values. */
@NullMarked
package dev.squeeze.feature.completion;

import org.jspecify.annotations.NullMarked;
