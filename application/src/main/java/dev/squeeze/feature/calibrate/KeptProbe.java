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
 * What {@link MachineProbe} says of this machine, kept for a week: probes differ by a few percent, and in what a rest costs by a
 * quarter, which would be reason enough to recommend other settings tomorrow. One that other programs disturbed is kept for an hour.
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
        /** @throws IOException where it cannot be measured */
        MachineProbe.Probed probe() throws IOException;
    }

    KeptProbe(Path folder, Machine machine, Probe probe) {
        this.file = folder.resolve(NAME);
        this.machine = machine;
        this.probe = probe;
    }

    /** In the user's cache. */
    static KeptProbe ofThisMachine() {
        Environment now = Environment.current();
        return new KeptProbe(
                UserFolders.cache(),
                new Machine(now.processor(), now.cores(), now.java()),
                () -> MachineProbe.probe(PROBE));
    }

    /** What a probe is valid for. */
    record Machine(String processor, int cores, String java) {}

    /**
     * The file.
     *
     * @param epochMillis of the probe
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
     * Probes where the speed is not known.
     *
     * @throws IOException where the machine cannot be probed
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

    /** Empty where there is none, or one that somebody else wrote. */
    private Optional<Kept> read() {
        try {
            return Files.exists(file)
                    ? Optional.of(new ObjectMapper().readValue(Files.readAllBytes(file), Kept.class))
                    : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Where the folder cannot be written, the next run probes again. */
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
