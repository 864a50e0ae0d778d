/**
 * The only package that uses Kafka's internal classes: building and reading batches ({@link KafkaBatchCodec}), fetching and sending
 * them as stored ({@link RawClient}), and the producer in simulated time ({@link ProducerReplay}).
 */
@NullMarked
package dev.squeeze.kit.kafka;

import org.jspecify.annotations.NullMarked;
