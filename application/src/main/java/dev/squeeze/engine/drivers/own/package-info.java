/**
 * The driver of Java's clients, in a JVM of its own: the reference of the protocol in {@code docs/clients.md}. The
 * conformance suite and the benchmarks of the repository run it next to the other drivers; {@code squeeze bench} sends with
 * Java's clients in its own JVM.
 */
@NullMarked
package dev.squeeze.engine.drivers.own;

import org.jspecify.annotations.NullMarked;
