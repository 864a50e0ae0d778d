/** {@code squeeze fill}: fills a topic with the records of a source. */
@NullMarked
package dev.squeeze.feature.fill;

import org.jspecify.annotations.NullMarked;
