/** Contents of a topic or segment: its batches by their headers, and a sample of them decompressed. */
@NullMarked
package dev.squeeze.engine.inspection;

import org.jspecify.annotations.NullMarked;
