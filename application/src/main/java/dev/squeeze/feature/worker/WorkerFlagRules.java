package dev.squeeze.feature.worker;

import static dev.squeeze.kit.cli.GivenFlags.Rule.needs;

import dev.squeeze.kit.cli.GivenFlags.Rule;
import java.util.List;

/** Which flags of {@code squeeze worker} go together. */
final class WorkerFlagRules {
    static final List<Rule> ALL = List.of(
            needs("--under-test-config needs --under-test", "--under-test-config", "--under-test"),
            needs("--to-command-config needs --to-bootstrap-server", "--to-command-config", "--to-bootstrap-server"),
            needs("--to-bootstrap-server is only used for copies: add --copies", "--to-bootstrap-server", "--copies"));

    private WorkerFlagRules() {}
}
