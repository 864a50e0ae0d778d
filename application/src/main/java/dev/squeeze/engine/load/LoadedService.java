package dev.squeeze.engine.load;

import dev.squeeze.kit.cluster.OwnService;
import dev.squeeze.kit.environment.DaemonThreads;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A service under load, with an HTTP client that keeps its connections open between trials. */
public final class LoadedService implements AutoCloseable {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

    private final HttpTarget target;
    private final Optional<OwnService> own;
    private final ExecutorService executor;
    private final HttpClient client;

    /** @param own interface to the usage that the service reports; empty for a foreign one */
    public LoadedService(HttpTarget target, Optional<OwnService> own) {
        this.target = target;
        this.own = own;
        this.executor = Executors.newFixedThreadPool(
                Math.max(2, Runtime.getRuntime().availableProcessors()),
                DaemonThreads.numberedFactory(ClientRole.APPLICATION.threadPrefix() + "http-"));
        this.client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(CONNECT_TIMEOUT)
                .executor(executor)
                .build();
    }

    public HttpTarget target() {
        return target;
    }

    /** Empty for a service of which only its answers are known. */
    public Optional<OwnService> own() {
        return own;
    }

    HttpClient client() {
        return client;
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }
}
