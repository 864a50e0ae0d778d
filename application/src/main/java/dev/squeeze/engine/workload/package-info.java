/**
 * The traffic and environment of a topic: determined once from its log, its cluster and flags, for all commands that
 * price it.
 */
@NullMarked
package dev.squeeze.engine.workload;

import org.jspecify.annotations.NullMarked;
