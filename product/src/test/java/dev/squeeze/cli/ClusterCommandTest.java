package dev.squeeze.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The command as a process of its own, with real brokers, and each of the ways in which it can end. */
@Timeout(120)
class ClusterCommandTest {
    private static final long PATIENCE_SECONDS = 40;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @SuppressWarnings("NullAway.Init")
    private Path temporary;

    private final Map<Process, Path> errorFiles = new HashMap<>();

    @BeforeEach
    void makeTheFolderForTemporaryFiles() throws Exception {
        temporary = Files.createDirectory(folder.resolve("tmp"));
    }

    @AfterEach
    void endWhatIsLeft() {
        errorFiles.keySet().forEach(process -> {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        });
    }

    @Test
    void stopEndsItFromAnotherProcessAndNothingIsLeft() throws Exception {
        Process cluster = start("cluster", "--topic", "events:2", "--topic-config", "compression.type=zstd");
        String bootstrap = address(cluster);
        List<ProcessHandle> brokers = cluster.children().toList();

        assertThat(bootstrap).matches("127\\.0\\.0\\.1:\\d+");
        assertThat(brokers).hasSize(1);
        assertThat(compressionType(bootstrap, "events")).isEqualTo("zstd");

        Process stop = start("cluster", "stop");
        assertThat(stop.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(errors(stop)).contains("stopped the cluster at " + bootstrap);
        assertThat(stop.exitValue()).isEqualTo(ExitCode.DONE);
        assertThat(cluster.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(cluster.exitValue()).isEqualTo(ExitCode.DONE);
        assertThatAllIsGone(brokers);

        Process again = start("cluster", "stop");
        assertThat(again.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(errors(again)).contains("squeeze: no cluster of yours is running");
        assertThat(again.exitValue()).isEqualTo(ExitCode.FAILED);
    }

    @Test
    void controlCIsANormalEndAndNothingIsLeft() throws Exception {
        Process cluster = start("cluster");
        address(cluster);
        List<ProcessHandle> brokers = cluster.children().toList();

        // As a terminal does it: the brokers get it too, and must not mind.
        for (ProcessHandle broker : brokers) {
            ControlC.to(broker.pid());
        }
        ControlC.to(cluster.pid());

        assertThat(cluster.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(cluster.exitValue()).as(errors(cluster)).isEqualTo(ExitCode.DONE);
        assertThatAllIsGone(brokers);
    }

    @Test
    void aParentThatIsKilledTakesItsBrokersAlongAndNothingIsLeft() throws Exception {
        Process cluster = start("cluster", "--brokers", "2");
        address(cluster);
        List<ProcessHandle> brokers = cluster.children().toList();
        assertThat(brokers).hasSize(2);

        cluster.destroyForcibly();

        assertThatAllIsGone(brokers);
    }

    @Test
    void aBrokerThatDiesIsReportedWithTheEndOfItsLogAndNothingIsLeft() throws Exception {
        Process cluster = start("cluster");
        address(cluster);
        List<ProcessHandle> brokers = cluster.children().toList();

        brokers.get(0).destroyForcibly();

        assertThat(cluster.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        String errors = errors(cluster);
        assertThat(cluster.exitValue()).as(errors).isEqualTo(ExitCode.FAILED);
        assertThat(errors).contains("Kafka Server started");
        assertThat(errors.lines().reduce("", (first, last) -> last))
                .startsWith("squeeze: broker 1 died")
                .contains("signal 9");
        assertThatAllIsGone(brokers);
    }

    @Test
    void whatIsWrongWithTheCommandLineIsSaidBeforeAnythingStarts() {
        Invocation.of("cluster", "--brokers", "6").expectRefusal(ExitCode.USAGE, "1 to 5 brokers, not 6");
        Invocation.of("cluster", "--port", "70000").expectRefusal(ExitCode.USAGE, "not at 70000");
        Invocation.of("cluster", "--topic", "a:b").expectRefusal(ExitCode.USAGE, "NAME:PARTITIONS:REPLICATION");
        Invocation.of("cluster", "--topic-config", "a=b").expectRefusal(ExitCode.USAGE, "--topic");
        Invocation.of("cluster", "stop", "--data-dir", folder.toString())
                .expectRefusal(ExitCode.FAILED, "no cluster of yours is running in " + folder);
    }

    private Process start(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(ControlC.java(
                "-Xmx256m",
                "-Djava.io.tmpdir=" + temporary,
                "-cp",
                System.getProperty("java.class.path"),
                "dev.squeeze.cli.Squeeze"));
        command.addAll(List.of(arguments));
        Path errors = Files.createTempFile(folder, "errors", ".txt");
        Process process =
                new ProcessBuilder(command).redirectError(errors.toFile()).start();
        errorFiles.put(process, errors);
        return process;
    }

    private String errors(Process process) throws Exception {
        return Files.readString(errorFiles.getOrDefault(process, folder));
    }

    /** The first line of standard output, which comes when the cluster is ready. */
    private String address(Process cluster) throws Exception {
        String line = cluster.inputReader().readLine();
        assertThat(line).as(errors(cluster)).isNotNull();
        return line;
    }

    private static String compressionType(String bootstrap, String topic) throws Exception {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrap))) {
            return admin.describeConfigs(List.of(resource))
                    .all()
                    .get(PATIENCE_SECONDS, TimeUnit.SECONDS)
                    .get(resource)
                    .get("compression.type")
                    .value();
        }
    }

    private void assertThatAllIsGone(List<ProcessHandle> brokers) throws Exception {
        for (ProcessHandle broker : brokers) {
            broker.onExit().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        }
        assertThat(temporary).isEmptyDirectory();
    }
}
