package dev.squeeze.feature.calibrate;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.squeeze.engine.predict.ClientProfile;
import dev.squeeze.engine.predict.CostRole;
import dev.squeeze.engine.predict.MachineCosts;
import dev.squeeze.engine.predict.MachineProbe;
import dev.squeeze.engine.predict.RoleCost;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The CPU costs of clients and brokers that predictions use: those of a calibration, or a reference set that comes along,
 * scaled by what a probe of this machine says.
 *
 * @param costs of clients and brokers, without the codecs
 * @param relativeHalfWidth half width at 95 % of CPU times that are predicted with them, as a share
 * @param basis what they rest on, in a sentence
 */
public record CpuCosts(MachineCosts costs, double relativeHalfWidth, String basis) {
    /** Nine in ten predictions of a role's CPU time were within 20 % of the live figure: docs/accuracy.md. */
    private static final double CALIBRATED = 0.25;

    private static final double OF_ANOTHER_MACHINE = 0.6;
    private static final double REFERENCE = 0.6;

    /** Processors that run brokers do not differ by more; a probe that says so was disturbed. */
    private static final double MAX_FACTOR = 2.5;

    private static final String RESOURCE = "reference-machine.json";
    private static final String CLIENTS = "reference-clients.json";

    /**
     * The reference set.
     *
     * @param processor that it was measured on, with its cores
     * @param probeNanosPerRecord of {@link MachineProbe} there
     * @param machine the costs
     */
    private record Reference(String processor, double probeNanosPerRecord, MachineInfo machine) {}

    /**
     * The producers of another client.
     *
     * @param version of its library
     * @param processor that they were measured on, with its cores
     * @param probeNanosPerRecord of {@link MachineProbe} there
     * @param roles of a producer
     */
    private record ReferenceClient(
            String client,
            String version,
            String processor,
            double probeNanosPerRecord,
            List<MachineInfo.RoleInfo> roles) {
        private RoleCost cost(CostRole role) {
            return roles.stream()
                    .filter(info -> info.role().equals(role.key()))
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException(CLIENTS + " has no " + role.key() + " of " + client))
                    .cost(role);
        }
    }

    /**
     * Those of a calibration where there is one; else the reference set, for which this machine is probed for a second or two.
     *
     * @param path of the calibration, for the sentence
     * @param client that the calibration is of
     */
    public static CpuCosts of(Optional<CalibrationFile.Known> calibrated, Path path, ClientProfile client) {
        if (calibrated.isEmpty()) {
            return ofReference(client);
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

    /** Of the calibration in a file, where it is there; of Java's clients. */
    public static CpuCosts of(CalibrationFile file) {
        ClientProfile client = ClientProfile.JAVA;
        return of(file.read(client), file.path(client), client);
    }

    /** Looked for when it is first asked for, and once in a process. */
    private static final class ThisMachine {
        private static final double NANOS_PER_RECORD = KeptProbe.ofThisMachine().nanosPerRecord(Instant.now());
    }

    /** Those of the reference set, scaled by a probe of this machine. */
    public static CpuCosts ofReference(ClientProfile client) {
        Reference reference = read(RESOURCE, Reference.class);
        double nanosPerRecord = ThisMachine.NANOS_PER_RECORD;
        double factor = factor(nanosPerRecord, reference.probeNanosPerRecord());
        MachineCosts costs = reference.machine().costs().scaled(factor, factor);
        if (client == ClientProfile.JAVA) {
            return new CpuCosts(
                    costs,
                    REFERENCE,
                    String.format(
                            Locale.ROOT,
                            "CPU is that of a reference machine (%s) times %.2f, as a probe of this one says: within a factor"
                                    + " of about %.1f. For better figures run squeeze calibrate once.",
                            reference.processor(),
                            factor,
                            1 + REFERENCE));
        }
        ReferenceClient producers = Arrays.stream(read(CLIENTS, ReferenceClient[].class))
                .filter(known -> known.client().equals(client.label()))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(CLIENTS + " has no " + client.label()));
        double ofProducers = factor(nanosPerRecord, producers.probeNanosPerRecord());
        return new CpuCosts(
                costs.withProducer(
                        producers.cost(CostRole.APPLICATION).scaled(ofProducers, ofProducers),
                        producers.cost(CostRole.SENDER).scaled(ofProducers, ofProducers)),
                REFERENCE,
                String.format(
                        Locale.ROOT,
                        "CPU of producers is that of %s %s on a reference machine (%s) times %.2f, that of brokers and"
                                + " consumers of another (%s) times %.2f, as a probe of this one says: within a factor of about"
                                + " %.1f. For better figures run squeeze calibrate --client %s once.",
                        client.label(),
                        producers.version(),
                        producers.processor(),
                        ofProducers,
                        reference.processor(),
                        factor,
                        1 + REFERENCE,
                        client.label()));
    }

    private static double factor(double nanosPerRecord, double there) {
        return Math.max(1 / MAX_FACTOR, Math.min(MAX_FACTOR, nanosPerRecord / there));
    }

    private static <T> T read(String name, Class<T> type) {
        try (InputStream resource = CpuCosts.class.getResourceAsStream(name)) {
            if (resource == null) {
                throw new IllegalStateException(name + " is missing from the class path");
            }
            return new ObjectMapper().readValue(resource, type);
        } catch (IOException e) {
            throw new UncheckedIOException(name + " cannot be read", e);
        }
    }
}
