package dev.squeeze.kit.environment;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import jdk.jfr.Recording;

/** Controls the flight recorder; this class is only loaded if there is one. */
final class RecordedEvents {
    static final long JAVA_SAMPLE_PERIOD_NANOS = 10_000_000;

    /**
     * Java 17 to 25 sample one thread in native code per period, in turn, and most of these threads are waiting for a socket: a
     * broker has twenty of them.
     */
    private static final Duration NATIVE_PERIOD = Duration.ofMillis(1);
    /** Each wait is recorded with its stack trace; shorter waits would be numerous, but add up to little. */
    private static final Duration SHORTEST_WAIT = Duration.ofNanos(20_000);
    /** Sufficient for many minutes of a busy JVM; beyond that, the oldest events are discarded. */
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
                    "the recording cannot be written to " + file + ": " + e + "; name a writable folder", e);
        } finally {
            reference.close();
        }
    }

    void close() {
        recording.close();
        reference.close();
    }
}
