/** {@code squeeze sources}: the real data that ships with the tool. */
@NullMarked
package dev.squeeze.feature.sources;

import org.jspecify.annotations.NullMarked;
