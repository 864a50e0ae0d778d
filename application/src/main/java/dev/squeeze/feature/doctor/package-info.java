/**
 * {@code squeeze doctor}: checks of a cluster's topics, brokers and clients, with what each finding costs and how to
 * fix it.
 */
@NullMarked
package dev.squeeze.feature.doctor;

import org.jspecify.annotations.NullMarked;
