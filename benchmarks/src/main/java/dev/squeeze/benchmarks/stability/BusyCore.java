package dev.squeeze.benchmarks.stability;

import dev.squeeze.benchmarks.ChildProgram;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A program that keeps one core busy until it is ended, like another build or query on the machine. */
final class BusyCore {
    private BusyCore() {}

    /**
     * Starts it in a separate process.
     *
     * @param log file for its output
     */
    static ChildProgram start(Path log) throws IOException {
        return ChildProgram.start(
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx16m",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        BusyCore.class.getName()),
                log);
    }

    /** Spins until its standard input ends, which also happens when its parent is killed. */
    public static void main(String[] args) throws IOException {
        Thread spinning = new Thread(
                () -> {
                    while (true) {
                        Thread.onSpinWait();
                    }
                },
                "spinning");
        spinning.setDaemon(true);
        spinning.start();
        while (System.in.read() >= 0) {
            // No input is expected.
        }
    }
}
