/** {@code squeeze run rollout}: a rollout rehearsed end to end with the commands that a real one is done with. */
@NullMarked
package dev.squeeze.feature.rollout;

import org.jspecify.annotations.NullMarked;
