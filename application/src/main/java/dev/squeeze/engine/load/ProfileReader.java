package dev.squeeze.engine.load;

import dev.squeeze.kit.environment.FlightRecorderException;
import dev.squeeze.kit.environment.FlightRecording;
import dev.squeeze.kit.environment.ThreadRoles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Reads flight recordings event by event. The memory needed grows with the number of distinct methods, which is
 * bounded.
 * <p>A stripped-down Java runtime may lack Flight Recorder, so this class does not refer to its classes.
 */
public final class ProfileReader {
    private ProfileReader() {}

    /**
     * Reads the recordings of one JVM, or combines those of several JVMs that do the same work.
     *
     * @param files as {@link FlightRecording} wrote them
     * @param roles maps threads to roles
     * @param max maximum number of methods per role, and of monitors
     * @throws FlightRecorderException when this Java has no flight recorder, or a file is not a recording
     */
    public static <R extends Enum<R>> Profile<R> read(List<Path> files, ThreadRoles<R> roles, int max) {
        if (max < 1) {
            throw new IllegalArgumentException("a profile of " + max + " methods shows nothing");
        }
        FlightRecording.requireRecorder();
        EventTally<R> tally = new EventTally<>(roles);
        for (Path file : files) {
            try {
                tally.add(file);
            } catch (IOException e) {
                throw new FlightRecorderException(
                        "the recording " + file + " cannot be read: " + e.getMessage() + "; record it again", e);
            }
        }
        return tally.profile(max);
    }
}
