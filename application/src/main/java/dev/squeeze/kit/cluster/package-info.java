/**
 * Access to Kafka clusters: embedded brokers as child processes ({@link EmbeddedCluster}), or the user's cluster ({@link
 * RemoteCluster}).
 */
@NullMarked
package dev.squeeze.kit.cluster;

import org.jspecify.annotations.NullMarked;
