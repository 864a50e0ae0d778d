/**
 * The public format of record batches v2: headers, records, encoded sizes, walking stored batches, and dividing records
 * into batches; codecs with their levels and frames.
 */
@NullMarked
package dev.squeeze.kit.format;

import org.jspecify.annotations.NullMarked;
