/**
 * Programs that send and read with a client library, each in a process of its own: built, started, and spoken to by the
 * protocol of {@code docs/clients.md}. Start with {@link DriverProcess}.
 */
@NullMarked
package dev.squeeze.engine.drivers;

import org.jspecify.annotations.NullMarked;
