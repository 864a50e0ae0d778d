/** The record batch v2 as a public format: its records, their encoded sizes, and the plan for cutting records into batches. */
@NullMarked
package dev.squeeze.batch;

import org.jspecify.annotations.NullMarked;
