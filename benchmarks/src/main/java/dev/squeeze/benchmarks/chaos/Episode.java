package dev.squeeze.benchmarks.chaos;

import java.nio.file.Path;

/**
 * What each episode is given.
 *
 * @param seed of its dice
 * @param seconds how long its load and faults last at most; verification comes on top
 */
record Episode(Workspace workspace, Path folder, Figures figures, long seed, long seconds) {
    long deadlineNanos() {
        return System.nanoTime() + seconds * 1_000_000_000L;
    }

    void say(String line) {
        System.err.println("chaos: " + figures.campaign() + ", " + folder.getFileName() + ": " + line);
    }
}
