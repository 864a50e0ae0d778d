package dev.squeeze.feature.watch;

import static dev.squeeze.kit.cli.GivenFlags.Rule.needs;
import static dev.squeeze.kit.cli.GivenFlags.Rule.required;

import dev.squeeze.kit.cli.GivenFlags.Rule;
import java.util.List;

/** Which flags of {@code squeeze watch} go together. */
final class WatchFlagRules {
    private static final String LISTEN = "--token-file and --allow-anyone go with --listen HOST:PORT";

    static final List<Rule> ALL = List.of(
            required(
                    "watch observes a cluster: name it with --bootstrap-server HOST:PORT; 'squeeze watch report' shows"
                            + " what was seen",
                    "--bootstrap-server"),
            needs(LISTEN, "--token-file", "--listen"),
            needs(LISTEN, "--allow-anyone", "--listen"));

    private WatchFlagRules() {}
}
