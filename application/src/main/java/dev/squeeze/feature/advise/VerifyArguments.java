package dev.squeeze.feature.advise;

import dev.squeeze.engine.drivers.DriverPrograms;
import dev.squeeze.engine.load.ForeignClient;
import dev.squeeze.engine.predict.Client;
import dev.squeeze.engine.predict.ClientProfile;
import dev.squeeze.engine.predict.MachineCosts;
import dev.squeeze.engine.predict.Workload;
import dev.squeeze.feature.calibrate.CalibrationFile;
import dev.squeeze.feature.calibrate.CalibrationLoads;
import dev.squeeze.feature.calibrate.CpuCosts;
import dev.squeeze.feature.calibrate.ReferenceLoads;
import dev.squeeze.kit.cli.ConnectionArguments;
import dev.squeeze.kit.cli.LiveSession;
import dev.squeeze.kit.cli.Terminal;
import dev.squeeze.kit.cluster.ClusterOptions;
import dev.squeeze.kit.cluster.RemoteCluster;
import dev.squeeze.kit.unit.Range;
import dev.squeeze.kit.unit.UsageException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Flags for verifying a recommendation live. */
public final class VerifyArguments {
    public static final Duration TIMEOUT = Duration.ofSeconds(30);
    /** All producers run on one machine. */
    private static final int MAX_PRODUCERS = 4;

    @Option(
            names = "--verify",
            description =
                    "Run today's settings, the recommended ones and the alternatives live, on an embedded broker or with"
                            + " --bootstrap-server on your cluster, in new topics whose names begin with 'squeeze-', and show"
                            + " predictions next to measurements. The recommendation follows the measurement.")
    boolean verify;

    @Option(
            names = "--verify-budget",
            paramLabel = "TIME",
            defaultValue = "300s",
            description =
                    "Time for --verify, including warm-up. More time gives more rounds and narrower intervals; at least three"
                            + " rounds are run (default: ${DEFAULT-VALUE}).")
    Duration budget = Duration.ofSeconds(300);

    @Option(names = "--embedded", description = "Verify on an embedded broker even though --bootstrap-server is given.")
    boolean embedded;

    @Option(
            names = "--jmx",
            split = ",",
            paramLabel = "HOST:PORT",
            description = "JMX addresses of your brokers, to read their CPU time while verifying.")
    List<String> jmx = List.of();

    @Mixin
    CalibrationFile calibration = new CalibrationFile();

    private Optional<CalibrationFile.Known> known = Optional.empty();

    /** Checks the flags before any work is done. */
    void check(ClientProfile client) {
        known = calibration.read(client);
        if (verify) {
            Range.requireAtLeast("--verify-budget", budget, Duration.ofSeconds(10));
        }
    }

    /**
     * Builds the driver of another client, so that a failure is reported before anything is measured.
     *
     * @param progress receives a line if that takes long
     * @param stop polled several times per second; true cancels the build
     */
    void prepare(Client client, Consumer<String> progress, BooleanSupplier stop) {
        if (!verify || client.profile() == ClientProfile.JAVA) {
            return;
        }
        if (client.version().isPresent()) {
            throw new UsageException("--verify runs the version of "
                    + client.profile().label() + " that its driver is built with: use --client "
                    + client.profile().label() + " without a version");
        }
        new DriverPrograms(progress, stop).command(client.profile());
    }

    /**
     * The costs for predicting CPU times. Takes a second or two if this machine was neither calibrated nor probed
     * before.
     */
    CpuCosts cpuCosts(ClientProfile client) {
        return CpuCosts.of(known, calibration.path(client), client);
    }

    /** How to verify; only valid with {@code --verify}. */
    VerifyRequest request(ConnectionArguments connection, Terminal terminal, ClientProfile client) {
        return new VerifyRequest(
                () -> open(connection, terminal),
                workload -> load(workload, connection),
                load -> machine(load, connection),
                cores -> references(cores, client),
                basis(client),
                budget);
    }

    /** Calibrated costs, with the round trip of the cluster if that is not embedded. */
    private Optional<MachineCosts> machine(Workload load, ConnectionArguments connection) {
        return known.map(found ->
                isEmbedded(connection) ? found.costs() : found.costs().withRoundTrip(load.roundTripMillis() * 1e6));
    }

    private Optional<ReferenceLoads> references(int cores, ClientProfile client) {
        return known.filter(found -> found.foreign().isEmpty())
                .map(found -> new ReferenceLoads(
                        new CalibrationLoads(CalibrationLoads.drawText(cores, (read, total) -> {})),
                        found.observations(),
                        found.costs(),
                        ForeignClient.where(client)));
    }

    private String basis(ClientProfile client) {
        String flag = client == ClientProfile.JAVA ? "" : " --client " + client.label();
        return known.map(found -> "CPU is predicted with " + calibration.path(client)
                        + found.foreign()
                                .map(other -> ", the calibration of another machine (" + other + ").")
                                .orElse("."))
                .orElse("CPU is not predicted: run squeeze calibrate" + flag + " once on this machine.");
    }

    private boolean isEmbedded(ConnectionArguments connection) {
        return embedded || connection.bootstrap == null;
    }

    private LiveSession open(ConnectionArguments connection, Terminal terminal) {
        Optional<RemoteCluster> remote = isEmbedded(connection) ? Optional.empty() : connection.cluster();
        if (remote.isPresent()) {
            return LiveSession.connect(remote.get(), jmx, TIMEOUT);
        }
        return LiveSession.start(1, ClusterOptions.DEFAULT_BROKER_HEAP, terminal);
    }

    /** The load to run: some of the producers with their share of the rate, on the available brokers. */
    private Workload load(Workload workload, ConnectionArguments connection) {
        int producers = Math.min(workload.producers(), MAX_PRODUCERS);
        boolean own = isEmbedded(connection);
        return workload.withRecordsPerSecond(workload.recordsPerSecond() * producers / workload.producers())
                .withProducers(producers)
                .withBrokers(own ? 1 : workload.brokers(), own ? 1 : workload.replicationFactor())
                .withConsumerGroups(1)
                .withRoundTripMillis(own ? Workload.LOOPBACK_MILLIS : workload.roundTripMillis())
                // The newest version of the library is what runs.
                .withClient(Client.of(workload.client()));
    }
}
