package dev.squeeze.engine.drivers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.squeeze.engine.predict.ClientProfile;
import dev.squeeze.kit.cli.StoppedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DriverBuildTest {
    /** The first lines of a script that stands in for Go. */
    private static final String GO =
            "#!/bin/sh\n[ $1 != env ] || { echo go: downloading; echo plan9; echo arm64; exit; }\n";

    @TempDir
    Path folder;

    @Test
    void allSourcesArePacked() throws IOException {
        Path clients = Path.of("../clients");
        try (Stream<Path> files = Files.walk(clients)) {
            List<String> found = files.filter(Files::isRegularFile)
                    .map(file -> clients.relativize(file).toString())
                    // The plain loops that a benchmark compares the drivers with.
                    .filter(file -> !file.startsWith("overhead/"))
                    .toList();

            assertThat(DriverBuild.SOURCES).containsExactlyInAnyOrderElementsOf(found);
        }
    }

    @Test
    void whoHasNoGoIsToldWhatToInstall() {
        DriverBuild build =
                new DriverBuild(folder, Map.of("PATH", folder.toString()), line -> {}, () -> false, List.of());

        assertThatThrownBy(() -> build.program(ClientProfile.SARAMA))
                .isInstanceOf(DriverException.class)
                .hasMessageContaining("install Go");
    }

    /** Java throws an exception for a lock that its own process holds, instead of waiting for it. */
    @Tag("live")
    @Test
    void threadsThatWantAProgramAtTheSameTimeBuildItOnce() throws Exception {
        Path go = Files.writeString(
                folder.resolve("go"), GO + "while [ $1 != -o ]; do shift; done\nsleep 0.3\ncp $0 $2\n");
        assertThat(go.toFile().setExecutable(true)).isTrue();
        List<String> said = new CopyOnWriteArrayList<>();
        DriverBuild build = new DriverBuild(
                folder.resolve("kept"), Map.of("PATH", folder.toString()), said::add, () -> false, List.of());

        List<CompletableFuture<Path>> programs = Stream.generate(
                        () -> CompletableFuture.supplyAsync(() -> build.program(ClientProfile.SARAMA)))
                .limit(2)
                .toList();

        for (CompletableFuture<Path> program : programs) {
            assertThat(program.get(20, TimeUnit.SECONDS)).isExecutable();
        }
        assertThat(said).hasSize(1);
    }

    @Tag("live")
    @Test
    void aBuildThatIsGivenUpEndsWithWhatItStarted() throws Exception {
        AtomicBoolean stop = new AtomicBoolean();
        Path started = folder.resolve("started");
        DriverBuild build = scripted(
                "sleep 60 & echo $! > " + started + ".new; mv " + started + ".new " + started + "; wait", stop);

        CompletableFuture<Path> program = CompletableFuture.supplyAsync(() -> build.program(ClientProfile.SARAMA));
        while (!Files.exists(started) && !program.isDone()) {
            TimeUnit.MILLISECONDS.sleep(10);
        }
        stop.set(true);

        assertThat(program)
                .failsWithin(20, TimeUnit.SECONDS)
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(StoppedException.class)
                .withMessage("interrupted while the driver of sarama was being built");
        Optional<ProcessHandle> compiler =
                ProcessHandle.of(Long.parseLong(Files.readString(started).strip()));
        compiler.ifPresent(process -> assertThat(process.onExit()).succeedsWithin(20, TimeUnit.SECONDS));
    }

    /** The terminal sends Ctrl-C to all processes, and Go may be the first to end. */
    @Tag("live")
    @Test
    void whatCtrlCEndedHasNotFailed() throws Exception {
        AtomicBoolean stop = new AtomicBoolean();
        Path ended = folder.resolve("ended");
        DriverBuild build = scripted("touch " + ended + "; exit 1", stop);

        CompletableFuture<Path> program = CompletableFuture.supplyAsync(() -> build.program(ClientProfile.SARAMA));
        while (!Files.exists(ended) && !program.isDone()) {
            TimeUnit.MILLISECONDS.sleep(10);
        }
        TimeUnit.MILLISECONDS.sleep(150);
        stop.set(true);

        assertThat(program)
                .failsWithin(20, TimeUnit.SECONDS)
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(StoppedException.class);
    }

    @Tag("live")
    @Test
    void whatFailedByItselfHas() throws Exception {
        DriverBuild build = scripted("echo no such module; exit 1", new AtomicBoolean());

        assertThatThrownBy(() -> build.program(ClientProfile.SARAMA))
                .isInstanceOf(DriverException.class)
                .hasMessage("the driver of sarama could not be built: no such module");
    }

    /** The user's Go may be configured for a workspace, or for another target platform. */
    @Tag("live")
    @Test
    void aDriverIsBuiltForThisMachineAndOutsideOfWorkspaces() throws Exception {
        Path said = folder.resolve("said");
        DriverBuild build = scripted("env > " + said + "; exit 1", new AtomicBoolean());

        assertThatThrownBy(() -> build.program(ClientProfile.SARAMA)).isInstanceOf(DriverException.class);
        assertThat(said).content().contains("GOWORK=off\n", "GOOS=plan9\n", "GOARCH=arm64\n", "CGO_ENABLED=0\n");
    }

    /** confluent-kafka-go has a separate build of librdkafka for musl. */
    @Tag("live")
    @ParameterizedTest
    @CsvSource({
        "echo x86_64-alpine-linux-musl, true",
        "echo x86_64-linux-gnu, false",
        "echo unknown option; exit 1, false",
    })
    void whereTheCLibraryIsMuslLibrdkafkaIsBuiltForIt(String compiler, boolean musl) throws Exception {
        Path gcc = Files.writeString(folder.resolve("gcc"), "#!/bin/sh\n" + compiler + "\n");
        assertThat(gcc.toFile().setExecutable(true)).isTrue();
        Path said = folder.resolve("said");
        DriverBuild build = scripted("echo $* > " + said + "; exit 1", new AtomicBoolean());

        for (ClientProfile client : List.of(ClientProfile.LIBRDKAFKA, ClientProfile.FRANZ_GO)) {
            assertThatThrownBy(() -> build.program(client)).isInstanceOf(DriverException.class);
            assertThat(Files.readString(said).contains("-tags musl"))
                    .as(client.label())
                    .isEqualTo(musl && client == ClientProfile.LIBRDKAFKA);
        }
    }

    /** Uses a shell script instead of Go. */
    private DriverBuild scripted(String script, AtomicBoolean stop) throws IOException {
        Path go = Files.writeString(folder.resolve("go"), GO + script + "\n");
        assertThat(go.toFile().setExecutable(true)).isTrue();
        return new DriverBuild(
                folder.resolve("kept"), Map.of("PATH", folder.toString()), line -> {}, stop::get, List.of());
    }

    @Test
    void whatWasNotBuiltIsNotTakenForBuilt() {
        assertThat(new DriverBuild(folder, System.getenv(), line -> {}, () -> false).built(ClientProfile.FRANZ_GO))
                .isEmpty();
    }

    @Test
    void whoHasNoCompilerIsToldSoForLibrdkafkaAlone() throws IOException {
        Path go = Files.createFile(folder.resolve("go"));
        assertThat(go.toFile().setExecutable(true)).isTrue();
        DriverBuild build =
                new DriverBuild(folder, Map.of("PATH", folder.toString()), line -> {}, () -> false, List.of());

        assertThat(build.obstacle(ClientProfile.LIBRDKAFKA)).get().asString().contains("C compiler");
        assertThat(build.obstacle(ClientProfile.FRANZ_GO)).isEmpty();
    }
}
