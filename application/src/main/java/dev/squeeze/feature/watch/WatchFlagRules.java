package dev.squeeze.feature.watch;

import static dev.squeeze.kit.cli.GivenFlags.Rule.needs;

import dev.squeeze.kit.cli.GivenFlags.Rule;
import java.util.List;

/** Which flags of {@code squeeze watch} go together. */
final class WatchFlagRules {
    private static final String LISTEN = "--token-file and --allow-anyone go with --listen HOST:PORT";

    static final List<Rule> ALL =
            List.of(needs(LISTEN, "--token-file", "--listen"), needs(LISTEN, "--allow-anyone", "--listen"));

    private WatchFlagRules() {}
}
