package dev.squeeze.kit.environment;

import java.nio.file.Path;

/**
 * A flight recording of this JVM that shows where time is spent: execution samples, and every wait for a monitor.
 *
 * <p>A reduced Java runtime may lack the flight recorder, so this class does not reference the recorder's classes.
 */
public final class FlightRecording implements AutoCloseable {
    /** The time represented by one sample of a thread that executes Java code. */
    public static final long JAVA_SAMPLE_PERIOD_NANOS = RecordedEvents.JAVA_SAMPLE_PERIOD_NANOS;

    /**
     * Name of a thread of the recorded JVM that is always in native code. The recorder samples the threads in native code in turn,
     * so the time represented by one native sample depends on their number: it is the time between two samples of this thread.
     */
    public static final String REFERENCE_THREAD = ReferenceThread.NAME;

    private static final String MODULE = "jdk.jfr";

    private final RecordedEvents events;

    private FlightRecording(RecordedEvents events) {
        this.events = events;
    }

    /**
     * Starts a recording.
     *
     * @throws FlightRecorderException if this Java has no flight recorder, or it does not start
     */
    public static FlightRecording start() {
        requireRecorder();
        return new FlightRecording(RecordedEvents.start());
    }

    /** @throws FlightRecorderException if this Java has no flight recorder */
    public static void requireRecorder() {
        if (ModuleLayer.boot().findModule(MODULE).isEmpty()) {
            throw new FlightRecorderException("the Java in " + System.getProperty("java.home")
                    + " has no flight recorder (module " + MODULE + "): run with a complete JDK, or without a profile");
        }
    }

    /**
     * Ends the recording and writes it.
     *
     * @param file overwritten if it exists
     * @throws FlightRecorderException if it cannot be written
     */
    public void stop(Path file) {
        events.stop(file);
    }

    /** Ends the recording; data that was not written is discarded. */
    @Override
    public void close() {
        events.close();
    }
}
