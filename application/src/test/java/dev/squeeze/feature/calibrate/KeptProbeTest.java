package dev.squeeze.feature.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.squeeze.engine.predict.MachineProbe;
import dev.squeeze.engine.predict.MachineSpeed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Iterator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeptProbeTest {
    private static final KeptProbe.Machine HERE = new KeptProbe.Machine("a processor", 2, "17");
    private static final Instant NOW = Instant.parse("2026-11-26T12:00:00Z");

    @TempDir
    Path folder;

    /** Returns the nanoseconds per record, given the results of undisturbed probes. */
    private double asked(KeptProbe.Machine machine, Instant at, double... probed) throws IOException {
        return asked(machine, at, true, probed);
    }

    private double asked(KeptProbe.Machine machine, Instant at, boolean quiet, double... probed) throws IOException {
        Iterator<Double> left = Arrays.stream(probed).boxed().iterator();
        // Fails if it is called more often.
        KeptProbe.Probe probe = () -> new MachineProbe.Probed(new MachineSpeed(left.next(), 30_000, 25_000), quiet);
        return new KeptProbe(folder.resolve("squeeze"), machine, probe)
                .speed(at)
                .recordNanos();
    }

    @Test
    void aProbeIsKeptForAWeek() throws IOException {
        assertThat(asked(HERE, NOW, 180)).isEqualTo(180);
        assertThat(asked(HERE, NOW)).isEqualTo(180);
        assertThat(asked(HERE, NOW.plus(Duration.ofDays(6)))).isEqualTo(180);

        assertThat(asked(HERE, NOW.plus(Duration.ofDays(8)), 200)).isEqualTo(200);
    }

    @Test
    void aDisturbedProbeIsKeptForAnHour() throws IOException {
        assertThat(asked(HERE, NOW, false, 250)).isEqualTo(250);
        assertThat(asked(HERE, NOW.plus(Duration.ofMinutes(50)), false)).isEqualTo(250);

        assertThat(asked(HERE, NOW.plus(Duration.ofMinutes(70)), 180)).isEqualTo(180);
        assertThat(asked(HERE, NOW.plus(Duration.ofDays(6)))).isEqualTo(180);
    }

    @Test
    void aProbeOfAnotherMachineOrJavaIsNotTaken() throws IOException {
        asked(HERE, NOW, 150);

        assertThat(asked(new KeptProbe.Machine("a processor", 4, "17"), NOW, 300))
                .isEqualTo(300);
        assertThat(asked(new KeptProbe.Machine("a processor", 4, "21"), NOW, 400))
                .isEqualTo(400);
    }

    @Test
    void whatIsNoProbeIsReplaced() throws IOException {
        Path file = Files.createDirectories(folder.resolve("squeeze")).resolve("probe.json");
        Files.writeString(file, "{\"speed\": \"many\"");

        assertThat(asked(HERE, NOW, 180)).isEqualTo(180);
        assertThat(Files.readString(file)).contains("180");
        try (var files = Files.list(file.getParent())) {
            assertThat(files).containsExactly(file);
        }
    }

    @Test
    void aProbeOfAnEarlierVersionIsReplaced() throws IOException {
        asked(HERE, NOW, 150);
        Path file = folder.resolve("squeeze").resolve("probe.json");
        Files.writeString(file, Files.readString(file).replaceFirst("\"speed\":\\{[^}]*}", "\"nanosPerRecord\":144.7"));

        assertThat(asked(HERE, NOW, 180)).isEqualTo(180);
        assertThat(Files.readString(file)).contains("180").doesNotContain("144.7");
    }

    @Test
    void whereAMachineCannotBeProbedNothingIsKept() {
        KeptProbe probe = new KeptProbe(folder.resolve("squeeze"), HERE, () -> {
            throw new IOException("no loopback interface");
        });

        assertThatThrownBy(() -> probe.speed(NOW)).isInstanceOf(IOException.class);
        assertThat(folder.resolve("squeeze")).doesNotExist();
    }

    @Test
    void aFolderThatCannotBeWrittenIsNoError() throws IOException {
        Files.writeString(folder.resolve("squeeze"), "a file where the folder would be");

        assertThat(asked(HERE, NOW, 180)).isEqualTo(180);
        assertThat(asked(HERE, NOW, 190)).isEqualTo(190);
    }
}
