/** {@code squeeze completion}: shell scripts that complete commands, flags and values. */
@NullMarked
package dev.squeeze.feature.completion;

import org.jspecify.annotations.NullMarked;
