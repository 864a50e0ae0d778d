package dev.squeeze.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What {@code ./squeeze} sets for the C library, by the very function that it calls. */
class NativeMemoryTest {
    private static String inJavasEnvironment(String variable, Map<String, String> users) throws Exception {
        Path library = Path.of("..", "bin", "toolchain.sh").toAbsolutePath();
        ProcessBuilder bash = new ProcessBuilder(
                "bash",
                "-c",
                "source \"$1\" && keep_native_memory && exec printenv \"$2\"",
                "bash",
                library.toString(),
                variable);
        bash.environment().keySet().removeIf(name -> name.startsWith("MALLOC_"));
        bash.environment().putAll(users);
        Process process = bash.start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        assertThat(process.waitFor()).isZero();
        return out;
    }

    @Test
    void codecsMemoryStaysUpToTheMostThatGlibcComesToByItself() throws Exception {
        assertThat(inJavasEnvironment("MALLOC_MMAP_THRESHOLD_", Map.of())).isEqualTo("" + (32 << 20));
        assertThat(inJavasEnvironment("MALLOC_TRIM_THRESHOLD_", Map.of())).isEqualTo("" + (64 << 20));
    }

    @Test
    void whatTheUserHasSetWins() throws Exception {
        assertThat(inJavasEnvironment("MALLOC_TRIM_THRESHOLD_", Map.of("MALLOC_TRIM_THRESHOLD_", "1000000")))
                .isEqualTo("1000000");
    }
}
