package dev.squeeze.feature.gateway;

import dev.squeeze.Invocation;
import dev.squeeze.LiveRun;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A gateway that runs in the test's JVM through the real entry point, and a client for it. */
public final class RunningGateway {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final LiveRun run;
    private final URI address;
    private final HttpClient client;

    private RunningGateway(LiveRun run, URI address, HttpClient client) {
        this.run = run;
        this.address = address;
        this.client = client;
    }

    public static RunningGateway start(String bootstrap, String... more) throws InterruptedException {
        return start(HttpClient.newHttpClient(), bootstrap, more);
    }

    public static RunningGateway start(HttpClient client, String bootstrap, String... more)
            throws InterruptedException {
        List<String> args =
                new ArrayList<>(List.of("gateway", "--listen", "127.0.0.1:0", "--bootstrap-server", bootstrap));
        args.addAll(List.of(more));
        LiveRun run = LiveRun.start(args);
        return new RunningGateway(run, URI.create(run.awaitFirstLine()), client);
    }

    public URI address() {
        return address;
    }

    HttpResponse<String> post(String topic, String body, String... headers) throws Exception {
        return post(topic, body.getBytes(StandardCharsets.UTF_8), headers);
    }

    HttpResponse<String> post(String topic, byte[] body, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(address.resolve("/topics/" + topic))
                .timeout(TIMEOUT)
                .POST(HttpRequest.BodyPublishers.ofByteArray(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return send(request);
    }

    HttpResponse<String> get(String path, String... headers) throws Exception {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(address.resolve(path)).timeout(TIMEOUT);
        if (headers.length > 0) {
            request.headers(headers);
        }
        return send(request);
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return client.send(request.version(HttpClient.Version.HTTP_1_1).build(), HttpResponse.BodyHandlers.ofString());
    }

    /** Stops it like Ctrl-C; returns when it has drained. */
    public Invocation stop() {
        run.interrupt();
        return run.end();
    }
}
