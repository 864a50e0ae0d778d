package dev.squeeze.benchmarks.chaos;

import dev.squeeze.kit.kafka.broker.BrokerMain;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The built program, and the command lines of its processes. */
final class Distribution {
    private final Path folder;
    private final Path jar;
    private final String java =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();

    private Distribution(Path folder, Path jar) {
        this.folder = folder;
        this.jar = jar;
    }

    /** The distribution whose jar is on our class path. */
    static Distribution find() {
        try {
            Path jar = Path.of(BrokerMain.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            Path library = jar.getParent();
            if (!Files.isRegularFile(jar) || library == null || library.getParent() == null) {
                throw new IllegalStateException(jar + " is no built distribution: start it with benchmarks/run chaos");
            }
            return new Distribution(library.getParent(), jar);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Java options are those of ./squeeze, with a heap small enough for several campaigns on one machine. */
    List<String> squeeze(Path scratch, List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(
                java,
                "-Xmx256m",
                "-XX:+UseParallelGC",
                "-XX:NewRatio=1",
                "-XX:-UsePerfData",
                "-Xlog:disable",
                "-XX:+DisplayVMOutputToStderr",
                "-Xshare:auto",
                "-Djava.io.tmpdir=" + scratch));
        modern(command);
        command.addAll(List.of("-jar", jar.toString()));
        command.addAll(arguments);
        return command;
    }

    /** A broker with the folder that contains its settings; it ends with its standard input. */
    List<String> broker(Path brokerFolder, Path scratch, String clusterId) {
        List<String> command = new ArrayList<>(List.of(
                java,
                "-Xmx320m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "-Xshare:auto",
                "-Djava.io.tmpdir=" + scratch,
                "-Dslf4j.provider=org.slf4j.jul.JULServiceProvider",
                "-Dslf4j.internal.verbosity=WARN"));
        modern(command);
        command.addAll(List.of("-cp", classPath(), BrokerMain.class.getName(), brokerFolder.toString(), clusterId));
        return command;
    }

    private static void modern(List<String> command) {
        if (Runtime.version().feature() >= 22) {
            command.add("--enable-native-access=ALL-UNNAMED");
        }
        if (Runtime.version().feature() >= 23) {
            command.add("--sun-misc-unsafe-memory-access=allow");
        }
    }

    private String classPath() {
        try (Stream<Path> libraries = Files.list(jar.resolveSibling(""))) {
            Stream<String> listed = Arrays.stream(Files.readString(folder.resolve("broker-lib/class-path"))
                            .trim()
                            .split(":"))
                    .map(entry -> folder.resolve(entry).toString());
            return Stream.concat(listed, libraries.map(Path::toString).sorted())
                    .collect(Collectors.joining(File.pathSeparator));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
