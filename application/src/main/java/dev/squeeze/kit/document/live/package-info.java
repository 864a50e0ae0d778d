/** The page that {@code --live} serves while a command runs, only for browsers on this machine. */
@NullMarked
package dev.squeeze.kit.document.live;

import org.jspecify.annotations.NullMarked;
