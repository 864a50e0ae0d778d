/** Producers and consumers at work, and what they spend their time on. */
@NullMarked
package dev.squeeze.load;

import org.jspecify.annotations.NullMarked;
