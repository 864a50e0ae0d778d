/** Topics and segments carried over into other settings, with proof that nothing was lost. */
@NullMarked
package dev.squeeze.feature.copy;

import org.jspecify.annotations.NullMarked;
