/** One class per command; the only room that wires and prints. */
@NullMarked
package dev.squeeze.kit.cli;

import org.jspecify.annotations.NullMarked;
