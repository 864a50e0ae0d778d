/**
 * The application: the list of commands, the list of result kinds, and {@code main}. Nobody uses it; start with {@link
 * Squeeze}.
 */
@NullMarked
package dev.squeeze;

import org.jspecify.annotations.NullMarked;
