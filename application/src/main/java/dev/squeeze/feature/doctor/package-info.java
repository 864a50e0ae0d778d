/** The checks of {@code squeeze doctor}: what is examined of a cluster, and what follows from it. */
@NullMarked
package dev.squeeze.feature.doctor;

import org.jspecify.annotations.NullMarked;
