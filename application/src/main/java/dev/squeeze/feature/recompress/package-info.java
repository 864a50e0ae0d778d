/** {@code squeeze recompress}: segments of a stopped broker rewritten in another codec, with proof that nothing was lost. */
@NullMarked
package dev.squeeze.feature.recompress;

import org.jspecify.annotations.NullMarked;
