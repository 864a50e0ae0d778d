/**
 * What runs inside the JVM of an embedded broker: Kafka's server, which ends when its parent does. A program of its
 * own, so unlike the commands it has a log, a standard output that is a protocol, and its own exit.
 */
@NullMarked
package dev.squeeze.kit.kafka.broker;

import org.jspecify.annotations.NullMarked;
