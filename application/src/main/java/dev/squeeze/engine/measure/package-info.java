/** Offline trials of codec, level and batch size on a sample. */
@NullMarked
package dev.squeeze.engine.measure;

import org.jspecify.annotations.NullMarked;
