package dev.squeeze.kit.kafka.broker;

import dev.squeeze.kit.environment.FlightRecorderException;
import dev.squeeze.kit.environment.FlightRecording;
import dev.squeeze.kit.environment.JvmUsage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Answers what the parent asks. In a thread of its own, so that the end of the parent is noticed at once. */
final class RequestDesk {
    private static final int MOST_WAITING = 16;
    private static final int PARTS = 3;

    private static final Logger LOG = Logger.getLogger(RequestDesk.class.getName());

    private final Consumer<String> answers;
    private final ThreadPoolExecutor clerk;

    /** Only the clerk's thread touches it. */
    private @Nullable FlightRecording recording;

    /** @param answers takes each line */
    RequestDesk(Consumer<String> answers) {
        this.answers = answers;
        this.clerk = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(MOST_WAITING), work -> {
            Thread thread = new Thread(work, "squeeze-requests");
            thread.setDaemon(true);
            return thread;
        });
    }

    /** Takes requests until the pipe ends. A line that its end cut off is none. */
    void serve(InputStream pipe) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = pipe.read(); next >= 0; next = pipe.read()) {
            if (next == '\n') {
                take(line.toString(StandardCharsets.UTF_8));
                line.reset();
            } else if (line.size() < BrokerRequest.LONGEST_LINE_BYTES) {
                line.write(next);
            }
        }
    }

    private void take(String line) {
        String[] parts = line.split(" ", PARTS);
        try {
            clerk.execute(() -> say(parts[0], answer(parts)));
        } catch (RejectedExecutionException e) {
            say(parts[0], BrokerRequest.REFUSED + " too many requests wait for an answer");
        }
    }

    private void say(String number, String answer) {
        answers.accept(BrokerRequest.ANSWER + number + " " + answer);
    }

    private String answer(String[] parts) {
        try {
            if (parts.length < PARTS) {
                throw new IllegalArgumentException("not a request: " + String.join(" ", parts));
            }
            return BrokerRequest.DONE + " " + fulfil(BrokerRequest.valueOf(parts[1]), parts[2]);
        } catch (IllegalArgumentException | IllegalStateException | FlightRecorderException e) {
            return BrokerRequest.REFUSED + " " + BrokerMain.oneLine(e);
        } catch (IOException | RuntimeException | LinkageError e) {
            LOG.log(Level.WARNING, "a request of the parent was not fulfilled", e);
            return BrokerRequest.REFUSED + " " + BrokerMain.oneLine(e);
        }
    }

    private String fulfil(BrokerRequest request, String argument) throws IOException {
        switch (request) {
            case USAGE:
                return BrokerSnapshot.current().encoded();
            case TIME_CONTENTION:
                JvmUsage.timeContention();
                return "";
            case START_RECORDING:
                discard();
                recording = FlightRecording.start();
                return "";
            case STOP_RECORDING:
                FlightRecording running = recording;
                if (running == null) {
                    throw new IllegalStateException("nothing is being recorded");
                }
                recording = null;
                running.stop(Path.of(argument));
                return "";
        }
        throw new IllegalStateException("unknown request " + request);
    }

    private void discard() {
        FlightRecording running = recording;
        if (running != null) {
            running.close();
        }
    }
}
