package dev.squeeze.kit.environment.child;

import dev.squeeze.kit.environment.DaemonThreads;
import dev.squeeze.kit.environment.FlightRecorderException;
import dev.squeeze.kit.environment.FlightRecording;
import dev.squeeze.kit.environment.JvmUsage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The child's end of the pipe: processes the parent's requests one after another in a separate thread, so that the end of the
 * parent is noticed immediately.
 */
public final class RequestServer {
    private static final int MAX_WAITING = 16;
    private static final int PARTS = 3;

    private final Map<ChildRequest, Source> sources;
    private final Consumer<String> output;
    private final Consumer<Throwable> failureLog;
    private final ThreadPoolExecutor executor;

    /** Confined to the executor's thread. */
    private @Nullable FlightRecording recording;

    /** Provides a response that not every JVM can give. */
    public interface Source {
        /** The response, as one line. */
        String answer() throws IOException;
    }

    /**
     * @param sources the responses to requests that concern more than the JVM: {@link ChildRequest#USAGE}, {@link
     *     ChildRequest#DELIVERY}
     * @param output receives each response line
     * @param failureLog receives unexpected failures; their message is also sent to the parent
     */
    public RequestServer(Map<ChildRequest, Source> sources, Consumer<String> output, Consumer<Throwable> failureLog) {
        this.sources = Map.copyOf(sources);
        this.output = output;
        this.failureLog = failureLog;
        this.executor = new ThreadPoolExecutor(
                1,
                1,
                0,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(MAX_WAITING),
                DaemonThreads.factory("squeeze-requests"));
    }

    /** Processes requests until the pipe ends. An incomplete last line is ignored. */
    public void serve(InputStream pipe) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = pipe.read(); next >= 0; next = pipe.read()) {
            if (next == '\n') {
                accept(line.toString(StandardCharsets.UTF_8));
                line.reset();
            } else if (line.size() < ChildRequest.MAX_LINE_BYTES) {
                line.write(next);
            }
        }
    }

    private void accept(String line) {
        String[] parts = line.split(" ", PARTS);
        try {
            executor.execute(() -> send(parts[0], answer(parts)));
        } catch (RejectedExecutionException e) {
            send(parts[0], ChildRequest.REFUSED + " too many requests are waiting");
        }
    }

    private void send(String number, String answer) {
        output.accept(ChildRequest.ANSWER + number + " " + answer);
    }

    private String answer(String[] parts) {
        try {
            if (parts.length < PARTS) {
                throw new IllegalArgumentException("not a request: " + String.join(" ", parts));
            }
            return ChildRequest.DONE + " " + fulfil(ChildRequest.valueOf(parts[1]), parts[2]);
        } catch (IllegalArgumentException | IllegalStateException | FlightRecorderException e) {
            return ChildRequest.REFUSED + " " + oneLine(e);
        } catch (IOException | RuntimeException | LinkageError e) {
            failureLog.accept(e);
            return ChildRequest.REFUSED + " " + oneLine(e);
        }
    }

    private String fulfil(ChildRequest request, String argument) throws IOException {
        Source source = sources.get(request);
        if (source != null) {
            return source.answer();
        }
        switch (request) {
            case TIME_CONTENTION -> JvmUsage.timeContention();
            case START_RECORDING -> startRecording();
            case STOP_RECORDING -> stopRecording(Path.of(argument));
            case USAGE, DELIVERY -> throw new IllegalArgumentException("this process does not support " + request);
        }
        return "";
    }

    private void startRecording() {
        FlightRecording running = recording;
        if (running != null) {
            running.close();
        }
        recording = FlightRecording.start();
    }

    private void stopRecording(Path file) {
        FlightRecording running = recording;
        if (running == null) {
            throw new IllegalStateException("nothing is being recorded");
        }
        recording = null;
        running.stop(file);
    }

    /** The message of a failure as one line of the protocol. */
    public static String oneLine(Throwable thrown) {
        String message = thrown.getMessage() == null ? thrown.toString() : thrown.getMessage();
        return (thrown instanceof Error ? thrown.getClass().getSimpleName() + ": " : "")
                + message.replaceAll("\\s*\\R\\s*", " ");
    }
}
