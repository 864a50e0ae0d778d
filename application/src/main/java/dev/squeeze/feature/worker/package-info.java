/** {@code squeeze worker}: takes work from others through Kafka. */
@NullMarked
package dev.squeeze.feature.worker;

import org.jspecify.annotations.NullMarked;
