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
 * What {@link MachineProbe} says of this machine: the least of the first few probes, which are kept for a week. What disturbs a
 * probe only adds to it, and a machine that is a third slower for a minute would be recommended other settings in that minute.
 */
final class KeptProbe {
    private static final String NAME = "probe.json";
    private static final int PROBES = 3;
    private static final Duration KEPT_FOR = Duration.ofDays(7);
    private static final Duration PROBE = Duration.ofSeconds(1);

    private final Path file;
    private final Machine machine;
    private final Probe probe;

    /** Measures a machine. */
    interface Probe {
        /** @throws IOException where it cannot be measured */
        MachineSpeed speed() throws IOException;
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
                () -> MachineProbe.speed(PROBE));
    }

    /** What a probe is valid for. */
    record Machine(String processor, int cores, String java) {}

    /**
     * The file.
     *
     * @param speed the least
     * @param probes how many it is the least of
     * @param epochMillis of the first
     */
    private record Kept(Machine machine, MachineSpeed speed, int probes, long epochMillis) {
        private Kept {
            Objects.requireNonNull(speed, "a probe without a speed");
        }

        private boolean isValid(Machine here, Instant now) {
            Duration age = Duration.between(Instant.ofEpochMilli(epochMillis), now);
            return here.equals(machine) && probes > 0 && !age.isNegative() && age.compareTo(KEPT_FOR) < 0;
        }
    }

    /**
     * Probes where the speed is not known well enough.
     *
     * @throws IOException where the machine cannot be probed
     */
    MachineSpeed speed(Instant now) throws IOException {
        Optional<Kept> known = read().filter(kept -> kept.isValid(machine, now));
        if (known.filter(kept -> kept.probes() >= PROBES).isPresent()) {
            return known.get().speed();
        }
        MachineSpeed probed = probe.speed();
        Kept kept = known.map(before ->
                        new Kept(machine, before.speed().least(probed), before.probes() + 1, before.epochMillis()))
                .orElseGet(() -> new Kept(machine, probed, 1, now.toEpochMilli()));
        write(kept);
        return kept.speed();
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
