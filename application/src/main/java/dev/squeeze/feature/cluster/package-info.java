/** {@code squeeze cluster}: a real Kafka cluster on this machine. */
@NullMarked
package dev.squeeze.feature.cluster;

import org.jspecify.annotations.NullMarked;
