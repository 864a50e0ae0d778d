/** What a topic carries and what it runs on: learned once from its log, its cluster and flags, for every command that prices it. */
@NullMarked
package dev.squeeze.engine.workload;

import org.jspecify.annotations.NullMarked;
