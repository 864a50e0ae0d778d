package dev.squeeze.benchmarks.chaos;

import java.nio.file.Path;

/**
 * Parameters of an episode.
 *
 * @param seed for its random choices
 * @param seconds maximum duration of load and faults; verification is additional
 */
record Episode(Workspace workspace, Path folder, Figures figures, long seed, long seconds) {
    long deadlineNanos() {
        return System.nanoTime() + seconds * 1_000_000_000L;
    }

    void say(String line) {
        System.err.println("chaos: " + figures.campaign() + ", " + folder.getFileName() + ": " + line);
    }
}
