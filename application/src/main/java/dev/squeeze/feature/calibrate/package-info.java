/** {@code squeeze calibrate}: what Kafka clients and brokers cost on this machine, so that CPU can be predicted. */
@NullMarked
package dev.squeeze.feature.calibrate;

import org.jspecify.annotations.NullMarked;
