/** What passed through topics over days and weeks: kept in files that only grow, and compared before and after a change. */
@NullMarked
package dev.squeeze.engine.history;

import org.jspecify.annotations.NullMarked;
