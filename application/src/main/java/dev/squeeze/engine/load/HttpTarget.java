package dev.squeeze.engine.load;

import dev.squeeze.kit.unit.Range;
import dev.squeeze.kit.unit.UsageException;
import java.net.URI;
import java.util.Optional;

/**
 * A service that takes a record a request.
 *
 * @param address such as {@code http://127.0.0.1:8080}
 * @param path of the requests, in which {@code {topic}} stands for the topic's name
 * @param connections that send at the same time, a request at a time on each
 * @param token that is shown; absent: none
 */
public record HttpTarget(URI address, String path, int connections, Optional<String> token) {
    /** Where a gateway of our own takes records. */
    public static final String DEFAULT_PATH = "/topics/{topic}";

    private static final String TOPIC = "{topic}";
    /** Each is a thread that waits for an answer. */
    private static final int MAX_CONNECTIONS = 1_000;

    public HttpTarget {
        Range.requireBetween("--connections", connections, 1, MAX_CONNECTIONS);
        if (!("http".equals(address.getScheme()) || "https".equals(address.getScheme()))
                || address.getHost() == null
                || address.getUserInfo() != null
                || address.getQuery() != null) {
            throw new UsageException("--target is an address such as http://127.0.0.1:8080");
        }
        if (!path.startsWith("/")) {
            throw new UsageException("--target-path begins with a slash, such as " + DEFAULT_PATH);
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
