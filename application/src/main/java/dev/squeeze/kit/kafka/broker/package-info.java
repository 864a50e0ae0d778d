/**
 * What runs in a broker's own JVM: Kafka's server, which its parent ends. A program separate from the commands, so
 * unlike them it has a log, a standard output that is a protocol, and an end of its own.
 */
@NullMarked
package dev.squeeze.kit.kafka.broker;

import org.jspecify.annotations.NullMarked;
