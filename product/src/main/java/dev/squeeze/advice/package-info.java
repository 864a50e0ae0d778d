/** The decision and its reasons, as config lines. */
@NullMarked
package dev.squeeze.advice;

import org.jspecify.annotations.NullMarked;
