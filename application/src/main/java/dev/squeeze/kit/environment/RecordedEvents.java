package dev.squeeze.kit.environment;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import jdk.jfr.Recording;

/** The flight recorder itself; loaded only where there is one. */
final class RecordedEvents {
    static final long JAVA_SAMPLE_PERIOD_NANOS = 10_000_000;

    /**
     * Java 17 to 25 take samples of one thread a period among those in native code, turn by turn, and most of these
     * wait for a socket: a broker has twenty of them.
     */
    private static final Duration NATIVE_PERIOD = Duration.ofMillis(1);
    /** Each wait is written with its stack; shorter ones would be many, and little in sum. */
    private static final Duration SHORTEST_WAIT = Duration.ofNanos(20_000);
    /** Many minutes of a busy JVM; beyond that the oldest events go. */
    private static final long MAX_BYTES = 256L << 20;

    private final Recording recording;
    private final ReferenceThread reference;

    private RecordedEvents(Recording recording, ReferenceThread reference) {
        this.recording = recording;
        this.reference = reference;
    }

    static RecordedEvents start() {
        try {
            RecordedEvents events = new RecordedEvents(new Recording(), ReferenceThread.start());
            try {
                events.record();
                return events;
            } catch (RuntimeException e) {
                events.close();
                throw e;
            }
        } catch (IOException | IllegalStateException | SecurityException e) {
            throw new FlightRecorderException(
                    "the flight recorder does not start: " + e.getMessage() + "; run without a profile", e);
        }
    }

    private void record() {
        recording.setName("squeeze");
        recording.setToDisk(true);
        recording.setMaxSize(MAX_BYTES);
        recording.enable("jdk.ExecutionSample").withPeriod(Duration.ofNanos(JAVA_SAMPLE_PERIOD_NANOS));
        recording.enable("jdk.NativeMethodSample").withPeriod(NATIVE_PERIOD);
        recording.enable("jdk.JavaMonitorEnter").withThreshold(SHORTEST_WAIT).withStackTrace();
        recording.start();
    }

    void stop(Path file) {
        try (recording) {
            recording.stop();
            recording.dump(file);
        } catch (IOException | IllegalStateException e) {
            throw new FlightRecorderException(
                    "the recording cannot be written to " + file + ": " + e + "; name a folder that can be written", e);
        } finally {
            reference.close();
        }
    }

    void close() {
        recording.close();
        reference.close();
    }
}
