package dev.squeeze;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.squeeze.kit.environment.child.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Ctrl-C for child processes. */
public final class ControlC {
    private static final Path KILL = Path.of("/bin/kill");
    private static final Path ENV = Path.of("/usr/bin/env");

    private ControlC() {}

    /**
     * The command that starts our own code in a new JVM. What runs in the background of a script is started with Ctrl-C
     * ignored, and hands that on: a child is given the signal's default back where the system's env can.
     */
    public static List<String> java(String... arguments) {
        assumeTrue(Files.isExecutable(KILL), "no " + KILL);
        List<String> command = new ArrayList<>();
        if (Files.isExecutable(ENV) && Files.exists(Path.of("/proc/self/status"))) {
            command.addAll(List.of(ENV.toString(), "--default-signal=INT"));
        }
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ChildJvm.moreOptions());
        command.addAll(List.of(arguments));
        return command;
    }

    /** Sends it. */
    public static void to(long pid) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder(KILL.toString(), "-INT", Long.toString(pid)).start();
        assertThat(kill.waitFor()).isZero();
    }
}
