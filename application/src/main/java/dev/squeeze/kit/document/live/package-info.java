/** The page that {@code --live} serves while a command runs, for the browsers of this machine only. */
@NullMarked
package dev.squeeze.kit.document.live;

import org.jspecify.annotations.NullMarked;
