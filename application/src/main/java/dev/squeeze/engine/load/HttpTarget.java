package dev.squeeze.engine.load;

import dev.squeeze.kit.unit.Range;
import dev.squeeze.kit.unit.UsageException;
import java.net.URI;
import java.util.Optional;

/**
 * A service that takes one record per request.
 *
 * @param address such as {@code http://127.0.0.1:8080}
 * @param path path of the requests, in which {@code {topic}} stands for the topic's name
 * @param connections connections that send at the same time, each with one request in flight
 * @param token bearer token to authenticate with; absent if none is needed
 */
public record HttpTarget(URI address, String path, int connections, Optional<String> token) {
    /** The path under which our own gateway accepts records. */
    public static final String DEFAULT_PATH = "/topics/{topic}";

    private static final String TOPIC = "{topic}";
    /** Each connection is a thread that waits for answers. */
    private static final int MAX_CONNECTIONS = 1_000;

    public HttpTarget {
        Range.requireBetween("--connections", connections, 1, MAX_CONNECTIONS);
        if (!("http".equals(address.getScheme()) || "https".equals(address.getScheme()))
                || address.getHost() == null
                || address.getUserInfo() != null
                || address.getQuery() != null) {
            throw new UsageException("--target must be an address such as http://127.0.0.1:8080");
        }
        if (!path.startsWith("/")) {
            throw new UsageException("--target-path must begin with a slash, such as " + DEFAULT_PATH);
        }
    }

    URI uri(String topic) {
        return UsageException.parse(path.replace(TOPIC, topic), address::resolve);
    }

    /** Without the token. */
    @Override
    public String toString() {
        return address + path;
    }
}
