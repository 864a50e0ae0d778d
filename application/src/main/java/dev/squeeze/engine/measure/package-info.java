/**
 * Offline measurement of codec, level and batch size on a sample: ratio, CPU time, allocation. Start with {@link
 * Sweep}.
 */
@NullMarked
package dev.squeeze.engine.measure;

import org.jspecify.annotations.NullMarked;
