/** A Kafka cluster to work on: our own, in child processes, or the user's. */
@NullMarked
package dev.squeeze.kit.cluster;

import org.jspecify.annotations.NullMarked;
