package dev.squeeze.kit.environment;

import java.nio.file.Path;

/**
 * A recording of this JVM by the flight recorder, of what shows where time goes: samples of what runs, and every wait
 * for a monitor.
 *
 * <p>A Java runtime that was cut down may lack the flight recorder, so nothing here names its classes.
 */
public final class FlightRecording implements AutoCloseable {
    /** One sample of a thread that runs Java stands for so much of its time. */
    public static final long JAVA_SAMPLE_PERIOD_NANOS = RecordedEvents.JAVA_SAMPLE_PERIOD_NANOS;

    /**
     * The thread of the recorded JVM that is in native code all the time. The recorder looks at the threads in native code
     * turn by turn, so how much time one sample of these stands for depends on how many there are: it is the time
     * between two samples of this thread.
     */
    public static final String REFERENCE_THREAD = ReferenceThread.NAME;

    private static final String MODULE = "jdk.jfr";

    private final RecordedEvents events;

    private FlightRecording(RecordedEvents events) {
        this.events = events;
    }

    /**
     * Starts to record.
     *
     * @throws FlightRecorderException when this Java has no flight recorder, or it does not start
     */
    public static FlightRecording start() {
        requireRecorder();
        return new FlightRecording(RecordedEvents.start());
    }

    /** @throws FlightRecorderException when this Java has no flight recorder */
    public static void requireRecorder() {
        if (ModuleLayer.boot().findModule(MODULE).isEmpty()) {
            throw new FlightRecorderException("the Java in " + System.getProperty("java.home")
                    + " has no flight recorder (module " + MODULE + "): run with a complete JDK, or without a profile");
        }
    }

    /**
     * Ends the recording and writes it.
     *
     * @param file is written over
     * @throws FlightRecorderException when it cannot be written
     */
    public void stop(Path file) {
        events.stop(file);
    }

    /** Ends the recording; what was not written is lost. */
    @Override
    public void close() {
        events.close();
    }
}
