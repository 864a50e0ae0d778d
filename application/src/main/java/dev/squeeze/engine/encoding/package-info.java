/**
 * Record values in other formats: infers a schema, writes each value, reads it back, compares it, and measures the
 * time.
 */
@NullMarked
package dev.squeeze.engine.encoding;

import org.jspecify.annotations.NullMarked;
