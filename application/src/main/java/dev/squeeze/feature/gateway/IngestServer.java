package dev.squeeze.feature.gateway;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.squeeze.kit.environment.DaemonThreads;
import dev.squeeze.kit.environment.ServiceRole;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.ScheduledExecutorScheduler;

/** The HTTP server: HTTP/1.1 on one address, with limits on connections, header size and time. */
final class IngestServer {
    private static final int MAX_HEADER_BYTES = 16 * 1024;
    private static final int MAX_THREADS = 64;
    private static final int MIN_THREADS = 4;
    private static final int BACKLOG = 128;
    private static final long STOP_TIMEOUT_SECONDS = 5;

    private final Server server;
    private final ServerConnector connector;
    private final SlowClients slowClients;
    private final boolean tls;

    private IngestServer(Server server, ServerConnector connector, SlowClients slowClients, boolean tls) {
        this.server = server;
        this.connector = connector;
        this.slowClients = slowClients;
        this.tls = tls;
    }

    /**
     * Starts listening.
     *
     * @throws GatewayException if the address is in use or the certificate cannot be used
     */
    static IngestServer start(GatewayOptions options, IngestHandler handler) {
        QueuedThreadPool threads = new QueuedThreadPool(MAX_THREADS, MIN_THREADS);
        threads.setName(ServiceRole.HTTP.threadPrefix());
        threads.setDaemon(true);
        ScheduledExecutorScheduler scheduler =
                new ScheduledExecutorScheduler(ServiceRole.HTTP.threadPrefix() + "-timer", true);
        Server server = new Server(threads, scheduler, null);
        server.setHandler(handler);
        server.setErrorHandler(new JsonErrors());
        server.setStopTimeout(0);
        ServerConnector connector = connector(server, options);
        InetSocketAddress address = options.address();
        connector.setHost(address.getHostString());
        connector.setPort(address.getPort());
        connector.setAcceptQueueSize(BACKLOG);
        connector.setIdleTimeout(Math.max(
                options.limits().idleTime().toMillis(),
                options.limits().requestTime().toMillis()));
        SlowClients slowClients = new SlowClients(
                scheduler, options.limits().idleTime(), options.limits().connections());
        connector.addBean(slowClients);
        server.addConnector(connector);
        server.addBean(new NetworkConnectionLimit(options.limits().connections(), server));
        IngestServer ingest =
                new IngestServer(server, connector, slowClients, options.tls().isPresent());
        try {
            server.start();
        } catch (Exception e) {
            ingest.stop();
            throw notStarted(address, e);
        }
        slowClients.start();
        return ingest;
    }

    private static GatewayException notStarted(InetSocketAddress address, Exception e) {
        Throwable bottom = e;
        while (bottom.getCause() != null && bottom.getCause() != bottom) {
            bottom = bottom.getCause();
        }
        String where = address.getHostString() + ":" + address.getPort();
        return new GatewayException(
                "the gateway cannot listen on " + where + ": " + bottom.getMessage()
                        + "; free the address, or choose another one with --listen",
                e);
    }

    private static ServerConnector connector(Server server, GatewayOptions options) {
        HttpConfiguration http = new HttpConfiguration();
        http.setSendServerVersion(false);
        http.setSendDateHeader(false);
        http.setRequestHeaderSize(MAX_HEADER_BYTES);
        if (options.tls().isEmpty()) {
            return new ServerConnector(server, 1, -1, new HttpConnectionFactory(http));
        }
        TlsKeystore keystore = options.tls().get();
        SecureRequestCustomizer secure = new SecureRequestCustomizer();
        // Clients that connect by address, as load balancers do, send no host name.
        secure.setSniHostCheck(false);
        http.addCustomizer(secure);
        SslContextFactory.Server tls = new SslContextFactory.Server();
        tls.setKeyStorePath(keystore.file().toUri().toString());
        tls.setKeyStorePassword(keystore.password());
        return new ServerConnector(
                server, 1, -1, new SslConnectionFactory(tls, "http/1.1"), new HttpConnectionFactory(http));
    }

    /** The address that it listens on, such as {@code http://127.0.0.1:8080}. */
    URI address() {
        String host = connector.getHost();
        String written = host.contains(":") ? "[" + host + "]" : host;
        return URI.create((tls ? "https" : "http") + "://" + written + ":" + connector.getLocalPort());
    }

    int connections() {
        return slowClients.connections();
    }

    /** Accepts no more connections; open ones remain. */
    void stopListening() {
        connector.close();
    }

    /** Closes all connections. */
    void stop() {
        Thread ending = DaemonThreads.start(
                () -> {
                    try {
                        server.stop();
                    } catch (Exception e) {
                        // The process ends anyway.
                    }
                },
                "squeeze-gateway-end");
        try {
            ending.join(TimeUnit.SECONDS.toMillis(STOP_TIMEOUT_SECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Responses to requests that are refused before they reach the handler, such as malformed headers, in the same
     * format.
     */
    private static final class JsonErrors extends ErrorHandler {
        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            String said = HttpStatus.getMessage(response.getStatus());
            byte[] body = (JsonNodeFactory.instance
                                    .objectNode()
                                    .put("error", said)
                                    .put("reason", "bad-request")
                            + "\n")
                    .getBytes(StandardCharsets.UTF_8);
            response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
            response.write(true, ByteBuffer.wrap(body), callback);
            return true;
        }
    }
}
