package dev.squeeze.feature.explain;

import static dev.squeeze.kit.cli.GivenFlags.Rule.excludes;
import static dev.squeeze.kit.cli.GivenFlags.Rule.needs;

import dev.squeeze.kit.cli.GivenFlags.Rule;
import java.util.List;

/** Which flags of {@code squeeze explain} require or exclude each other. */
final class ExplainFlagRules {
    private static final String ONE_SCHEMA = "give one of --schema, --schema-registry and --descriptor-set";

    static final List<Rule> ALL = List.of(
            excludes(ONE_SCHEMA, "--schema", "--schema-registry", "--descriptor-set"),
            excludes(ONE_SCHEMA, "--schema-registry", "--descriptor-set"),
            needs("--message needs --descriptor-set", "--message", "--descriptor-set"));

    private ExplainFlagRules() {}
}
