package dev.squeeze.feature.published;

import static dev.squeeze.kit.cli.ClusterFlagRules.ownCluster;
import static dev.squeeze.kit.cli.GivenFlags.Rule.never;
import static dev.squeeze.kit.cli.GivenFlags.Rule.onlyWith;

import dev.squeeze.kit.cli.GivenFlags.Rule;
import java.util.List;

/** Rules for combining the flags of an experiment with stages. */
final class StagedFlagRules {
    static final List<Rule> ALL = List.of(
            ownCluster("--command-config", "--command-property", "--jmx", "--workers"),
            onlyWith(List.of("--workers"), "--worker-group", "--control", "--control-config"),
            never("--max-rate belongs to a single stage: set it as max-rate in the experiment's file", "--max-rate"));

    private StagedFlagRules() {}
}
