/**
 * The record batch v2 as a public format: headers, records, encoded sizes, the walk over stored batches, cutting
 * records into batches; codecs with their levels and frames.
 */
@NullMarked
package dev.squeeze.kit.format;

import org.jspecify.annotations.NullMarked;
