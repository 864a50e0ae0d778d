package dev.squeeze.feature.calibrate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.function.DoubleSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeptProbeTest {
    private static final KeptProbe.Machine HERE = new KeptProbe.Machine("a processor", 2, "17");
    private static final Instant NOW = Instant.parse("2026-11-26T12:00:00Z");

    @TempDir
    Path folder;

    private double asked(KeptProbe.Machine machine, Instant at, double... probed) {
        return new KeptProbe(folder.resolve("squeeze"), machine, inTurn(probed)).nanosPerRecord(at);
    }

    /** Fails where it is asked for more. */
    private static DoubleSupplier inTurn(double... probed) {
        Iterator<Double> left = Arrays.stream(probed).boxed().iterator();
        return left::next;
    }

    @Test
    void theLeastOfThreeProbesIsKept() {
        assertThat(asked(HERE, NOW, 180)).isEqualTo(180);
        assertThat(asked(HERE, NOW, 150)).isEqualTo(150);
        assertThat(asked(HERE, NOW, 210)).isEqualTo(150);

        assertThat(asked(HERE, NOW.plus(Duration.ofDays(6)))).isEqualTo(150);
    }

    @Test
    void afterAWeekAMachineIsProbedAgain() {
        for (double probed : List.of(150.0, 160.0, 170.0)) {
            asked(HERE, NOW, probed);
        }

        assertThat(asked(HERE, NOW.plus(Duration.ofDays(8)), 200)).isEqualTo(200);
    }

    @Test
    void aProbeOfAnotherMachineOrJavaIsNotTaken() {
        for (double probed : List.of(150.0, 160.0, 170.0)) {
            asked(HERE, NOW, probed);
        }

        assertThat(asked(new KeptProbe.Machine("a processor", 4, "17"), NOW, 300))
                .isEqualTo(300);
        assertThat(asked(new KeptProbe.Machine("a processor", 4, "21"), NOW, 400))
                .isEqualTo(400);
    }

    @Test
    void whatIsNoProbeIsReplaced() throws IOException {
        Path file = Files.createDirectories(folder.resolve("squeeze")).resolve("probe.json");
        Files.writeString(file, "{\"nanosPerRecord\": \"many\"");

        assertThat(asked(HERE, NOW, 180)).isEqualTo(180);
        assertThat(Files.readString(file)).contains("180");
        try (var files = Files.list(file.getParent())) {
            assertThat(files).containsExactly(file);
        }
    }

    @Test
    void aFolderThatCannotBeWrittenIsNoError() throws IOException {
        Files.writeString(folder.resolve("squeeze"), "a file where the folder would be");

        assertThat(asked(HERE, NOW, 180)).isEqualTo(180);
        assertThat(asked(HERE, NOW, 190)).isEqualTo(190);
    }
}
