package dev.squeeze.feature.calibrate;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.squeeze.engine.predict.MachineCosts;
import dev.squeeze.engine.predict.MachineProbe;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/**
 * The CPU costs of clients and brokers that predictions use: those of a calibration, or a reference set that comes along,
 * scaled by what a probe of this machine says.
 *
 * @param costs of clients and brokers, apart from the codecs
 * @param relativeHalfWidth half width at 95 % of CPU times that are predicted with them, as a share
 * @param basis what they rest on, in a sentence
 */
public record CpuCosts(MachineCosts costs, double relativeHalfWidth, String basis) {
    /** Nine in ten predictions of a role's CPU time were within 20 % of the live figure: docs/accuracy.md. */
    private static final double CALIBRATED = 0.25;

    private static final double OF_ANOTHER_MACHINE = 0.6;
    private static final double REFERENCE = 0.6;

    /** Processors that run brokers are not further apart; a probe that says so was disturbed. */
    private static final double MOST_APART = 2.5;

    private static final String RESOURCE = "reference-machine.json";
    private static final Duration PROBE = Duration.ofMillis(1_400);

    /**
     * The reference set.
     *
     * @param processor that it was measured on, with its cores
     * @param probeNanosPerRecord of {@link MachineProbe} there
     * @param machine the costs
     */
    private record Reference(String processor, double probeNanosPerRecord, MachineInfo machine) {}

    /**
     * Those of a calibration where there is one; else the reference set, for which this machine is probed for a second or two.
     *
     * @param path of the calibration, for the sentence
     */
    public static CpuCosts of(Optional<CalibrationFile.Known> calibrated, Path path) {
        if (calibrated.isEmpty()) {
            return ofReference();
        }
        Optional<String> foreign = calibrated.get().foreign();
        return new CpuCosts(
                calibrated.get().costs(),
                foreign.isPresent() ? OF_ANOTHER_MACHINE : CALIBRATED,
                "CPU is predicted with " + path
                        + foreign.map(other -> ", the calibration of another machine (" + other + ")")
                                .orElse("")
                        + ".");
    }

    /** Of the calibration in a file, where it is there. */
    public static CpuCosts of(CalibrationFile file) {
        return of(file.read(), file.path());
    }

    private static CpuCosts ofReference() {
        Reference reference = read();
        double factor = Math.max(
                1 / MOST_APART,
                Math.min(MOST_APART, MachineProbe.nanosPerRecord(PROBE) / reference.probeNanosPerRecord()));
        return new CpuCosts(
                reference.machine().costs().scaled(factor, factor),
                REFERENCE,
                String.format(
                        Locale.ROOT,
                        "CPU is that of a reference machine (%s) times %.2f, as a probe of this one says: within a factor of"
                                + " about %.1f. For better figures run squeeze calibrate once.",
                        reference.processor(),
                        factor,
                        1 + REFERENCE));
    }

    private static Reference read() {
        try (InputStream resource = CpuCosts.class.getResourceAsStream(RESOURCE)) {
            if (resource == null) {
                throw new IllegalStateException(RESOURCE + " is missing from the class path");
            }
            return new ObjectMapper().readValue(resource, Reference.class);
        } catch (IOException e) {
            throw new UncheckedIOException(RESOURCE + " cannot be read", e);
        }
    }
}
