package dev.squeeze.feature.gateway;

import static dev.squeeze.kit.cli.GivenFlags.Rule.excludes;
import static dev.squeeze.kit.cli.GivenFlags.Rule.needs;
import static dev.squeeze.kit.cli.GivenFlags.Rule.refuses;

import dev.squeeze.kit.cli.GivenFlags.Rule;
import dev.squeeze.kit.serving.ListenAddress;
import java.util.List;

/** Rules for combining the flags of {@code squeeze gateway}. */
final class GatewayFlagRules {
    private static final String TLS = "--tls-keystore and --tls-password-file go together";

    static final List<Rule> ALL = List.of(
            Rule.exactlyOne(
                    "a gateway writes to a cluster: name yours with --bootstrap-server HOST:PORT, or give --embedded"
                            + " for an embedded broker, but not both",
                    "--bootstrap-server",
                    "--embedded"),
            excludes(
                    "--command-config is for your own cluster: name it with --bootstrap-server",
                    "--command-config",
                    "--embedded"),
            excludes(
                    "--command-property is for your own cluster: name it with --bootstrap-server",
                    "--command-property",
                    "--embedded"),
            needs("a new broker has no topics: name those to be created with --topic NAME", "--embedded", "--topic"),
            refuses(
                            "--listen",
                            String.class,
                            ListenAddress::isBeyondThisMachine,
                            listen -> "--listen " + listen
                                    + " can be reached from other machines, and without a token all of them can write"
                                    + " to the topics: give --token-file FILE, or --allow-anyone if that is"
                                    + " intended")
                    .unless("--token-file")
                    .unless("--allow-anyone"),
            needs(TLS, "--tls-keystore", "--tls-password-file"),
            needs(TLS, "--tls-password-file", "--tls-keystore"));

    private GatewayFlagRules() {}
}
