/** {@code squeeze prices}: the price lists, with the source and date of each figure. */
@NullMarked
package dev.squeeze.feature.prices;

import org.jspecify.annotations.NullMarked;
