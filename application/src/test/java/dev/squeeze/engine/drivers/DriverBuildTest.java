package dev.squeeze.engine.drivers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.squeeze.engine.predict.ClientProfile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DriverBuildTest {
    @TempDir
    Path folder;

    @Test
    void allSourcesArePacked() throws IOException {
        Path clients = Path.of("../clients");
        try (Stream<Path> files = Files.walk(clients)) {
            List<String> found = files.filter(Files::isRegularFile)
                    .map(file -> clients.relativize(file).toString())
                    .toList();

            assertThat(DriverBuild.SOURCES).containsExactlyInAnyOrderElementsOf(found);
        }
    }

    @Test
    void whoHasNoGoIsToldWhatToInstall() {
        DriverBuild build = new DriverBuild(folder, Map.of("PATH", folder.toString()), line -> {}, List.of());

        assertThatThrownBy(() -> build.program(ClientProfile.SARAMA))
                .isInstanceOf(DriverException.class)
                .hasMessageContaining("install Go");
    }

    @Test
    void whoHasNoCompilerIsToldSoForLibrdkafkaAlone() throws IOException {
        Path go = Files.createFile(folder.resolve("go"));
        assertThat(go.toFile().setExecutable(true)).isTrue();
        DriverBuild build = new DriverBuild(folder, Map.of("PATH", folder.toString()), line -> {}, List.of());

        assertThat(build.obstacle(ClientProfile.LIBRDKAFKA)).get().asString().contains("C compiler");
        assertThat(build.obstacle(ClientProfile.FRANZ_GO)).isEmpty();
    }
}
