package dev.squeeze;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.squeeze.kit.environment.child.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Sends Ctrl-C to child processes. */
public final class ControlC {
    private static final Path KILL = Path.of("/bin/kill");
    private static final Path ENV = Path.of("/usr/bin/env");

    private ControlC() {}

    /**
     * The command that starts this tool in a new JVM. Background processes of a script are started with Ctrl-C ignored, and pass
     * this on to their children: the default is restored if the system's {@code env} supports it.
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

    public static void to(long pid) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder(KILL.toString(), "-INT", Long.toString(pid)).start();
        assertThat(kill.waitFor()).isZero();
    }
}
