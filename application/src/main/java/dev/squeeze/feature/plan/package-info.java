/**
 * {@code squeeze plan}: in which order to roll out the changes that a survey proposes, for which team, and with which
 * settings.
 */
@NullMarked
package dev.squeeze.feature.plan;

import org.jspecify.annotations.NullMarked;
