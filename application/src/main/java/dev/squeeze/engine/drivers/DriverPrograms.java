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

/** The command lines of the drivers. Drivers of libraries other than Java's are built when first needed. */
public final class DriverPrograms {
    private final DriverBuild build;

    /** Creates an instance that reports no progress and whose builds cannot be cancelled. */
    public DriverPrograms() {
        this(line -> {}, () -> false);
    }

    /**
     * @param progress receives a line before something that takes long
     * @param stop polled several times a second; true cancels a build
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
     * @throws DriverException when it cannot be built, saying what to install
     * @throws dev.squeeze.kit.cli.StoppedException when the user cancelled the build
     */
    public List<String> command(ClientProfile client) {
        return client == ClientProfile.JAVA
                ? java()
                : List.of(build.program(client).toString());
    }

    /** The command that starts the driver of a client other than Java's, if it has been built already. */
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
