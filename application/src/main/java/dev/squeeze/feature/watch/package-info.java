/** {@code squeeze watch}: what passes through topics while a rollout goes on, and what it changed. */
@NullMarked
package dev.squeeze.feature.watch;

import org.jspecify.annotations.NullMarked;
