/** {@code squeeze sources}: where records can come from, and the real samples that are included. */
@NullMarked
package dev.squeeze.feature.sources;

import org.jspecify.annotations.NullMarked;
