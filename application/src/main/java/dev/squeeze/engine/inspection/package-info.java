/** What a topic is as it lies on a broker: its batches by their headers, and a sample of them unpacked. */
@NullMarked
package dev.squeeze.engine.inspection;

import org.jspecify.annotations.NullMarked;
