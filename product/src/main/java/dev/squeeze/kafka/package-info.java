/** The only room that touches Kafka's internal classes: building and reading batches with Kafka's own code. */
@NullMarked
package dev.squeeze.kafka;

import org.jspecify.annotations.NullMarked;
