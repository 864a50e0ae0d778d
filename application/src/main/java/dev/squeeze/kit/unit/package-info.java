/** What everything is written with: quantities with their units, names and words for people, failures that they can fix. */
@NullMarked
package dev.squeeze.kit.unit;

import org.jspecify.annotations.NullMarked;
