/**
 * {@code squeeze advise}: which settings to use, what they save and cost, and their verification on a broker. The
 * decision is in {@link Advisor}.
 */
@NullMarked
package dev.squeeze.feature.advise;

import org.jspecify.annotations.NullMarked;
