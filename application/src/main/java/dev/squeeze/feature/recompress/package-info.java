/**
 * {@code squeeze recompress}: rewrites segments of a stopped broker with another codec; every batch is read back and
 * compared.
 */
@NullMarked
package dev.squeeze.feature.recompress;

import org.jspecify.annotations.NullMarked;
