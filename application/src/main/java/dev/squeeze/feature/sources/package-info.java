/** {@code squeeze sources}: where records can come from, and the real data that ships with Squeeze. */
@NullMarked
package dev.squeeze.feature.sources;

import org.jspecify.annotations.NullMarked;
