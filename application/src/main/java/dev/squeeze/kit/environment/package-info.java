/** The environment of a measurement (processor, memory, JVM, library versions, load), and CPU time by thread role. */
@NullMarked
package dev.squeeze.kit.environment;

import org.jspecify.annotations.NullMarked;
