/**
 * The application: the list of commands, the list of result kinds, and {@code main}. No other package depends on it; start with
 * {@link Squeeze}.
 */
@NullMarked
package dev.squeeze;

import org.jspecify.annotations.NullMarked;
