/** {@code squeeze cluster}: a real broker to try things on. */
@NullMarked
package dev.squeeze.feature.cluster;

import org.jspecify.annotations.NullMarked;
