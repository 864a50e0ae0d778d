/**
 * Programs that send and read with a client library, each in a separate process: building and starting them, and
 * communicating with them by the protocol of {@code docs/clients.md}. Start with {@link DriverProcess}.
 */
@NullMarked
package dev.squeeze.engine.drivers;

import org.jspecify.annotations.NullMarked;
