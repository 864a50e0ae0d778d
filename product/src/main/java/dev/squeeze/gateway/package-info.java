/** HTTP in front of a producer, with a bounded queue between them. */
@NullMarked
package dev.squeeze.gateway;

import org.jspecify.annotations.NullMarked;
