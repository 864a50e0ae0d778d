/**
 * Code that runs inside the JVM of an embedded broker: Kafka's server, which ends together with its parent process. As a separate
 * program, unlike the commands, it has a log, a standard output that is a protocol, and its own exit.
 */
@NullMarked
package dev.squeeze.kit.kafka.broker;

import org.jspecify.annotations.NullMarked;
