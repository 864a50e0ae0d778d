package dev.squeeze.feature.watch;

import dev.squeeze.kit.cli.FailedException;
import dev.squeeze.kit.cli.HelpGroup;
import dev.squeeze.kit.serving.AccessToken;
import dev.squeeze.kit.serving.ListenAddress;
import dev.squeeze.kit.serving.MetricsEndpoint;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flags of the metrics endpoint for Prometheus. */
@HelpGroup.In(HelpGroup.SERVICE)
final class MetricsArguments {
    @Option(
            names = "--listen",
            paramLabel = "HOST:PORT",
            description =
                    "Serve GET /metrics for Prometheus here, such as 127.0.0.1:9464; port 0 picks a free one. Default:"
                            + " nothing is served.")
    @Nullable
    String listen;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "File with the token that Prometheus sends as 'Authorization: Bearer TOKEN'.")
    @Nullable
    Path tokenFile;

    @Option(
            names = "--allow-anyone",
            description =
                    "Allow other machines without a token: anyone who can reach the address can read the" + " metrics.")
    boolean allowAnyone;

    /** Reports invalid values before any work is done. */
    void check() {
        if (listen == null) {
            return;
        }
        ListenAddress.parse("--listen", listen);
        if (tokenFile != null) {
            AccessToken.read(tokenFile);
        }
    }

    /** The running endpoint; absent without {@code --listen}. */
    Optional<MetricsEndpoint> start(Supplier<String> metrics) {
        if (listen == null) {
            return Optional.empty();
        }
        InetSocketAddress address = ListenAddress.parse("--listen", listen);
        try {
            return Optional.of(MetricsEndpoint.start(
                    address, Optional.ofNullable(tokenFile).map(AccessToken::read), metrics));
        } catch (IOException e) {
            throw new FailedException(
                    "cannot serve metrics on " + listen + ": " + e.getMessage()
                            + "; free the address, or give another one with --listen",
                    e);
        }
    }

    /** The URL of the metrics. */
    String address(MetricsEndpoint endpoint) {
        InetSocketAddress address = ListenAddress.parse("--listen", String.valueOf(listen));
        String host = address.getAddress().getHostAddress();
        return "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + endpoint.port() + "/metrics";
    }
}
