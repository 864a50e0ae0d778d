/** {@code squeeze worker}: does work for runs on other machines, coordinated through Kafka topics. */
@NullMarked
package dev.squeeze.feature.worker;

import org.jspecify.annotations.NullMarked;
