package dev.squeeze;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.kit.cli.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A broken codec is reported before the first record is sent. */
@Tag("live")
@Timeout(60)
class CodecLoadingTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @ParameterizedTest
    @CsvSource({
        "gateway --listen 127.0.0.1:0 --producer-property compression.type=snappy,snappy,org.xerial.snappy.tempdir",
        "gateway --listen 127.0.0.1:0 --producer-property compression.type=zstd,zstd,ZstdTempFolder",
        "fill sample:orders --topic filled --codecs snappy,snappy,org.xerial.snappy.tempdir"
    })
    void aCodecThatCannotBeLoadedIsAnErrorAtTheStart(String words, String codec, String property) throws Exception {
        // The native part is extracted into a folder; a file is not one.
        Path noFolder = Files.writeString(folder.resolve("file"), "");
        Path errors = folder.resolve("errors.txt");
        List<String> command = new ArrayList<>(ControlC.java(
                "-Xmx128m",
                "-D" + property + "=" + noFolder,
                "-cp",
                System.getProperty("java.class.path"),
                "dev.squeeze.Squeeze"));
        command.addAll(List.of(words.split(" ", -1)));
        command.addAll(List.of("--bootstrap-server", "127.0.0.1:1"));
        Process process =
                new ProcessBuilder(command).redirectError(errors.toFile()).start();
        try {
            assertThat(process.waitFor(20, TimeUnit.SECONDS)).as("ended").isTrue();

            assertThat(process.exitValue()).isEqualTo(ExitCode.FAILED);
            assertThat(errors).content().contains(codec, "SQUEEZE_JAVA_OPTS", "-D" + property);
        } finally {
            process.destroyForcibly();
            process.waitFor(10, TimeUnit.SECONDS);
        }
    }
}
