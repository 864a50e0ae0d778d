/** What the numbers were taken on: processor, memory, JVM, library versions, load. */
@NullMarked
package dev.squeeze.environment;

import org.jspecify.annotations.NullMarked;
