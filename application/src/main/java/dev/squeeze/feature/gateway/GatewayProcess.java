package dev.squeeze.feature.gateway;

import dev.squeeze.kit.cluster.ClusterException;
import dev.squeeze.kit.cluster.OwnService;
import dev.squeeze.kit.environment.DaemonThreads;
import dev.squeeze.kit.environment.child.ChildRequest;
import dev.squeeze.kit.environment.child.RequestPipe;
import dev.squeeze.kit.environment.child.RequestRefusedException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A gateway in its own JVM, as seen by its parent process. It ends when this object is closed, and when this process
 * ends for any reason.
 */
public final class GatewayProcess implements OwnService, AutoCloseable {
    private static final long START_TIMEOUT_SECONDS = 60;
    private static final long END_TIMEOUT_SECONDS = 10;
    private static final int SHOWN_LINES = 5;

    private final Process process;
    private final Path errors;
    private final boolean answersEarly;
    private final int workers;
    private final RequestPipe pipe;
    private final CompletableFuture<String> firstLine = new CompletableFuture<>();
    private final URI address;

    private GatewayProcess(Process process, Path errors, boolean answersEarly, int workers) {
        this.process = process;
        this.errors = errors;
        this.answersEarly = answersEarly;
        this.workers = workers;
        this.pipe = new RequestPipe(process.getOutputStream());
        DaemonThreads.start(this::listen, "squeeze-gateway-listener");
        this.address = URI.create(await(firstLine.orTimeout(START_TIMEOUT_SECONDS, TimeUnit.SECONDS)));
    }

    /**
     * Starts a gateway and waits until it listens.
     *
     * @param command its command line; standard input and output are connected to this process
     * @throws ClusterException if it does not start
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
                // The first line is the address; the following ones are responses to requests.
                if (!firstLine.complete(line)) {
                    pipe.accept(line);
                }
            }
        } catch (IOException e) {
            // The process has ended, which is detected elsewhere.
        }
        firstLine.completeExceptionally(new IOException("the gateway has ended"));
        pipe.outputEnded();
    }

    private String await(CompletableFuture<String> answer) {
        try {
            return answer.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ClusterException("interrupted while waiting for the gateway", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof TimeoutException) {
                throw new ClusterException(
                        "the gateway does not answer: stop other programs that keep this machine" + " busy", e);
            }
            if (e.getCause() instanceof RequestRefusedException refused) {
                throw new ClusterException("the gateway: " + refused.getMessage(), refused);
            }
            throw death();
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

    private String ask(ChildRequest request, String argument) {
        return await(pipe.ask(request, argument));
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
            return GatewayUsage.usage(ask(ChildRequest.USAGE, ""));
        } catch (IOException | IllegalArgumentException e) {
            throw new ClusterException("the gateway did not answer with its usage: build Squeeze again", e);
        }
    }

    @Override
    public Delivery delivery() {
        return GatewayUsage.delivery(ask(ChildRequest.DELIVERY, ""));
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
        ask(ChildRequest.START_RECORDING, "");
    }

    @Override
    public void stopRecording(Path file) {
        ask(ChildRequest.STOP_RECORDING, file.toAbsolutePath().toString());
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
            pipe.close();
            if (!process.waitFor(END_TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
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
