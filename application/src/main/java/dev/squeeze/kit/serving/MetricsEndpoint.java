package dev.squeeze.kit.serving;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.squeeze.kit.environment.HostHeader;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * GET /metrics for Prometheus. If there is a token, clients must present it; otherwise, only requests to this host's address or
 * name are answered.
 */
public final class MetricsEndpoint implements AutoCloseable, HttpHandler {
    private static final int CONCURRENT = 4;
    private static final String PLAIN = "text/plain; charset=utf-8";

    private final Optional<AccessToken> token;
    private final String ownName;
    private final Supplier<String> metrics;
    private BoundedHttpServer server;

    /** The server is set after construction, since it refers to this object. */
    @SuppressWarnings("NullAway.Init")
    private MetricsEndpoint(Optional<AccessToken> token, String ownName, Supplier<String> metrics) {
        this.token = token;
        this.ownName = ownName;
        this.metrics = metrics;
    }

    /**
     * Starts the endpoint.
     *
     * @param metrics supplies the text; called by several threads
     * @throws IOException if it cannot listen on the address
     */
    public static MetricsEndpoint start(
            InetSocketAddress address, Optional<AccessToken> token, Supplier<String> metrics) throws IOException {
        String name = address.getHostString().toLowerCase(Locale.ROOT);
        MetricsEndpoint endpoint = new MetricsEndpoint(token, name, metrics);
        endpoint.server = BoundedHttpServer.start(address, CONCURRENT, "squeeze-metrics", endpoint);
        return endpoint;
    }

    /** The port that it listens on. */
    public int port() {
        return server.port();
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String host = exchange.getRequestHeaders().getFirst("Host");
            if (token.isEmpty() && !isOurs(host)) {
                send(
                        exchange,
                        421,
                        PLAIN,
                        "This endpoint is not known by the name in the Host header: use its address.\n");
            } else if (token.isPresent()
                    && !token.get().isShownBy(exchange.getRequestHeaders().getFirst("Authorization"))) {
                exchange.getResponseHeaders().set("WWW-Authenticate", "Bearer");
                send(exchange, 401, PLAIN, "Send the token: Authorization: Bearer TOKEN.\n");
            } else if (!exchange.getRequestURI().getPath().equals("/metrics")) {
                send(exchange, 404, PLAIN, "Only /metrics is available.\n");
            } else if (!exchange.getRequestMethod().equals("GET")) {
                exchange.getResponseHeaders().set("Allow", "GET");
                send(exchange, 405, PLAIN, "Only GET is allowed.\n");
            } else {
                send(exchange, 200, PrometheusText.CONTENT_TYPE, metrics.get());
            }
        }
    }

    /** In a DNS rebinding attack, a web page would send the attacker's host name. Only HTTP/1.0 requests may omit the header. */
    private boolean isOurs(String host) {
        if (host == null) {
            return true;
        }
        Optional<HostHeader> parsed = HostHeader.parse(host);
        return parsed.isPresent()
                && (parsed.get().isLoopback()
                        || parsed.get().isAddress()
                        || parsed.get().name().equals(ownName));
    }

    private static void send(HttpExchange exchange, int status, String type, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.getResponseHeaders().set("Cache-Control", "no-store");
        exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
    }

    @Override
    public void close() {
        server.close();
    }
}
