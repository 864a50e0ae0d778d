/**
 * Work shared among machines through topics of a control cluster: membership by a consumer group, tasks, reports,
 * clocks. The kinds of work are defined elsewhere: see {@link WorkKind}. The protocol is in {@code
 * docs/decisions/0047-workers-over-kafka.md}. Start with {@link Crew} for the coordinator's side and {@link Worker} for
 * the workers' side.
 */
@NullMarked
package dev.squeeze.engine.workers;

import org.jspecify.annotations.NullMarked;
