/**
 * A Kafka cluster to work on: embedded brokers as child processes ({@link EmbeddedCluster}), or the user's ({@link
 * RemoteCluster}).
 */
@NullMarked
package dev.squeeze.kit.cluster;

import org.jspecify.annotations.NullMarked;
