/**
 * {@code squeeze calibrate}: measures how much CPU Kafka clients and brokers use on this machine, so that CPU can be
 * predicted.
 */
@NullMarked
package dev.squeeze.feature.calibrate;

import org.jspecify.annotations.NullMarked;
