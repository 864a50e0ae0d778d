/** {@code squeeze gateway}: an HTTP server in front of a producer, with a bounded queue between them. */
@NullMarked
package dev.squeeze.feature.gateway;

import org.jspecify.annotations.NullMarked;
