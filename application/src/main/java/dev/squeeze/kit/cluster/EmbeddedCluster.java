package dev.squeeze.kit.cluster;

import dev.squeeze.kit.environment.ThreadUsage;
import dev.squeeze.kit.environment.child.ChildRequest;
import dev.squeeze.kit.kafka.broker.BrokerMain;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A local cluster: Apache Kafka brokers, each also a controller, in child processes that only listen on 127.0.0.1. They end when
 * this object is closed, and when this process ends for any reason.
 */
public final class EmbeddedCluster implements ClusterTarget, AutoCloseable {
    private static final String RECORDING_FILE = "recording.jfr";
    private static final int PORT_TRIES = 3;
    private static final long POLL_MILLIS = 10;
    /** A broker's own shutdown may take ten seconds; recording an archive takes a few more on a slow machine. */
    private static final long END_TIMEOUT_SECONDS = 25;

    private final DataFolder folder;
    private final List<BrokerProcess> brokers;
    private final List<Integer> ports;
    private final BrokerArchive archive;
    private final CompletableFuture<ClusterException> death = new CompletableFuture<>();
    private volatile boolean closing;

    private EmbeddedCluster(
            DataFolder folder, List<BrokerProcess> brokers, List<Integer> ports, BrokerArchive archive) {
        this.folder = folder;
        this.brokers = List.copyOf(brokers);
        this.ports = List.copyOf(ports);
        this.archive = archive;
        for (BrokerProcess broker : brokers) {
            broker.onExit().thenAccept(this::reportDeath);
        }
    }

    /** Starts a cluster and waits until it serves clients. */
    public static EmbeddedCluster start(ClusterOptions options) {
        return start(options, () -> false);
    }

    /**
     * Starts a cluster and waits until it serves clients.
     *
     * @param stop polled while waiting; true cancels the start
     * @throws ClusterException if it does not start; nothing is left behind in that case, except for a folder that the user named
     * @throws CancellationException if {@code stop} returned true
     */
    public static EmbeddedCluster start(ClusterOptions options, BooleanSupplier stop) {
        options.firstPort().ifPresent(FreePorts::requireFree);
        DataFolder folder = DataFolder.open(options);
        try {
            MachineMemory.require(folder.brokers(), options.brokerHeap());
            for (int tries = 1; ; tries++) {
                Optional<EmbeddedCluster> started = tryStart(
                        options,
                        folder,
                        stop,
                        tries < PORT_TRIES && options.firstPort().isEmpty());
                if (started.isPresent()) {
                    return started.get();
                }
            }
        } catch (RuntimeException e) {
            folder.close();
            throw e;
        }
    }

    /** @param again whether to return empty if another process took a port that had just been free */
    private static Optional<EmbeddedCluster> tryStart(
            ClusterOptions options, DataFolder folder, BooleanSupplier stop, boolean again) {
        int count = folder.brokers();
        List<Integer> clientPorts = options.firstPort().isPresent()
                ? IntStream.range(0, count)
                        .mapToObj(i -> options.firstPort().getAsInt() + i)
                        .toList()
                : FreePorts.find(count);
        clientPorts.forEach(FreePorts::requireFree);
        List<Integer> controllerPorts = FreePorts.find(count, port -> !clientPorts.contains(port));
        BrokerClassPath classPath = BrokerClassPath.ofThisJvm();
        BrokerArchive archive = BrokerArchive.of(classPath);
        List<Path> deletedAtEnd = new ArrayList<>(options.deletedAtEnd());
        if (folder.isTemporary()) {
            deletedAtEnd.add(folder.root());
        }
        List<BrokerProcess> brokers = new ArrayList<>();
        try {
            for (int node = 1; node <= count; node++) {
                Path own = folder.prepareBroker(node);
                write(
                        folder,
                        own,
                        BrokerSettings.of(node, own.resolve(BrokerMain.DATA_FOLDER), clientPorts, controllerPorts));
                List<String> sharing = archive.options(node == 1);
                brokers.add(BrokerProcess.start(
                        node,
                        own,
                        folder.elsewhere(),
                        BrokerCommand.of(folder, node, options.brokerHeap(), classPath, sharing, deletedAtEnd)));
            }
            awaitReady(brokers, options, stop);
            return Optional.of(new EmbeddedCluster(folder, brokers, clientPorts, archive));
        } catch (RuntimeException e) {
            boolean taken = brokers.stream().anyMatch(BrokerProcess::failedToBind);
            end(brokers);
            archive.publish(false);
            if (taken && again) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private static void write(DataFolder folder, Path brokerFolder, Properties settings) {
        try (Writer writer = Files.newBufferedWriter(brokerFolder.resolve(BrokerMain.SETTINGS_FILE))) {
            settings.store(writer, "Written again at each start");
        } catch (IOException e) {
            throw new ClusterException(
                    "the settings of a broker cannot be written to " + brokerFolder + ": " + e.getMessage() + "; "
                            + folder.elsewhere(),
                    e);
        }
    }

    private static void awaitReady(List<BrokerProcess> brokers, ClusterOptions options, BooleanSupplier stop) {
        long deadlineNanos = System.nanoTime() + options.readyTimeout().toNanos();
        try {
            for (BrokerProcess awaited : brokers) {
                while (!awaited.isReady()) {
                    for (BrokerProcess broker : brokers) {
                        if (broker.hasFailed()) {
                            throw broker.death();
                        }
                    }
                    if (stop.getAsBoolean()) {
                        throw new CancellationException("interrupted while the brokers were starting");
                    }
                    if (System.nanoTime() > deadlineNanos) {
                        throw new ClusterException(
                                "broker " + awaited.node() + " is not ready after "
                                        + options.readyTimeout().toSeconds() + " s: try again on a less busy machine",
                                LogTail.of(awaited.logFile()));
                    }
                    awaited.waitForEnd(POLL_MILLIS);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted while the brokers were starting");
        }
    }

    private void reportDeath(BrokerProcess broker) {
        if (!closing) {
            death.complete(broker.death());
        }
    }

    /** Completes when a broker dies before {@link #close}, with the reason and the end of its log. */
    public CompletableFuture<ClusterException> brokerDeath() {
        return death.copy();
    }

    /** @throws ClusterException if a broker has died */
    public void requireAlive() {
        if (death.isDone()) {
            throw death.join();
        }
    }

    @Override
    public String bootstrap() {
        return ports.stream().map(BrokerSettings::address).collect(Collectors.joining(","));
    }

    @Override
    public Map<String, String> clientProperties() {
        return Map.of();
    }

    /** All topics of this cluster may be written to. */
    @Override
    public void requireWritable(String topic) {
        requireAlive();
    }

    /** The process id of each broker, ordered by node id from 1 on. */
    public List<Long> brokerPids() {
        return brokers.stream().map(BrokerProcess::pid).toList();
    }

    /** Each broker's log.dirs, which contains a folder for every partition. */
    public List<Path> logDirs() {
        return brokers.stream()
                .map(broker -> folder.broker(broker.node()).resolve(BrokerMain.DATA_FOLDER))
                .toList();
    }

    /** The log file of each broker. */
    public List<Path> logFiles() {
        return brokers.stream().map(BrokerProcess::logFile).toList();
    }

    /**
     * The usage of each broker so far, ordered by node id.
     *
     * @throws ClusterException if a broker has died or does not respond
     */
    public List<BrokerUsage> usage() {
        return BrokerRequests.usage(brokers);
    }

    /** Makes the brokers measure the time of each wait for a monitor from now on, see {@link ThreadUsage#blockedMillis}. */
    public void timeContention() {
        BrokerRequests.send(brokers, ChildRequest.TIME_CONTENTION);
    }

    /**
     * Starts a flight recording in each broker, replacing a running one.
     *
     * @throws ClusterException if a broker refuses, such as one without a flight recorder
     */
    public void startRecording() {
        BrokerRequests.send(brokers, ChildRequest.START_RECORDING);
    }

    /** Ends the flight recordings and leaves them in {@link #dataFolder}, where the next ones overwrite them. */
    public List<Path> stopRecording() {
        return stopRecording(broker -> folder.broker(broker.node()).resolve(RECORDING_FILE));
    }

    /**
     * Ends the flight recordings.
     *
     * @param target an existing folder, in which {@code broker-1.jfr} and so on are created
     * @return the files, in the order of the brokers
     * @throws ClusterException if a broker is not recording, or cannot write the file
     */
    public List<Path> stopRecording(Path target) {
        Path absolute = target.toAbsolutePath().normalize();
        return stopRecording(broker -> absolute.resolve("broker-" + broker.node() + ".jfr"));
    }

    private List<Path> stopRecording(Function<BrokerProcess, Path> file) {
        BrokerRequests.ask(brokers, ChildRequest.STOP_RECORDING, broker -> file.apply(broker)
                .toString());
        return brokers.stream().map(file).toList();
    }

    /** The folder with all data; deleted at the end if {@link #isTemporary}. */
    public Path dataFolder() {
        return folder.root();
    }

    public boolean isTemporary() {
        return folder.isTemporary();
    }

    /** Ends the brokers and waits until they have terminated; a temporary folder is deleted. */
    @Override
    public void close() {
        if (closing) {
            return;
        }
        closing = true;
        boolean cleanly = end(brokers);
        archive.publish(cleanly);
        folder.close();
    }

    /** @return whether the first broker ended by itself, which is required for recording an archive */
    private static boolean end(List<BrokerProcess> brokers) {
        brokers.forEach(BrokerProcess::release);
        long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(END_TIMEOUT_SECONDS);
        boolean firstCleanly = !brokers.isEmpty() && brokers.get(0).awaitEnd(deadlineNanos);
        brokers.forEach(broker -> broker.awaitEnd(deadlineNanos));
        return firstCleanly;
    }
}
