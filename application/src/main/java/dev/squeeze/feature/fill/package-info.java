/** {@code squeeze fill}: a topic filled with records of a source. */
@NullMarked
package dev.squeeze.feature.fill;

import org.jspecify.annotations.NullMarked;
