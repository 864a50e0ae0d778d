package dev.squeeze.feature.published;

import dev.squeeze.kit.unit.Range;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Settings that apply to all stages of a run.
 *
 * @param run prefix of this run's topic names, for {@code ${run}}
 * @param source source of records, for {@code ${source}}
 * @param scale factor by which the file's own budgets and counts are multiplied
 * @param cluster flags that name the user's cluster; empty for embedded brokers
 * @param shared values of flags for every stage whose command has them, by flag
 * @param workers flags of bench for sending from workers; empty if this machine sends
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

    /** Whether the stages run on the user's cluster. */
    boolean isRemote() {
        return !cluster.isEmpty();
    }
}
