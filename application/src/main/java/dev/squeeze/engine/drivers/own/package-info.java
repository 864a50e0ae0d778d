/**
 * The driver of the Java clients, in a separate JVM: the reference implementation of the protocol in {@code
 * docs/clients.md}. The conformance suite and the repository's benchmarks run it in the same way as the other drivers;
 * {@code squeeze bench} sends with Java clients in its own JVM.
 */
@NullMarked
package dev.squeeze.engine.drivers.own;

import org.jspecify.annotations.NullMarked;
