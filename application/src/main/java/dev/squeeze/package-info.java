/** The application: the list of commands and of result kinds, and {@code main}. */
@NullMarked
package dev.squeeze;

import org.jspecify.annotations.NullMarked;
