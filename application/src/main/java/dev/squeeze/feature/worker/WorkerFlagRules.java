package dev.squeeze.feature.worker;

import static dev.squeeze.kit.cli.GivenFlags.Rule.needs;

import dev.squeeze.kit.cli.GivenFlags.Rule;
import java.util.List;

/** Which flags of {@code squeeze worker} go together. */
final class WorkerFlagRules {
    static final List<Rule> ALL = List.of(
            needs(
                    "--under-test-config is for the cluster at --under-test: name that too",
                    "--under-test-config",
                    "--under-test"),
            needs(
                    "--to-command-config is for the cluster at --to-bootstrap-server: name that too",
                    "--to-command-config",
                    "--to-bootstrap-server"),
            needs(
                    "--to-bootstrap-server is for copies, which this worker takes only with --copies: give that too",
                    "--to-bootstrap-server",
                    "--copies"));

    private WorkerFlagRules() {}
}
