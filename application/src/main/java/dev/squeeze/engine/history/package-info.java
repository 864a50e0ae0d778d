/**
 * What was written to topics over days and weeks: stored in append-only files, and compared before and after a change.
 */
@NullMarked
package dev.squeeze.engine.history;

import org.jspecify.annotations.NullMarked;
