package dev.squeeze.feature.calibrate;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.squeeze.engine.predict.MachineProbe;
import dev.squeeze.engine.predict.MachineSpeed;
import dev.squeeze.kit.environment.Environment;
import dev.squeeze.kit.environment.UserFolders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * Caches the result of {@link MachineProbe} for a week: probes differ by a few percent, and by a quarter in the cost of
 * idle periods, which could lead to different recommendations from day to day. A probe that other programs disturbed is
 * cached for an hour.
 */
final class KeptProbe {
    private static final String NAME = "probe.json";
    private static final Duration KEPT_FOR = Duration.ofDays(7);
    private static final Duration DISTURBED_KEPT_FOR = Duration.ofHours(1);
    private static final Duration PROBE = Duration.ofMillis(700);

    private final Path file;
    private final Machine machine;
    private final Probe probe;

    /** Measures a machine. */
    interface Probe {
        /** @throws IOException if it cannot be measured */
        MachineProbe.Probed probe() throws IOException;
    }

    KeptProbe(Path folder, Machine machine, Probe probe) {
        this.file = folder.resolve(NAME);
        this.machine = machine;
        this.probe = probe;
    }

    /** The probe in the user's cache folder. */
    static KeptProbe ofThisMachine() {
        Environment now = Environment.current();
        return new KeptProbe(
                UserFolders.cache(),
                new Machine(now.processor(), now.cores(), now.java()),
                () -> MachineProbe.probe(PROBE));
    }

    /** The machine and Java version that a probe is valid for. */
    record Machine(String processor, int cores, String java) {}

    /**
     * Content of the file.
     *
     * @param epochMillis time of the probe
     */
    private record Kept(Machine machine, MachineSpeed speed, boolean quiet, long epochMillis) {
        private Kept {
            Objects.requireNonNull(speed, "a probe without a speed");
        }

        private boolean isValid(Machine here, Instant now) {
            Duration age = Duration.between(Instant.ofEpochMilli(epochMillis), now);
            return here.equals(machine)
                    && !age.isNegative()
                    && age.compareTo(quiet ? KEPT_FOR : DISTURBED_KEPT_FOR) < 0;
        }
    }

    /**
     * Returns the cached speed, or probes the machine if there is none that is still valid.
     *
     * @throws IOException if the machine cannot be probed
     */
    MachineSpeed speed(Instant now) throws IOException {
        Optional<Kept> known = read().filter(kept -> kept.isValid(machine, now));
        if (known.isPresent()) {
            return known.get().speed();
        }
        MachineProbe.Probed probed = probe.probe();
        write(new Kept(machine, probed.speed(), probed.quiet(), now.toEpochMilli()));
        return probed.speed();
    }

    /** Empty if there is no file, or one that cannot be read as a probe. */
    private Optional<Kept> read() {
        try {
            return Files.exists(file)
                    ? Optional.of(new ObjectMapper().readValue(Files.readAllBytes(file), Kept.class))
                    : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** If the folder cannot be written, the next run probes again. */
    private void write(Kept kept) {
        try {
            Files.createDirectories(file.getParent());
            Path unfinished = Files.createTempFile(file.getParent(), NAME, ".tmp");
            try {
                Files.write(unfinished, new ObjectMapper().writeValueAsBytes(kept));
                Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(unfinished);
            }
        } catch (JacksonException e) {
            throw new IllegalStateException("a probe cannot be written as JSON", e);
        } catch (IOException ignored) {
            // It only saves the next run a second.
        }
    }
}
