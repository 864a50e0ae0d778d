/** What the numbers were taken on: processor, memory, JVM, library versions, load. */
@NullMarked
package dev.squeeze.kit.environment;

import org.jspecify.annotations.NullMarked;
