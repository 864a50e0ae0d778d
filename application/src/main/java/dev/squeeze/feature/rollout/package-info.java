/** {@code squeeze run rollout}: rehearses a rollout end to end with the commands of a real one. */
@NullMarked
package dev.squeeze.feature.rollout;

import org.jspecify.annotations.NullMarked;
