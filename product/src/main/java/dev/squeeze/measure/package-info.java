/** Offline trials of codec, level and batch size on a sample. */
@NullMarked
package dev.squeeze.measure;

import org.jspecify.annotations.NullMarked;
