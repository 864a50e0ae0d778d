package dev.squeeze.engine.drivers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DriverFilesTest {
    private static final FileTime LONG_AGO = FileTime.from(Instant.parse("2026-01-01T00:00:00Z"));

    @TempDir
    Path temporary;

    @Test
    void filesOfAProcessThatWasKilledAreDeletedAtTheNextStart() throws IOException {
        Path killed = left("squeeze-driver-killed", LONG_AGO);
        Path starting = left("squeeze-driver-starting", FileTime.from(Instant.now()));
        Path other = left("other-folder", LONG_AGO);
        try (DriverFiles running = open("squeeze-driver-running")) {
            Files.setLastModifiedTime(running.file("lock"), LONG_AGO);

            try (DriverFiles files = open("squeeze-driver-own")) {
                assertThat(killed).doesNotExist();
                assertThat(starting).exists();
                assertThat(other).exists();
                assertThat(running.file("lock")).exists();
                assertThat(files.file("lock")).exists();
            }
        }
    }

    @Test
    void nothingIsLeftOfFilesThatWereClosed() throws IOException {
        DriverFiles files = open("squeeze-driver-own");
        Files.writeString(files.file("records.bin"), "records");

        files.close();

        assertThat(temporary).isEmptyDirectory();
    }

    private DriverFiles open(String name) throws IOException {
        return DriverFiles.in(Files.createDirectory(temporary.resolve(name)));
    }

    private Path left(String name, FileTime at) throws IOException {
        Path folder = Files.createDirectory(temporary.resolve(name));
        Files.writeString(folder.resolve("records.bin"), "records");
        Files.setLastModifiedTime(Files.createFile(folder.resolve("lock")), at);
        return folder;
    }
}
