package dev.squeeze.engine.workers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.squeeze.kit.environment.Environment;
import dev.squeeze.kit.unit.VisibleText;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.SecureRandom;

/**
 * A worker's description of itself.
 *
 * @param id its host name and process id, with a random suffix
 * @param version of Squeeze
 * @param kafkaVersion of kafka-clients
 * @param processor model name
 * @param cores cores available to its JVM
 * @param memoryBytes memory of its machine
 */
public record WorkerIdentity(
        String id,
        String version,
        String kafkaVersion,
        String java,
        String operatingSystem,
        String processor,
        int cores,
        long memoryBytes) {
    private static final int MAX_TEXT = 200;
    private static final int RADIX = 36;

    public static WorkerIdentity own() {
        Environment here = Environment.current();
        return new WorkerIdentity(
                newId(),
                here.squeezeVersion(),
                here.kafkaVersion(),
                here.java(),
                here.operatingSystem(),
                here.processor(),
                here.cores(),
                here.memoryBytes());
    }

    /** An id for this process; different on each call. */
    static String newId() {
        return host() + "-" + ProcessHandle.current().pid() + "-" + random();
    }

    /** Up to three random lower-case letters and digits. */
    static String random() {
        return Integer.toString(new SecureRandom().nextInt(RADIX * RADIX * RADIX), RADIX);
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "unknown-host";
        }
    }

    ObjectNode toJson() {
        return ControlMessage.emptyBody()
                .put("id", id)
                .put("version", version)
                .put("kafkaVersion", kafkaVersion)
                .put("java", java)
                .put("operatingSystem", operatingSystem)
                .put("processor", processor)
                .put("cores", cores)
                .put("memoryBytes", memoryBytes);
    }

    /** Parses a description; text from a topic is sanitized for terminals. */
    static WorkerIdentity of(JsonNode body) {
        return new WorkerIdentity(
                text(body, "id"),
                text(body, "version"),
                text(body, "kafkaVersion"),
                text(body, "java"),
                text(body, "operatingSystem"),
                text(body, "processor"),
                Math.max(1, body.path("cores").asInt()),
                Math.max(0, body.path("memoryBytes").asLong()));
    }

    static String text(JsonNode body, String name) {
        String text = body.path(name).asText("");
        return VisibleText.oneLine(text.substring(0, Math.min(text.length(), MAX_TEXT)));
    }
}
