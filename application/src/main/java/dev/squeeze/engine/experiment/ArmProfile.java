package dev.squeeze.engine.experiment;

import dev.squeeze.engine.load.ClientRole;
import dev.squeeze.engine.load.LoadTarget;
import dev.squeeze.engine.load.Profile;
import dev.squeeze.engine.load.ProfileReader;
import dev.squeeze.engine.load.Profiler;
import dev.squeeze.engine.load.Traffic;
import dev.squeeze.engine.load.Trial;
import dev.squeeze.engine.load.TrialPlan;
import dev.squeeze.engine.load.TrialResult;
import dev.squeeze.kit.cluster.ClusterException;
import dev.squeeze.kit.cluster.EmbeddedCluster;
import dev.squeeze.kit.cluster.OwnService;
import dev.squeeze.kit.environment.FlightRecorderException;
import dev.squeeze.kit.environment.ServiceRole;
import dev.squeeze.kit.kafka.broker.BrokerRole;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * Where the threads of an arm spend their time. Recorded in a separate trial under the flight recorder, whose other
 * figures are discarded because recording has a cost.
 *
 * @param arm its label
 * @param client profile of producers and consumers
 * @param service profile of the service in front of the brokers, if it is ours
 * @param brokers combined profile of all embedded brokers; empty for the user's cluster
 */
public record ArmProfile(
        String arm,
        Profile<ClientRole> client,
        Optional<Profile<ServiceRole>> service,
        Optional<Profile<BrokerRole>> brokers) {
    /** Maximum number of methods, and of monitors, that are kept per role. */
    private static final int MAX_ENTRIES = 20;

    /**
     * Runs the trial.
     *
     * @param embedded the brokers to record, if they are ours
     * @param kept maps a process name ({@code client}, {@code service}, {@code broker-1}) to the file in which to keep
     *     its recording; empty if recordings are only read
     * @throws ClusterException when the trial failed
     * @throws FlightRecorderException when this Java has no flight recorder
     */
    public static ArmProfile record(
            LoadTarget cluster,
            Optional<EmbeddedCluster> embedded,
            String topic,
            Arm arm,
            Traffic traffic,
            TrialPlan plan,
            Optional<Function<String, Path>> kept,
            BooleanSupplier stop) {
        Path folder = newFolder();
        try (Profiler profiler = Profiler.start(folder)) {
            Optional<OwnService> service = cluster.services()
                    .flatMap(services -> services.apply(arm.settings()).own());
            embedded.ifPresent(EmbeddedCluster::startRecording);
            service.ifPresent(OwnService::startRecording);
            Path served = folder.resolve("service.jfr");
            Optional<List<Path>> recordings = Optional.empty();
            try {
                TrialResult trial = Trial.run(cluster, topic, arm.settings(), traffic, plan, stop);
                if (!trial.isValid()) {
                    throw new ClusterException("there is no profile of " + arm.label() + ", because its trial failed: "
                            + String.join("; ", trial.problems()));
                }
            } finally {
                recordings = embedded.map(EmbeddedCluster::stopRecording);
                service.ifPresent(own -> own.stopRecording(served));
            }
            kept.ifPresent(files -> service.ifPresent(own -> copy(served, files.apply("service"))));
            if (kept.isPresent() && recordings.isPresent()) {
                for (int i = 0; i < recordings.get().size(); i++) {
                    copy(recordings.get().get(i), kept.get().apply("broker-" + (i + 1)));
                }
            }
            return new ArmProfile(
                    arm.label(),
                    profiler.stop(MAX_ENTRIES, kept.map(files -> files.apply("client"))),
                    service.map(own -> ProfileReader.read(List.of(served), ServiceRole.THREADS, MAX_ENTRIES)),
                    recordings.map(files -> ProfileReader.read(files, BrokerRole.THREADS, MAX_ENTRIES)));
        } finally {
            delete(folder);
        }
    }

    private static Path newFolder() {
        try {
            return Files.createTempDirectory("squeeze-profile-");
        } catch (IOException e) {
            throw new FlightRecorderException(
                    "cannot create a folder for the recording in " + System.getProperty("java.io.tmpdir") + ": "
                            + e.getMessage(),
                    e);
        }
    }

    private static void copy(Path recording, Path kept) {
        try {
            Files.copy(recording, kept, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new FlightRecorderException(
                    "the recording cannot be kept in " + kept + ": " + e.getMessage()
                            + "; name a folder with more room",
                    e);
        }
    }

    private static void delete(Path folder) {
        try {
            Files.deleteIfExists(folder.resolve("service.jfr"));
            Files.deleteIfExists(folder);
        } catch (IOException e) {
            throw new FlightRecorderException("the folder " + folder + " cannot be deleted: delete it", e);
        }
    }
}
