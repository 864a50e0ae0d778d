package dev.squeeze.engine.load;

import dev.squeeze.kit.environment.FlightRecorderException;
import dev.squeeze.kit.environment.FlightRecording;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Records what the threads of our own JVM do. */
public final class Profiler implements AutoCloseable {
    private final FlightRecording recording;
    private final Path folder;

    private Profiler(FlightRecording recording, Path folder) {
        this.recording = recording;
        this.folder = folder;
    }

    /**
     * Starts recording.
     *
     * @param folder existing folder for the recording while it is read
     * @throws FlightRecorderException when this Java has no flight recorder, or it does not start
     */
    public static Profiler start(Path folder) {
        return new Profiler(FlightRecording.start(), folder);
    }

    /**
     * Ends the recording and reads it.
     *
     * @param max maximum number of methods per role, and of monitors
     * @throws FlightRecorderException when it cannot be written or read
     */
    public Profile<ClientRole> stop(int max) {
        return stop(max, Optional.empty());
    }

    /**
     * Ends the recording, reads it and optionally keeps the file.
     *
     * @param kept file to keep the recording in; if absent, the recording is deleted
     */
    public Profile<ClientRole> stop(int max, Optional<Path> kept) {
        Path file = kept.orElseGet(
                () -> folder.resolve("squeeze-" + ProcessHandle.current().pid() + "-" + System.nanoTime() + ".jfr"));
        try {
            recording.stop(file);
            return ProfileReader.read(List.of(file), ClientRole.THREADS, max);
        } finally {
            if (kept.isEmpty()) {
                delete(file);
            }
        }
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new FlightRecorderException("the recording " + file + " cannot be deleted: delete it", e);
        }
    }

    /** Ends and discards the recording, unless it has been {@linkplain #stop stopped}. */
    @Override
    public void close() {
        recording.close();
    }
}
