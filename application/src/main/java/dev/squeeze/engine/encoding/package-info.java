/** The values of records in other formats: a schema is inferred, each value is written, read back and compared, and timed. */
@NullMarked
package dev.squeeze.engine.encoding;

import org.jspecify.annotations.NullMarked;
