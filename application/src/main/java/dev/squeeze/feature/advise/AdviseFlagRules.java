package dev.squeeze.feature.advise;

import static dev.squeeze.kit.cli.GivenFlags.Rule.excludes;
import static dev.squeeze.kit.cli.GivenFlags.Rule.needs;

import dev.squeeze.kit.cli.GivenFlags.Rule;
import java.util.List;

/** Which flags of {@code squeeze advise} go together. */
final class AdviseFlagRules {
    static final List<Rule> ALL = List.of(
            excludes("give either --current or --current-from", "--current", "--current-from"),
            needs("--embedded requires --verify", "--embedded", "--verify"),
            needs("--jmx requires --verify", "--jmx", "--verify"));

    private AdviseFlagRules() {}
}
