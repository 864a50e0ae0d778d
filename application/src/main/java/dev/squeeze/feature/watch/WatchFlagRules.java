package dev.squeeze.feature.watch;

import static dev.squeeze.kit.cli.GivenFlags.Rule.needs;
import static dev.squeeze.kit.cli.GivenFlags.Rule.refuses;
import static dev.squeeze.kit.cli.GivenFlags.Rule.required;

import dev.squeeze.kit.cli.GivenFlags.Rule;
import dev.squeeze.kit.serving.ListenAddress;
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
            needs(LISTEN, "--allow-anyone", "--listen"),
            refuses(
                            "--listen",
                            String.class,
                            ListenAddress::isBeyondThisMachine,
                            listen -> "--listen " + listen
                                    + " can be reached from other machines, and without a token all of them may read names and"
                                    + " figures of topics: give --token-file FILE, or --allow-anyone if that is meant")
                    .unless("--token-file")
                    .unless("--allow-anyone"));

    private WatchFlagRules() {}
}
