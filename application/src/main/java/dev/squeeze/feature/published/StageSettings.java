package dev.squeeze.feature.published;

import dev.squeeze.kit.unit.Range;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What holds for all stages of a run.
 *
 * @param run how the names of this run's topics begin, for {@code ${run}}
 * @param source of records, for {@code ${source}}
 * @param scale how many times the file's own budgets and counts
 * @param cluster flags that name the user's cluster; empty on embedded brokers
 * @param shared values of flags for every stage whose command knows them, by flag
 * @param workers flags for bench that have workers send; empty where this machine does
 */
public record StageSettings(
        String run,
        Optional<String> source,
        double scale,
        List<String> cluster,
        Map<String, String> shared,
        List<String> workers) {
    static final double MIN_SCALE = 0.01;
    static final double MAX_SCALE = 1_000;

    public StageSettings {
        cluster = List.copyOf(cluster);
        shared = Map.copyOf(shared);
        workers = List.copyOf(workers);
        Range.requireBetween("--scale", scale, MIN_SCALE, MAX_SCALE);
    }

    /** Whether the stages work on the user's cluster. */
    boolean isRemote() {
        return !cluster.isEmpty();
    }
}
