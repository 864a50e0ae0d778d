/**
 * Work shared among machines through topics of a control cluster: membership by a consumer group, tasks, reports, clocks.
 * What the work is, is for others to say: see {@link WorkKind}. The protocol is in
 * {@code docs/decisions/0047-workers-over-kafka.md}. Start with {@link Crew} for the one who gives the work, and
 * {@link Worker} for those who take it.
 */
@NullMarked
package dev.squeeze.engine.workers;

import org.jspecify.annotations.NullMarked;
