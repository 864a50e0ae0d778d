/** The driver of Java's clients, which runs in a JVM of its own and speaks the protocol of {@code docs/clients.md}. */
@NullMarked
package dev.squeeze.engine.drivers.own;

import org.jspecify.annotations.NullMarked;
