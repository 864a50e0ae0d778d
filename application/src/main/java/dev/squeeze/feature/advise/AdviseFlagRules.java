package dev.squeeze.feature.advise;

import static dev.squeeze.kit.cli.GivenFlags.Rule.excludes;
import static dev.squeeze.kit.cli.GivenFlags.Rule.needs;
import static dev.squeeze.kit.cli.GivenFlags.Rule.refuses;

import dev.squeeze.kit.cli.GivenFlags.Rule;
import dev.squeeze.kit.unit.KebabCase;
import java.util.List;

/** Which flags of {@code squeeze advise} require or exclude each other. */
final class AdviseFlagRules {
    private static final String OWN_CLUSTER =
            "--jmx is for your own cluster: give --bootstrap-server, without --embedded";

    static final List<Rule> ALL = List.of(
            excludes("give either --current or --current-from", "--current", "--current-from"),
            needs("--embedded requires --verify", "--embedded", "--verify"),
            needs("--jmx requires --verify", "--jmx", "--verify"),
            needs(OWN_CLUSTER, "--jmx", "--bootstrap-server"),
            excludes(OWN_CLUSTER, "--jmx", "--embedded"),
            refuses(
                            "--change",
                            Change.class,
                            Change::topic,
                            change -> "--verify runs other producer settings: give either --verify or --change "
                                    + change.label())
                    .when("--verify"),
            refuses(
                            "--optimize",
                            Objective.class,
                            objective -> objective != Objective.COST,
                            objective -> "--keep is a share of the money saved: give either --keep or --optimize "
                                    + KebabCase.of(objective))
                    .when("--keep"));

    private AdviseFlagRules() {}
}
