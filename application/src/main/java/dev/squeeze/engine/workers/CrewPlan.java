package dev.squeeze.engine.workers;

import dev.squeeze.kit.cli.ProgramName;
import dev.squeeze.kit.cluster.RemoteCluster;
import dev.squeeze.kit.unit.ShellWord;
import dev.squeeze.kit.unit.UsageException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * Which workers a run needs.
 *
 * @param control the cluster used to communicate with them
 * @param topics topic names of their group
 * @param workers number of workers
 * @param slots number of parts that the work is divided into; more than workers if shares can move to workers that join
 *     later
 * @param flag flags that such workers must be started with, in addition to those of every worker; empty for none
 * @param patience how long to wait for them, at the beginning and after a loss
 * @param timeout limit for an answer of the control cluster
 */
public record CrewPlan(
        RemoteCluster control,
        ControlTopics topics,
        int workers,
        int slots,
        String flag,
        Duration patience,
        Duration timeout) {
    /** More would need more than one topic for reports. */
    public static final int MAX_WORKERS = 500;

    public CrewPlan {
        if (workers < 1 || workers > MAX_WORKERS) {
            throw new UsageException("--workers must be between 1 and " + MAX_WORKERS + ", got " + workers);
        }
        if (slots < 1 || slots > MAX_WORKERS) {
            throw new UsageException("slots must be between 1 and " + MAX_WORKERS + ", got " + slots);
        }
    }

    /** A plan with one slot per worker. */
    public CrewPlan(RemoteCluster control, ControlTopics topics, int workers, Duration patience, Duration timeout) {
        this(control, topics, workers, workers, "", patience, timeout);
    }

    /**
     * Returns a copy for workers that must also be started with access to other clusters.
     *
     * @param bootstraps the clusters that the work accesses; the control cluster's is not repeated
     */
    public CrewPlan reaching(String... bootstraps) {
        StringBuilder flags = new StringBuilder(flag);
        List<String> others = Stream.of(bootstraps)
                .filter(address -> !address.equals(control.bootstrap()))
                .distinct()
                .toList();
        for (int i = 0; i < others.size(); i++) {
            flags.append(flags.isEmpty() ? "" : " ")
                    .append(i == 0 ? "--under-test " : "--to-bootstrap-server ")
                    .append(ShellWord.quoted(others.get(i)));
        }
        return new CrewPlan(control, topics, workers, slots, flags.toString(), patience, timeout);
    }

    /**
     * The command that starts such a worker, with a placeholder for a file if the control cluster needs client
     * settings.
     */
    String startCommand() {
        return ProgramName.asStarted("squeeze worker") + " --bootstrap-server " + ShellWord.quoted(control.bootstrap())
                + (control.clientProperties().isEmpty() ? "" : " --command-config FILE")
                + " --group " + ShellWord.quoted(topics.group())
                + (flag.isEmpty() ? "" : " " + flag);
    }
}
