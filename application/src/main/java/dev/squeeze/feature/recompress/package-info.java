/**
 * {@code squeeze recompress}: segments of a stopped broker rewritten in another codec, every batch read back and
 * compared.
 */
@NullMarked
package dev.squeeze.feature.recompress;

import org.jspecify.annotations.NullMarked;
