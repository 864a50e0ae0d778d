package dev.squeeze.feature.watch;

import static dev.squeeze.kit.cli.GivenFlags.Rule.needs;
import static dev.squeeze.kit.cli.GivenFlags.Rule.refuses;
import static dev.squeeze.kit.cli.GivenFlags.Rule.required;

import dev.squeeze.kit.cli.GivenFlags.Rule;
import dev.squeeze.kit.serving.ListenAddress;
import java.util.List;

/** Which flags of {@code squeeze watch} can be combined. */
final class WatchFlagRules {
    private static final String LISTEN = "--token-file and --allow-anyone need --listen HOST:PORT";

    static final List<Rule> ALL = List.of(
            required(
                    "watch needs a cluster: give --bootstrap-server HOST:PORT; 'squeeze watch report' shows earlier"
                            + " results",
                    "--bootstrap-server"),
            needs(LISTEN, "--token-file", "--listen"),
            needs(LISTEN, "--allow-anyone", "--listen"),
            refuses(
                            "--listen",
                            String.class,
                            ListenAddress::isBeyondThisMachine,
                            listen -> "--listen " + listen
                                    + " can be reached from other machines, and without a token all of them can read"
                                    + " topic names and figures: give --token-file FILE, or --allow-anyone if that is"
                                    + " intended")
                    .unless("--token-file")
                    .unless("--allow-anyone"));

    private WatchFlagRules() {}
}
