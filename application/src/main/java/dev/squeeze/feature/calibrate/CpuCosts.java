package dev.squeeze.feature.calibrate;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.squeeze.engine.predict.ClientProfile;
import dev.squeeze.engine.predict.CostRole;
import dev.squeeze.engine.predict.CostScale;
import dev.squeeze.engine.predict.MachineCosts;
import dev.squeeze.engine.predict.MachineSpeed;
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
 * The CPU costs of clients and brokers that predictions use: those of a calibration, or built-in reference costs,
 * scaled by a probe of this machine.
 *
 * @param costs of clients and brokers, without the codecs
 * @param relativeHalfWidth half-width of the 95 % interval of CPU times predicted with these costs, as a share
 * @param basis sentence on the origin of the costs
 */
public record CpuCosts(MachineCosts costs, double relativeHalfWidth, String basis) {
    /** Nine in ten predictions of a role's CPU time were within 20 % of the live figure: docs/accuracy.md. */
    private static final double CALIBRATED = 0.25;

    private static final double OF_ANOTHER_MACHINE = 0.6;
    private static final double REFERENCE = 0.6;

    private static final String RESOURCE = "reference-machine.json";
    private static final String CLIENTS = "reference-clients.json";

    /**
     * The built-in reference costs.
     *
     * @param processor processor and number of cores that they were measured on
     * @param speed of that machine
     * @param machine the costs
     */
    private record Reference(String processor, MachineSpeed speed, MachineInfo machine) {}

    /**
     * The reference costs of another client's producers.
     *
     * @param version version of the library
     * @param processor processor and number of cores that they were measured on
     * @param speed of that machine
     * @param roles costs of a producer's roles
     */
    private record ReferenceClient(
            String client, String version, String processor, MachineSpeed speed, List<MachineInfo.RoleInfo> roles) {
        private RoleCost cost(CostRole role) {
            return roles.stream()
                    .filter(info -> info.role().equals(role.key()))
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException(CLIENTS + " has no " + role.key() + " of " + client))
                    .cost(role);
        }
    }

    /**
     * Returns the costs of a calibration if there is one; otherwise the reference costs, for which this machine is
     * probed for a second or two.
     *
     * @param path file of the calibration, for the sentence
     * @param client client library of the calibration
     */
    public static CpuCosts of(Optional<CalibrationFile.Known> calibrated, Path path, ClientProfile client) {
        if (calibrated.isEmpty()) {
            return ofReference(client);
        }
        CalibrationFile.Known known = calibrated.get();
        if (known.foreign().isEmpty()) {
            return new CpuCosts(known.costs(), CALIBRATED, "CPU is predicted with " + path + ".");
        }
        String source = "CPU is predicted with " + path + ", the calibration of another machine ("
                + known.foreign().get() + ")";
        return known.speed()
                .map(there -> Comparison.of(ThisMachine.SPEED, there))
                .map(compared -> new CpuCosts(
                        compared.of(known.costs()),
                        OF_ANOTHER_MACHINE,
                        source + ", " + compared.times() + ", " + compared.source() + "."))
                .orElseGet(() -> new CpuCosts(known.costs(), OF_ANOTHER_MACHINE, source + "."));
    }

    /** The costs of Java's clients: from a calibration file if it exists, else the reference costs. */
    public static CpuCosts of(CalibrationFile file) {
        ClientProfile client = ClientProfile.JAVA;
        return of(file.read(client), file.path(client), client);
    }

    /** Speed of this machine, determined on first use and once per process. Empty if this machine cannot be probed. */
    private static final class ThisMachine {
        private static final Optional<MachineSpeed> SPEED = speed();

        private static Optional<MachineSpeed> speed() {
            try {
                return Optional.of(KeptProbe.ofThisMachine().speed(Instant.now()));
            } catch (IOException e) {
                return Optional.empty();
            }
        }
    }

    /** How this machine compares with another, with the words for it. */
    private record Comparison(Optional<CostScale> scale) {
        private static Comparison of(Optional<MachineSpeed> here, MachineSpeed there) {
            return new Comparison(here.map(speed -> speed.comparedWith(there)));
        }

        private MachineCosts of(MachineCosts costs) {
            return scale.map(costs::scaled).orElse(costs);
        }

        private RoleCost of(RoleCost cost) {
            return scale.map(cost::scaled).orElse(cost);
        }

        /** Such as {@code times 0.98 for work, 1.05 for waking threads and 0.91 after idle periods}. */
        private String times() {
            return scale.map(found -> String.format(
                            Locale.ROOT,
                            "times %.2f for work, %.2f for waking threads and %.2f after idle periods",
                            found.work(),
                            found.waking(),
                            found.rest()))
                    .orElse("unscaled");
        }

        private String source() {
            return scale.isPresent()
                    ? "according to a probe of this machine"
                    : "since this machine cannot be probed without connections over its loopback interface";
        }
    }

    /** The reference costs, scaled by a probe of this machine. */
    public static CpuCosts ofReference(ClientProfile client) {
        return ofReference(client, ThisMachine.SPEED);
    }

    /**
     * The reference costs, scaled to a machine.
     *
     * @param here speed of that machine; if unknown, nothing is scaled
     */
    public static CpuCosts ofReference(ClientProfile client, Optional<MachineSpeed> here) {
        Reference reference = read(RESOURCE, Reference.class);
        Comparison compared = Comparison.of(here, reference.speed());
        MachineCosts costs = compared.of(reference.machine().costs());
        if (client == ClientProfile.JAVA) {
            return new CpuCosts(
                    costs,
                    REFERENCE,
                    String.format(
                            Locale.ROOT,
                            "CPU is predicted with the costs of a reference machine (%s) %s, %s: within a factor of"
                                    + " about %.1f. For better figures run squeeze calibrate once.",
                            reference.processor(),
                            compared.times(),
                            compared.source(),
                            1 + REFERENCE));
        }
        ReferenceClient producers = Arrays.stream(read(CLIENTS, ReferenceClient[].class))
                .filter(known -> known.client().equals(client.label()))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(CLIENTS + " has no " + client.label()));
        Comparison ofProducers = Comparison.of(here, producers.speed());
        return new CpuCosts(
                costs.withProducer(
                        ofProducers.of(producers.cost(CostRole.APPLICATION)),
                        ofProducers.of(producers.cost(CostRole.SENDER))),
                REFERENCE,
                String.format(
                        Locale.ROOT,
                        "CPU is predicted with the costs of %s %s producers on a reference machine (%s) %s, and of"
                                + " brokers and consumers %s, %s: within a factor of about %.1f. For better figures run"
                                + " squeeze calibrate --client %s once.",
                        client.label(),
                        producers.version(),
                        producers.processor(),
                        ofProducers.times(),
                        ofBrokers(reference, producers, compared, ofProducers),
                        compared.source(),
                        1 + REFERENCE,
                        client.label()));
    }

    private static String ofBrokers(
            Reference reference, ReferenceClient producers, Comparison compared, Comparison ofProducers) {
        return producers.processor().equals(reference.processor()) && compared.equals(ofProducers)
                ? "on the same machine"
                : "on another machine (" + reference.processor() + ") " + compared.times();
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
