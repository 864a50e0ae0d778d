package dev.squeeze.engine.load;

import dev.squeeze.kit.environment.FlightRecorderException;
import dev.squeeze.kit.environment.JvmUsage;
import java.nio.file.Path;
import java.util.List;

/** Started by {@link ProfileTest} in a stripped-down Java runtime. */
final class WithoutRecorder {
    private WithoutRecorder() {}

    public static void main(String[] args) {
        attempt(() -> Profiler.start(Path.of("unused")));
        attempt(() -> ProfileReader.read(List.of(Path.of("unused")), ClientRole.THREADS, 1));
        System.out.println("threads counted: "
                + !JvmUsage.current().byRole(ClientRole.THREADS).isEmpty());
    }

    private static void attempt(Runnable work) {
        try {
            work.run();
            throw new IllegalStateException("there is a flight recorder");
        } catch (FlightRecorderException e) {
            System.out.println(e.getMessage());
        }
    }
}
