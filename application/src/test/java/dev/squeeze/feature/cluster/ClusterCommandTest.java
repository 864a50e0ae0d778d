package dev.squeeze.feature.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.ControlC;
import dev.squeeze.Invocation;
import dev.squeeze.kit.cli.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs the command as a separate process with real brokers, and ends it in each possible way. */
@Tag("live")
@Timeout(120)
class ClusterCommandTest {
    private static final long TIMEOUT_SECONDS = 40;
    private static final FileTime LONG_AGO = FileTime.from(Instant.now().minus(Duration.ofHours(1)));

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
        assertThat(stop.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(errors(stop)).contains("stopped the cluster at " + bootstrap);
        assertThat(stop.exitValue()).isEqualTo(ExitCode.DONE);
        assertThat(cluster.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(cluster.exitValue()).isEqualTo(ExitCode.DONE);
        assertThatAllIsGone(brokers);

        Process again = start("cluster", "stop");
        assertThat(again.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(errors(again)).contains("squeeze: no cluster of yours is running");
        assertThat(again.exitValue()).isEqualTo(ExitCode.FAILED);
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

        assertThat(cluster.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)).isTrue();
        String errors = errors(cluster);
        assertThat(cluster.exitValue()).as(errors).isEqualTo(ExitCode.FAILED);
        assertThat(errors).contains("Kafka Server started");
        assertThat(errors.lines().reduce("", (first, last) -> last))
                .startsWith("squeeze: broker 1 died")
                .contains("signal 9");
        assertThatAllIsGone(brokers);
    }

    @Test
    void controlCIsANormalEndAndNothingIsLeftButWhatIsNoAbandonedFolderOfThisUserAlone() throws Exception {
        Path own = abandoned("squeeze-cluster-1");
        Path writableForOthers = abandoned("squeeze-cluster-2");
        Files.setPosixFilePermissions(writableForOthers, PosixFilePermissions.fromString("rwxrwxrwx"));
        Path precious = Files.createFile(
                Files.createDirectory(folder.resolve("precious")).resolve("file"));
        Path link = Files.createSymbolicLink(temporary.resolve("squeeze-cluster-3"), precious.getParent());
        Path lock = Files.createFile(precious.resolveSibling("lock"));
        Files.setLastModifiedTime(lock, LONG_AGO);
        Path foreign = abandoned("squeeze-cluster-4");
        boolean isForeign = giveAway(foreign);

        Process cluster = start("cluster");
        address(cluster);
        List<ProcessHandle> brokers = cluster.children().toList();
        // Like a terminal, which also sends Ctrl-C to the brokers; they must ignore it.
        for (ProcessHandle broker : brokers) {
            ControlC.to(broker.pid());
        }
        ControlC.to(cluster.pid());

        assertThat(cluster.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(cluster.exitValue()).as(errors(cluster)).isEqualTo(ExitCode.DONE);
        assertThatAreGone(brokers);
        assertThat(own).doesNotExist();
        assertThat(List.of(writableForOthers, link, precious, lock)).allMatch(Files::exists);
        assertThat(Files.exists(foreign)).isEqualTo(isForeign);
        // Nothing of this cluster itself is left.
        assertThat(contents(temporary))
                .containsExactlyInAnyOrderElementsOf(
                        isForeign ? List.of(writableForOthers, link, foreign) : List.of(writableForOthers, link));
    }

    private Path abandoned(String name) throws Exception {
        Path abandoned = Files.createDirectories(temporary.resolve(name));
        Files.createDirectories(abandoned.resolve("broker-1/data"));
        Path lock = Files.createFile(abandoned.resolve("lock"));
        Files.setLastModifiedTime(lock, LONG_AGO);
        return abandoned;
    }

    /** Only the superuser can change a file's owner. */
    private static boolean giveAway(Path folder) {
        try {
            Files.setOwner(
                    folder,
                    folder.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("45678"));
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void aUserWithoutANameCanStopTheClusterAndAnotherUsersAnnouncementIsNotBelieved() throws Exception {
        Path foreign = temporary.resolve("squeeze-cluster-state-foreign.properties");
        Files.writeString(foreign, "pid=" + ProcessHandle.current().pid() + "\nstarted=0\nbootstrap=x\ndata=/\n");
        Files.setPosixFilePermissions(foreign, PosixFilePermissions.fromString("rw-rw-rw-"));
        Process cluster = startAs("-Duser.name=?", "cluster");
        address(cluster);

        Process stop = startAs("-Duser.name=?", "cluster", "stop");

        assertThat(stop.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(stop.exitValue()).as(errors(stop)).isEqualTo(ExitCode.DONE);
        assertThat(cluster.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(temporary).isDirectoryContaining(file -> file.equals(foreign));
    }

    @Test
    void whatIsWrongWithTheCommandLineIsSaidBeforeAnythingStarts() {
        Invocation.of("cluster", "--brokers", "6")
                .expectRefusal(ExitCode.USAGE, "--brokers must be between 1 and 5, got 6");
        Invocation.of("cluster", "--port", "70000").expectRefusal(ExitCode.USAGE, "got 70000");
        Invocation.of("cluster", "--timeout", "0s")
                .expectRefusal(ExitCode.USAGE, "--timeout must be between 1s and 10m, got 0s");
        Invocation.of("cluster", "--topic", "a:b").expectRefusal(ExitCode.USAGE, "NAME:PARTITIONS:REPLICATION");
        Invocation.of("cluster", "--topic-config", "a=b").expectRefusal(ExitCode.USAGE, "--topic");
        Invocation.of("cluster", "stop", "--data-dir", folder.toString())
                .expectRefusal(ExitCode.FAILED, "no cluster of yours is running in " + folder);
    }

    private Process start(String... arguments) throws Exception {
        return startAs("-Xmx256m", arguments);
    }

    private Process startAs(String javaOption, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(ControlC.java(
                javaOption,
                "-Djava.io.tmpdir=" + temporary,
                "-cp",
                System.getProperty("java.class.path"),
                "dev.squeeze.Squeeze"));
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

    /** The first line of standard output, which is printed when the cluster is ready. */
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
                    .get(TIMEOUT_SECONDS, TimeUnit.SECONDS)
                    .get(resource)
                    .get("compression.type")
                    .value();
        }
    }

    private void assertThatAllIsGone(List<ProcessHandle> brokers) throws Exception {
        assertThatAreGone(brokers);
        assertThat(temporary).isEmptyDirectory();
    }

    private static void assertThatAreGone(List<ProcessHandle> brokers) throws Exception {
        for (ProcessHandle broker : brokers) {
            broker.onExit().get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        }
    }

    private static List<Path> contents(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
    }
}
