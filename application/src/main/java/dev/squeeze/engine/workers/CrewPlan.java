package dev.squeeze.engine.workers;

import dev.squeeze.kit.cli.ProgramName;
import dev.squeeze.kit.cluster.RemoteCluster;
import dev.squeeze.kit.unit.ShellWord;
import dev.squeeze.kit.unit.UsageException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

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
            throw new UsageException("--workers must be between 1 and " + MAX_WORKERS + ", got " + workers);
        }
        if (slots < 1 || slots > MAX_WORKERS) {
            throw new UsageException("slots must be between 1 and " + MAX_WORKERS + ", got " + slots);
        }
    }

    /** A slot for each worker. */
    public CrewPlan(RemoteCluster control, ControlTopics topics, int workers, Duration patience, Duration timeout) {
        this(control, topics, workers, workers, "", patience, timeout);
    }

    /**
     * The same, of workers that are started for other clusters too.
     *
     * @param bootstraps where the work itself goes; those of the control cluster need no words
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

    /** The command that starts one; where the control cluster needs client settings, with a place for the file of those. */
    String startCommand() {
        return ProgramName.asStarted("squeeze worker") + " --bootstrap-server " + ShellWord.quoted(control.bootstrap())
                + (control.clientProperties().isEmpty() ? "" : " --command-config FILE")
                + " --group " + ShellWord.quoted(topics.group())
                + (flag.isEmpty() ? "" : " " + flag);
    }
}
