package dev.squeeze.engine.drivers.own;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.squeeze.kit.environment.DaemonThreads;
import dev.squeeze.kit.environment.Environment;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/** The driver of the Java clients: speaks the protocol on its standard streams until its input ends. */
public final class JavaDriver {
    /** The version of the protocol. */
    public static final int PROTOCOL = 1;

    private static final ObjectMapper JSON = new ObjectMapper();

    private final PrintStream out;
    private Duration timeout = Duration.ofSeconds(30);
    private @Nullable JavaSender sender;
    private @Nullable JavaReceiver receiver;

    private JavaDriver(PrintStream out) {
        this.out = out;
    }

    public static void main(String[] args) throws IOException {
        JavaDriver driver = new JavaDriver(System.out);
        driver.say(JSON.createObjectNode()
                .put("type", "hello")
                .put("protocol", PROTOCOL)
                .put("client", "java")
                .put("version", version())
                .put("binding", "kafka-clients " + version())
                .put("runtime", "java " + Runtime.version()));
        try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                driver.answer(JSON.readTree(line));
            }
        } catch (IOException | KafkaException | IllegalArgumentException e) {
            driver.say(JSON.createObjectNode().put("type", "failed").put("reason", words(e)));
            System.exit(1);
        }
        // The parent is gone or has finished: nobody needs what is still in progress.
        Runtime.getRuntime().halt(0);
    }

    private static String words(Throwable e) {
        Throwable cause = e.getCause();
        String own = String.valueOf(e.getMessage()).replace('\n', ' ');
        return cause == null || cause.getMessage() == null
                ? own
                : own + ": " + cause.getMessage().replace('\n', ' ');
    }

    private synchronized void say(ObjectNode message) {
        out.println(message);
        out.flush();
    }

    private void answer(JsonNode message) throws IOException {
        String type = message.path("type").asText();
        switch (type) {
            case "produce" -> {
                timeout = timeout(message);
                JavaSender made = new JavaSender(message, timeout);
                sender = made;
                ready(made.partitions());
            }
            case "consume" -> {
                timeout = timeout(message);
                JavaReceiver made = new JavaReceiver(message, timeout);
                receiver = made;
                ready(made.partitions());
            }
            case "start" -> start(nanoTime(message));
            case "open" -> sending().open(nanoTime(message));
            case "close" -> sending().close(nanoTime(message));
            case "counts" -> say(counts());
            case "finish" -> DaemonThreads.start(this::finish, "finish");
            default -> throw new IllegalArgumentException("unknown message type:  " + type);
        }
    }

    private void start(long nanos) {
        JavaReceiver reading = receiver;
        if (reading == null) {
            sending().start(nanos);
        } else {
            reading.start(nanos);
        }
    }

    private JavaSender sending() {
        JavaSender known = sender;
        if (known == null) {
            throw new IllegalArgumentException("expected produce or consume first");
        }
        return known;
    }

    private static Duration timeout(JsonNode message) {
        return Duration.ofMillis(message.path("timeoutMillis").asLong(30_000));
    }

    private void ready(Map<String, Integer> partitions) {
        ObjectNode ready = JSON.createObjectNode().put("type", "ready");
        ObjectNode named = ready.putObject("partitions");
        partitions.forEach(named::put);
        say(ready);
    }

    private ObjectNode counts() {
        JavaReceiver reading = receiver;
        ObjectNode counts = JSON.createObjectNode();
        if (reading == null) {
            sending().addCounts(counts.put("type", "counts"));
        } else {
            reading.addCounts(counts.put("type", "consumed"));
        }
        return counts.put("cpuNanos", cpuNanos());
    }

    private void finish() {
        ObjectNode result = JSON.createObjectNode().put("type", "result");
        JavaReceiver reading = receiver;
        if (reading == null) {
            sending().finish(timeout, result);
        } else {
            reading.finish(timeout);
            reading.addCounts(result);
        }
        say(result.put("cpuNanos", cpuNanos()));
    }

    private static long cpuNanos() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean system
                ? system.getProcessCpuTime()
                : 0;
    }

    /** The value of {@link System#nanoTime} at the message's time. */
    private static long nanoTime(JsonNode message) {
        Instant now = Instant.now();
        long epochNanos = now.getEpochSecond() * 1_000_000_000L + now.getNano();
        return System.nanoTime() + message.path("atEpochNanos").asLong() - epochNanos;
    }

    private static String version() {
        return Environment.current().kafkaVersion();
    }
}
