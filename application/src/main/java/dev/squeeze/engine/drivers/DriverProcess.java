package dev.squeeze.engine.drivers;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.squeeze.engine.drivers.own.JavaDriver;
import dev.squeeze.kit.environment.DaemonThreads;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A driver's process, seen from its parent. It ends with this object, and also with this process, however that ends: a
 * driver ends when its standard input does. Not thread-safe, except for {@link #close}.
 */
public final class DriverProcess implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(30);
    /** Enough for a few MiB at the highest level, on a machine that is fully used by others. */
    private static final Duration COMPRESS_TIMEOUT = Duration.ofMinutes(5);

    /** Extra time for a driver beyond the load's timeout: to start its runtime and to transfer the result. */
    private static final Duration SLACK = Duration.ofSeconds(15);

    private static final long END_TIMEOUT_SECONDS = 5;
    private static final long ERRORS_TIMEOUT_MILLIS = 1_000;
    private static final int SHOWN_LINES = 5;
    /** Far more than the answers to concurrent requests. */
    private static final int MAX_MESSAGES = 1_000;
    /** The longest lines are the distributions of a result. */
    private static final int MAX_LINE_BYTES = 16 << 20;

    private static final int MAX_ERROR_BYTES = 1 << 10;
    private static final String FAILED = "failed";
    private static final String END = "end of output";

    private final Process process;
    private final BlockingQueue<JsonNode> messages = new ArrayBlockingQueue<>(MAX_MESSAGES);
    /** The last lines of standard error. */
    private final Deque<String> errors = new ArrayDeque<>();

    private final Thread errorReader;
    private final DriverHello hello;
    private Duration timeout = ANSWER_TIMEOUT;

    private DriverProcess(Process process) {
        this.process = process;
        this.errorReader = DaemonThreads.start(this::readErrors, "squeeze-driver-errors");
        DaemonThreads.start(this::listen, "squeeze-driver-listener");
        JsonNode first = await("hello", ANSWER_TIMEOUT);
        if (first.path("protocol").asInt() != JavaDriver.PROTOCOL) {
            throw new DriverException(
                    "the driver uses version " + first.path("protocol").asText() + " of the protocol, but "
                            + JavaDriver.PROTOCOL + " is required: see docs/clients.md");
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
            Process process = new ProcessBuilder(command).start();
            try {
                return new DriverProcess(process);
            } catch (RuntimeException e) {
                process.destroyForcibly();
                throw e;
            }
        } catch (IOException e) {
            throw new DriverException("the driver could not be started: " + e.getMessage(), e);
        }
    }

    private void listen() {
        try (BoundedLines lines = new BoundedLines(process.getInputStream(), MAX_LINE_BYTES)) {
            for (BoundedLines.Line line = lines.next(); line != null; line = lines.next()) {
                if (line.end() == BoundedLines.End.CUT_OFF) {
                    giveUp("a line of more than 16 MiB on standard output");
                    return;
                }
                if (line.end() == BoundedLines.End.END_OF_FILE && !isMessage(line.text())) {
                    // It ended while writing: how it ended is more informative than a partial line.
                    break;
                }
                if (!messages.offer(parsed(line.text()))) {
                    giveUp("more than 1,000 unrequested lines on standard output");
                    return;
                }
            }
        } catch (IOException e) {
            // The process is gone, which the end message below reports.
        }
        JsonNode end = JSON.createObjectNode().put("type", END);
        if (!messages.offer(end)) {
            messages.clear();
            messages.add(end);
        }
    }

    /** Ends a process that violates the protocol. */
    private void giveUp(String why) {
        messages.clear();
        messages.add(failed(why));
        messages.add(JSON.createObjectNode().put("type", END));
        process.destroyForcibly();
    }

    private static JsonNode parsed(String line) {
        try {
            return JSON.readTree(line);
        } catch (JsonProcessingException e) {
            return failed("output that is not JSON: " + line.substring(0, Math.min(line.length(), 200)));
        }
    }

    /** A truncated object is not valid JSON, so a complete last line is accepted even without a newline. */
    private static boolean isMessage(String line) {
        try {
            return JSON.readTree(line).isObject();
        } catch (JsonProcessingException e) {
            return false;
        }
    }

    private static JsonNode failed(String reason) {
        return JSON.createObjectNode().put("type", FAILED).put("reason", reason);
    }

    /** Reads everything, since a process blocks when its pipe is full. */
    private void readErrors() {
        boolean within = false;
        try (BoundedLines lines = new BoundedLines(process.getErrorStream(), MAX_ERROR_BYTES)) {
            for (BoundedLines.Line line = lines.next(); line != null; line = lines.next()) {
                if (!within) {
                    keep(line.text());
                }
                // The beginning of a long line is enough.
                within = line.end() == BoundedLines.End.CUT_OFF;
            }
        } catch (IOException e) {
            // The process is gone.
        }
    }

    private void keep(String line) {
        synchronized (errors) {
            if (errors.size() == SHOWN_LINES) {
                errors.removeFirst();
            }
            errors.addLast(line);
        }
    }

    /** @return the next message of that type; earlier messages of other types are late answers, and are dropped */
    private JsonNode await(String type, Duration within) {
        return next(type, within)
                .orElseThrow(() -> new DriverException(
                        "the driver did not answer with '" + type + "' within " + within.toSeconds() + " s",
                        lastErrors()));
    }

    /** @return empty if there was none in time */
    private Optional<JsonNode> next(String type, Duration within) {
        long deadlineNanos = System.nanoTime() + within.toNanos();
        try {
            while (true) {
                JsonNode message = messages.poll(Math.max(0, deadlineNanos - System.nanoTime()), TimeUnit.NANOSECONDS);
                if (message == null) {
                    return Optional.empty();
                }
                String found = message.path("type").asText();
                if (found.equals(FAILED)) {
                    throw new DriverException(
                            name() + ": " + message.path("reason").asText("no reason given"), lastErrors());
                }
                if (found.equals(END)) {
                    messages.add(message);
                    throw death("ended");
                }
                if (found.equals(type)) {
                    return Optional.of(message);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DriverException("interrupted while waiting for the driver", e);
        }
    }

    private String name() {
        return Optional.ofNullable(hello).map(DriverHello::client).orElse("the driver");
    }

    /** @param otherwise what to report if the process is still running */
    private DriverException death(String otherwise) {
        String how = otherwise;
        try {
            if (process.waitFor(END_TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                how = "ended with exit code " + process.exitValue();
                // With a limit: a process that it started may keep the pipe open.
                errorReader.join(ERRORS_TIMEOUT_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        String who = Optional.ofNullable(hello)
                .map(said -> "the driver of " + said.client())
                .orElse("the driver");
        return new DriverException(who + " " + how, lastErrors());
    }

    private List<String> lastErrors() {
        synchronized (errors) {
            return List.copyOf(errors);
        }
    }

    private void send(ObjectNode message) {
        try {
            byte[] line = (JSON.writeValueAsString(message) + "\n").getBytes(StandardCharsets.UTF_8);
            process.getOutputStream().write(line);
            process.getOutputStream().flush();
        } catch (IOException e) {
            // It may have reported the reason.
            next(END, Duration.ofSeconds(END_TIMEOUT_SECONDS));
            throw death("no longer reads its input");
        }
    }

    private void send(String type) {
        send(JSON.createObjectNode().put("type", type));
    }

    private void sendAt(String type, Instant at) {
        long nanos = Math.addExact(Math.multiplyExact(at.getEpochSecond(), 1_000_000_000L), at.getNano());
        send(JSON.createObjectNode().put("type", type).put("atEpochNanos", nanos));
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

    /**
     * CPU time of the process, measured by the system; empty if the system does not report it, and once the process has
     * ended.
     */
    public Optional<Duration> cpu() {
        return process.toHandle().info().totalCpuDuration();
    }

    /**
     * Passes a load to the driver, which reads the records, connects, and waits for the start.
     *
     * @throws DriverException when it refuses a setting, reaches no broker or finds no topic
     */
    public void load(DriverLoad load) {
        timeout = load.timeout();
        send(load.message(JSON));
        await("ready", timeout.plus(SLACK));
    }

    /** Makes the driver read the topics from their beginning, once {@link #start(Instant)} is called. */
    public void consume(String bootstrap, List<String> topics, Map<String, String> settings, Duration within) {
        timeout = within;
        ObjectNode message = JSON.createObjectNode().put("type", "consume").put("bootstrap", bootstrap);
        topics.forEach(message.putArray("topics")::add);
        ObjectNode named = message.putObject("settings");
        settings.forEach(named::put);
        message.put("timeoutMillis", within.toMillis());
        send(message);
        await("ready", timeout.plus(SLACK));
    }

    /**
     * @param at when the first record is due; should be slightly in the future, so that the driver is notified in time
     */
    public void start(Instant at) {
        sendAt("start", at);
    }

    /** Opens the measured window: latencies of records that are due from then on count. */
    public void openWindow(Instant from) {
        sendAt("open", from);
    }

    /** Closes the measured window: latencies of records that are due from then on do not count. */
    public void closeWindow(Instant to) {
        sendAt("close", to);
    }

    public DriverCounts counts() {
        send("counts");
        return DriverCounts.of(await("counts", ANSWER_TIMEOUT));
    }

    /** What a consuming driver has read so far. */
    public DriverConsumption consumed() {
        send("counts");
        return DriverConsumption.of(await("consumed", ANSWER_TIMEOUT));
    }

    /**
     * Ends a load: sends the remaining records of a load with a limit, and waits until everything has been acknowledged
     * or given up.
     */
    public DriverResult finish() {
        send("finish");
        return DriverResult.of(await("result", timeout.plus(SLACK)));
    }

    /** Has batches compressed and decompressed; see {@link CodecDriver}. */
    JsonNode compress(Codec codec, Path input, Path output, int compressions, int decompressions) {
        ObjectNode message = JSON.createObjectNode()
                .put("type", "compress")
                .put("input", input.toString())
                .put("output", output.toString())
                .put("codec", codec.type().label())
                .put("compressions", compressions)
                .put("decompressions", decompressions);
        // The default gzip level differs between libraries.
        if (codec.type() == CodecType.GZIP || codec.type().hasLevels() && !codec.isDefaultLevel()) {
            message.put("level", codec.level());
        }
        send(message);
        return await("compressed", COMPRESS_TIMEOUT);
    }

    /** Stops consuming, and returns the totals. */
    public DriverConsumption finishConsuming() {
        send("finish");
        return DriverConsumption.of(await("result", timeout.plus(SLACK)));
    }

    /** Ends the process; records in flight are lost. */
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
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
