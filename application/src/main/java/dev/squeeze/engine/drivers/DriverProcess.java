package dev.squeeze.engine.drivers;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.squeeze.engine.drivers.own.JavaDriver;
import dev.squeeze.kit.environment.DaemonThreads;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A driver's process, seen from its parent. It ends with this object, and with this process however that ends: a driver
 * ends when its standard input does. For one thread, but for {@link #close}.
 */
public final class DriverProcess implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(30);
    /** What a driver takes in addition to what it was allowed: to start its runtime, to hand the result over. */
    private static final Duration SLACK = Duration.ofSeconds(15);

    private static final long END_TIMEOUT_SECONDS = 5;
    private static final int SHOWN_LINES = 5;
    private static final String END = "end of output";

    private final Process process;
    private final Path errors;
    private final BlockingQueue<JsonNode> messages = new LinkedBlockingQueue<>();
    private final DriverHello hello;
    private Duration timeout = ANSWER_TIMEOUT;

    private DriverProcess(Process process, Path errors) {
        this.process = process;
        this.errors = errors;
        DaemonThreads.start(this::listen, "squeeze-driver-listener");
        JsonNode first = await("hello", ANSWER_TIMEOUT);
        if (first.path("protocol").asInt() != JavaDriver.PROTOCOL) {
            throw new DriverException(
                    "the driver speaks version " + first.path("protocol").asText() + " of the protocol, and "
                            + JavaDriver.PROTOCOL + " is needed: see docs/clients.md");
        }
        this.hello = new DriverHello(
                first.path("client").asText(),
                first.path("version").asText(),
                first.path("binding").asText(),
                first.path("runtime").asText());
    }

    /**
     * Starts a driver and waits for its first line.
     *
     * @throws DriverException when it does not start or does not speak the protocol
     */
    public static DriverProcess start(List<String> command) {
        try {
            Path errors = Files.createTempFile("squeeze-driver-", ".log");
            Process process;
            try {
                process = new ProcessBuilder(command)
                        .redirectError(errors.toFile())
                        .start();
            } catch (IOException e) {
                Files.deleteIfExists(errors);
                throw e;
            }
            try {
                return new DriverProcess(process, errors);
            } catch (RuntimeException e) {
                process.destroyForcibly();
                Files.deleteIfExists(errors);
                throw e;
            }
        } catch (IOException e) {
            throw new DriverException("the driver could not be started: " + e.getMessage(), e);
        }
    }

    private void listen() {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                messages.add(parsed(line));
            }
        } catch (IOException e) {
            // The process is gone, which is what the end says.
        }
        messages.add(JSON.createObjectNode().put("type", END));
    }

    private static JsonNode parsed(String line) {
        try {
            return JSON.readTree(line);
        } catch (JsonProcessingException e) {
            return JSON.createObjectNode()
                    .put("type", "failed")
                    .put("reason", "no JSON on standard output: " + line.substring(0, Math.min(line.length(), 200)));
        }
    }

    /** @return the next message of that type; those of other types that come before it are answers that came late */
    private JsonNode await(String type, Duration within) {
        long deadlineNanos = System.nanoTime() + within.toNanos();
        try {
            while (true) {
                JsonNode message = messages.poll(Math.max(0, deadlineNanos - System.nanoTime()), TimeUnit.NANOSECONDS);
                if (message == null) {
                    throw new DriverException(
                            "the driver gave no '" + type + "' within " + within.toSeconds() + " s", lastErrors());
                }
                String found = message.path("type").asText();
                if (found.equals("failed")) {
                    throw new DriverException(
                            name() + ": " + message.path("reason").asText("no reason given"));
                }
                if (found.equals(END)) {
                    messages.add(message);
                    throw death();
                }
                if (found.equals(type)) {
                    return message;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DriverException("interrupted while the driver was asked", e);
        }
    }

    private String name() {
        return Optional.ofNullable(hello).map(DriverHello::client).orElse("the driver");
    }

    private DriverException death() {
        String how = "";
        try {
            if (process.waitFor(END_TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                how = " with exit code " + process.exitValue();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return new DriverException("the driver of " + name() + " ended" + how, lastErrors());
    }

    private List<String> lastErrors() {
        try {
            List<String> lines = Files.readAllLines(errors, StandardCharsets.ISO_8859_1);
            return lines.subList(Math.max(0, lines.size() - SHOWN_LINES), lines.size());
        } catch (IOException e) {
            return List.of();
        }
    }

    private void tell(ObjectNode message) {
        try {
            byte[] line = (JSON.writeValueAsString(message) + "\n").getBytes(StandardCharsets.UTF_8);
            process.getOutputStream().write(line);
            process.getOutputStream().flush();
        } catch (IOException e) {
            // It may have said why.
            await("nothing", ANSWER_TIMEOUT);
        }
    }

    private void tell(String type) {
        tell(JSON.createObjectNode().put("type", type));
    }

    private void tellAt(String type, Instant at) {
        long nanos = Math.addExact(Math.multiplyExact(at.getEpochSecond(), 1_000_000_000L), at.getNano());
        tell(JSON.createObjectNode().put("type", type).put("atEpochNanos", nanos));
    }

    public DriverHello hello() {
        return hello;
    }

    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** CPU time of the process, seen from outside; empty where the system does not show it, and once it has ended. */
    public Optional<Duration> cpu() {
        return process.toHandle().info().totalCpuDuration();
    }

    /**
     * Hands a load over; the driver reads the records, connects, and waits.
     *
     * @throws DriverException when it refuses a setting, reaches no broker or finds no topic
     */
    public void load(DriverLoad load) {
        timeout = load.timeout();
        tell(load.message(JSON));
        await("ready", timeout.plus(SLACK));
    }

    /** Has it read the topics from their beginnings, once {@link #start(Instant)} is called. */
    public void consume(String bootstrap, List<String> topics, Map<String, String> settings, Duration within) {
        timeout = within;
        ObjectNode message = JSON.createObjectNode().put("type", "consume").put("bootstrap", bootstrap);
        topics.forEach(message.putArray("topics")::add);
        ObjectNode named = message.putObject("settings");
        settings.forEach(named::put);
        message.put("timeoutMillis", within.toMillis());
        tell(message);
        await("ready", timeout.plus(SLACK));
    }

    /** @param at when the first record is due; better a moment ahead, so that the driver knows of it in time */
    public void start(Instant at) {
        tellAt("start", at);
    }

    /** Latencies of records that are due from then on count. */
    public void openWindow(Instant from) {
        tellAt("open", from);
    }

    /** Latencies of records that are due from then on do not count. */
    public void closeWindow(Instant to) {
        tellAt("close", to);
    }

    public DriverCounts counts() {
        tell("counts");
        return DriverCounts.of(await("counts", ANSWER_TIMEOUT));
    }

    /** What a driver that consumes has read so far. */
    public DriverConsumption consumed() {
        tell("counts");
        return DriverConsumption.of(await("consumed", ANSWER_TIMEOUT));
    }

    /** Ends a load: sends what is left of one with a limit, and waits until everything was acknowledged or given up. */
    public DriverResult finish() {
        tell("finish");
        return DriverResult.of(await("result", timeout.plus(SLACK)));
    }

    /** Ends the reading. */
    public DriverConsumption finishConsuming() {
        tell("finish");
        return DriverConsumption.of(await("result", timeout.plus(SLACK)));
    }

    /** Ends the process; what was under way is lost. */
    @Override
    public void close() {
        boolean interrupted = Thread.interrupted();
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            // It has ended already.
        }
        try {
            if (!process.waitFor(END_TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor(END_TIMEOUT_SECONDS, TimeUnit.SECONDS);
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            interrupted = true;
        }
        try {
            Files.deleteIfExists(errors);
        } catch (IOException e) {
            // A temporary file is left.
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
