/**
 * The record batch v2 as a public format: its header, its records, their encoded sizes, the walk over stored batches,
 * and the plan for cutting records into batches.
 */
@NullMarked
package dev.squeeze.kit.format;

import org.jspecify.annotations.NullMarked;
