/** {@code squeeze watch}: records the traffic of topics during a rollout, and reports what the rollout changed. */
@NullMarked
package dev.squeeze.feature.watch;

import org.jspecify.annotations.NullMarked;
