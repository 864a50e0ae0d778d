package dev.squeeze.engine.load;

import dev.squeeze.kit.cluster.OwnService;
import dev.squeeze.kit.environment.DaemonThreads;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A service under load, with the client that keeps its connections from trial to trial. */
public final class LoadedService implements AutoCloseable {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

    private final HttpTarget target;
    private final Optional<OwnService> own;
    private final ExecutorService executor;
    private final HttpClient client;

    /** @param own what the service reports of itself; empty for a foreign one */
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

    /** Empty for a service of which nothing is known but its answers. */
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
