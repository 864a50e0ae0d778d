package dev.squeeze.engine.workers;

import dev.squeeze.kit.cluster.RemoteCluster;
import java.time.Duration;

/**
 * Which workers a run wants.
 *
 * @param control the cluster that they are spoken to through
 * @param topics of their group
 * @param workers how many
 * @param slots places that the work is divided into; more than workers where shares are to move to workers that come later
 * @param flag that such workers are started with, besides those of every worker; empty for none
 * @param patience the longest to wait for them, at the beginning and after a loss
 * @param timeout the longest that the control cluster may take to answer
 */
public record CrewPlan(
        RemoteCluster control,
        ControlTopics topics,
        int workers,
        int slots,
        String flag,
        Duration patience,
        Duration timeout) {
    /** More would need more than one topic of reports. */
    public static final int MAX_WORKERS = 500;

    public CrewPlan {
        if (workers < 1 || workers > MAX_WORKERS) {
            throw new IllegalArgumentException("--workers must be between 1 and " + MAX_WORKERS + ", got " + workers);
        }
        if (slots < 1 || slots > MAX_WORKERS) {
            throw new IllegalArgumentException("slots must be between 1 and " + MAX_WORKERS + ", got " + slots);
        }
    }

    /** A slot for each worker. */
    public CrewPlan(RemoteCluster control, ControlTopics topics, int workers, Duration patience, Duration timeout) {
        this(control, topics, workers, workers, "", patience, timeout);
    }

    /** The command that starts one. */
    String startCommand() {
        return "squeeze worker --bootstrap-server " + control.bootstrap() + " --group " + topics.group()
                + (flag.isEmpty() ? "" : " " + flag);
    }
}
