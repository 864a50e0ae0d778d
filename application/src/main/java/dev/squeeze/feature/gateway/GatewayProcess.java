package dev.squeeze.feature.gateway;

import dev.squeeze.kit.cluster.ClusterException;
import dev.squeeze.kit.cluster.OwnService;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/** A gateway in a JVM of its own, seen from its parent. It ends with this object, and with this process however that ends. */
public final class GatewayProcess implements OwnService, AutoCloseable {
    private static final long START_PATIENCE_SECONDS = 60;
    /** A flight recording of some hundred MB takes seconds to write. */
    private static final long ANSWER_PATIENCE_SECONDS = 30;

    private static final long END_PATIENCE_SECONDS = 10;
    private static final int MOST_LINES = 64;
    private static final int SHOWN_LINES = 5;
    private static final String END = "";

    private final Process process;
    private final Path errors;
    private final boolean answersEarly;
    private final int workers;
    private final BlockingQueue<String> lines = new ArrayBlockingQueue<>(MOST_LINES);
    private final URI address;

    private GatewayProcess(Process process, Path errors, boolean answersEarly, int workers) {
        this.process = process;
        this.errors = errors;
        this.answersEarly = answersEarly;
        this.workers = workers;
        Thread reader = new Thread(this::listen, "squeeze-gateway-listener");
        reader.setDaemon(true);
        reader.start();
        this.address = URI.create(next(START_PATIENCE_SECONDS));
    }

    /**
     * Starts it and waits until it listens.
     *
     * @param command its command line, of which standard input and output are ours
     * @throws ClusterException when it does not come up
     */
    public static GatewayProcess start(List<String> command, boolean answersEarly, int workers) {
        try {
            Path errors = Files.createTempFile("squeeze-gateway-", ".log");
            Process process =
                    new ProcessBuilder(command).redirectError(errors.toFile()).start();
            try {
                return new GatewayProcess(process, errors, answersEarly, workers);
            } catch (RuntimeException e) {
                process.destroyForcibly();
                Files.deleteIfExists(errors);
                throw e;
            }
        } catch (IOException e) {
            throw new ClusterException("the gateway could not be started: " + e.getMessage(), e);
        }
    }

    private void listen() {
        try (BufferedReader output =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                lines.put(line);
            }
        } catch (IOException e) {
            // The process is gone, which is noticed elsewhere.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        lines.offer(END);
    }

    private String next(long seconds) {
        try {
            String line = lines.poll(seconds, TimeUnit.SECONDS);
            if (line == null) {
                throw new ClusterException("the gateway does not answer: stop what else keeps this machine busy");
            }
            if (line.equals(END)) {
                throw death();
            }
            return line;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ClusterException("interrupted while the gateway was asked", e);
        }
    }

    private ClusterException death() {
        List<String> said;
        try {
            said = Files.readAllLines(errors);
        } catch (IOException e) {
            said = List.of();
        }
        List<String> last = said.subList(Math.max(0, said.size() - SHOWN_LINES), said.size());
        return new ClusterException(
                "the gateway's process ended" + (last.isEmpty() ? "" : ": " + last.get(last.size() - 1)), last);
    }

    private synchronized String ask(String question) {
        try {
            OutputStream pipe = process.getOutputStream();
            pipe.write((question + "\n").getBytes(StandardCharsets.UTF_8));
            pipe.flush();
        } catch (IOException e) {
            throw death();
        }
        String answer = next(ANSWER_PATIENCE_SECONDS);
        if (answer.startsWith(GatewayDesk.ANSWER)) {
            return answer.substring(GatewayDesk.ANSWER.length());
        }
        throw new ClusterException("the gateway: "
                + (answer.startsWith(GatewayDesk.REFUSED) ? answer.substring(GatewayDesk.REFUSED.length()) : answer));
    }

    public URI address() {
        return address;
    }

    public long pid() {
        return process.pid();
    }

    @Override
    public Usage usage() {
        try {
            return GatewayDesk.decoded(ask(GatewayDesk.USAGE));
        } catch (IOException | IllegalArgumentException e) {
            throw new ClusterException("the gateway answers something else than its usage: build Squeeze again", e);
        }
    }

    @Override
    public Delivery delivery() {
        String[] words = ask(GatewayDesk.DELIVERY).split(" ", -1);
        return new Delivery(Long.parseLong(words[0]), Long.parseLong(words[1]), Long.parseLong(words[2]));
    }

    @Override
    public boolean answersEarly() {
        return answersEarly;
    }

    @Override
    public int workers() {
        return workers;
    }

    @Override
    public void startRecording() {
        ask(GatewayDesk.RECORD);
    }

    @Override
    public void stopRecording(Path file) {
        ask(GatewayDesk.SAVE + file.toAbsolutePath());
    }

    @Override
    public void requireAlive() {
        if (!process.isAlive()) {
            throw death();
        }
    }

    @Override
    public void close() {
        try {
            process.getOutputStream().close();
            if (!process.waitFor(END_PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
            Files.deleteIfExists(errors);
        } catch (IOException e) {
            process.destroyForcibly();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
