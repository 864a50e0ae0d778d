package dev.squeeze.engine.load;

import dev.squeeze.kit.environment.FlightRecorderException;
import dev.squeeze.kit.environment.FlightRecording;
import dev.squeeze.kit.environment.ThreadRoles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Reads flight recordings, event by event. What is kept of them grows with the number of methods seen, which is bounded.
 *
 * <p>A Java runtime that was cut down may lack the flight recorder, so nothing here names its classes.
 */
public final class ProfileReader {
    private ProfileReader() {}

    /**
     * Reads the recordings of one JVM, or of several that do the same, as one.
     *
     * @param files as {@link FlightRecording} wrote them
     * @param roles which role a recorded thread has
     * @param most how many methods of a role, and how many monitors, at most
     * @throws FlightRecorderException when this Java has no flight recorder, or a file is no recording
     */
    public static <R extends Enum<R>> Profile<R> read(List<Path> files, ThreadRoles<R> roles, int most) {
        if (most < 1) {
            throw new IllegalArgumentException("a profile of " + most + " methods shows nothing");
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
        return tally.profile(most);
    }
}
