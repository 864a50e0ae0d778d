/** {@code squeeze plan}: the order in which a survey's changes are rolled out, for whom, and how they are written down. */
@NullMarked
package dev.squeeze.feature.plan;

import org.jspecify.annotations.NullMarked;
