package dev.squeeze.engine.drivers;

import dev.squeeze.engine.drivers.own.JavaDriver;
import dev.squeeze.engine.predict.ClientProfile;
import dev.squeeze.kit.environment.child.ChildJvm;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** The command lines of the drivers. Those of other libraries than Java's are built when they are first wanted. */
public final class DriverPrograms {
    private final DriverBuild build;

    /** Without progress, and without a way to give a build up. */
    public DriverPrograms() {
        this(line -> {}, () -> false);
    }

    /**
     * @param progress gets a line when something takes long
     * @param stop asked several times a second; true gives a build up
     */
    public DriverPrograms(Consumer<String> progress, BooleanSupplier stop) {
        this.build = new DriverBuild(DriverBuild.defaultFolder(), System.getenv(), progress, stop);
    }

    DriverPrograms(DriverBuild build) {
        this.build = build;
    }

    /**
     * The command that starts a client's driver.
     *
     * @throws DriverException when it cannot be built, with what to install
     * @throws dev.squeeze.kit.cli.StoppedException when the user gave that up
     */
    public List<String> command(ClientProfile client) {
        return client == ClientProfile.JAVA
                ? java()
                : List.of(build.program(client).toString());
    }

    /** The command that starts the driver of another client than Java's, where it was built before. */
    Optional<List<String>> built(ClientProfile client) {
        return build.built(client).map(program -> List.of(program.toString()));
    }

    private static List<String> java() {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx1g", "-XX:-UsePerfData", "-Xlog:disable", "-Xlog:all=warning:stderr"));
        if (Runtime.version().feature() >= 22) {
            command.add("--enable-native-access=ALL-UNNAMED");
        }
        command.addAll(ChildJvm.moreOptions());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), JavaDriver.class.getName()));
        return command;
    }
}
