/** The only room that touches Kafka's internal classes: building and reading batches, fetching and sending them as stored. */
@NullMarked
package dev.squeeze.kit.kafka;

import org.jspecify.annotations.NullMarked;
