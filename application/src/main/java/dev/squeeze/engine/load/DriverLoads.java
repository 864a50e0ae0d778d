package dev.squeeze.engine.load;

import dev.squeeze.engine.drivers.DriverCounts;
import dev.squeeze.engine.drivers.DriverException;
import dev.squeeze.engine.drivers.DriverFiles;
import dev.squeeze.engine.drivers.DriverHello;
import dev.squeeze.engine.drivers.DriverLoad;
import dev.squeeze.engine.drivers.DriverPace;
import dev.squeeze.engine.drivers.DriverProcess;
import dev.squeeze.engine.drivers.DriverResult;
import dev.squeeze.engine.drivers.RecordsFile;
import dev.squeeze.kit.cluster.ClusterException;
import dev.squeeze.kit.cluster.ClusterTarget;
import dev.squeeze.kit.cluster.ProducerMetrics;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.kafka.ContentDigest;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Producers of another client library under a load profile: each is a driver, that is, a separate process. */
final class DriverLoads implements LoadGenerator {
    private static final Duration LATE = Duration.ofMillis(2);

    private final ClusterTarget target;
    private final LoadSettings settings;
    private final ForeignClient client;
    private final DriverFiles files;
    private final List<DriverProcess> drivers = new ArrayList<>();
    private final int partitions;
    private final KafkaProducerLoad.Share share;
    private final boolean followed;
    private final Histogram latest = LatencyRecorder.empty();
    /** Whether a driver has not reported its latest latencies. */
    private boolean silent;

    private List<DriverResult> results = List.of();

    private DriverLoads(
            ClusterTarget target,
            LoadSettings settings,
            ForeignClient client,
            KafkaProducerLoad.Share share,
            DriverFiles files,
            int partitions,
            boolean followed) {
        this.target = target;
        this.settings = settings;
        this.client = client;
        this.share = share;
        this.files = files;
        this.partitions = partitions;
        this.followed = followed;
    }

    /**
     * Starts the drivers and hands the load over; nothing is sent yet.
     *
     * @param share the producers that run in this process
     * @param followed whether the latencies of each second are wanted during the load
     * @param stop polled while a driver is built; true cancels the build
     * @throws ClusterException when a setting is refused, no broker answers, or a driver fails
     */
    static DriverLoads open(
            ClusterTarget target,
            LoadSettings settings,
            ForeignClient client,
            KafkaProducerLoad.Share share,
            List<String> topics,
            Payload payload,
            boolean followed,
            Duration timeout,
            BooleanSupplier stop) {
        if (!target.clientProperties().isEmpty()) {
            throw new ClusterException("--client " + client.label()
                    + " connects without client settings: leave --command-config out, or measure with --client java");
        }
        try {
            DriverLoads load = new DriverLoads(
                    target,
                    settings,
                    client,
                    share,
                    DriverFiles.open(),
                    topics.size() * settings.partitions(),
                    followed);
            try {
                load.start(topics, payload, timeout, stop);
                return load;
            } catch (DriverException e) {
                load.close();
                throw load.failed(e);
            } catch (IOException | RuntimeException e) {
                load.close();
                throw e;
            }
        } catch (IOException e) {
            throw new ClusterException(
                    "the records cannot be passed to the driver through java.io.tmpdir: " + e.getMessage(), e);
        }
    }

    private void start(List<String> topics, Payload payload, Duration timeout, BooleanSupplier stop)
            throws IOException {
        int going = settings.recordsInRotation(payload.size());
        List<BatchRecord> inOrder = new ArrayList<>(going);
        for (int i = 0; i < going; i++) {
            inOrder.add(payload.record(i));
        }
        Path records = files.file("records.bin");
        RecordsFile.write(records, inOrder);
        Map<String, String> own = client.settings(settings.producerProperties());
        List<String> command = client.command().apply(stop);
        for (int i = share.first(); i < share.first() + share.count(); i++) {
            DriverProcess driver = DriverProcess.start(command);
            drivers.add(driver);
            driver.load(new DriverLoad(
                    target.bootstrap(),
                    topics,
                    own,
                    records,
                    settings.firstRecord(i, going),
                    settings.recordStep(),
                    pace(i),
                    settings.threads(),
                    OptionalLong.empty(),
                    LATE,
                    followed,
                    timeout));
        }
    }

    private DriverPace pace(int driver) {
        return settings.profile() instanceof LoadProfile.OpenLoop open
                ? new DriverPace.Even(open.recordsPerSecond(), driver, settings.producers())
                : new DriverPace.Unthrottled();
    }

    @Override
    public void start(long startNanos, @Nullable EndToEnd endToEnd) {
        Instant at = at(startNanos);
        ask(driver -> driver.start(at));
    }

    private static Instant at(long nanoTime) {
        return Instant.now().plusNanos(nanoTime - System.nanoTime());
    }

    @Override
    public void windowOpened(long nanos) {
        Instant from = at(nanos);
        ask(driver -> driver.openWindow(from));
    }

    @Override
    public void windowClosed(long nanos) {
        Instant to = at(nanos);
        ask(driver -> driver.closeWindow(to));
    }

    /** Empty: this JVM keeps no counts for the drivers. */
    @Override
    public List<LoadClient> clients() {
        return List.of();
    }

    private List<DriverCounts> counts() {
        if (!results.isEmpty()) {
            return results.stream().map(DriverResult::counts).toList();
        }
        List<DriverCounts> counts = new ArrayList<>();
        ask(driver -> counts.add(counts(driver)));
        return counts;
    }

    private DriverCounts counts(DriverProcess driver) {
        DriverCounts counts = driver.counts();
        // Each answer has the latencies since the previous one.
        counts.latestNanos().ifPresent(latest::add);
        silent |= counts.latestNanos().isEmpty();
        return counts;
    }

    /** A driver that fails ends the arm, just as a failing broker does. */
    private void ask(Consumer<DriverProcess> question) {
        try {
            drivers.forEach(question);
        } catch (DriverException e) {
            throw failed(e);
        }
    }

    private ClusterException failed(DriverException e) {
        String message = String.valueOf(e.getMessage());
        return new ClusterException(
                message.contains(client.label()) ? message : client.label() + ": " + message, e.details());
    }

    @Override
    public LoadProgress progress() {
        return counts().stream()
                .map(count -> new LoadProgress(
                        count.sent(), count.acknowledged(), count.acknowledgedBytes(), count.failed(), 0))
                .reduce(LoadProgress.NONE, LoadProgress::plus);
    }

    @Override
    public Optional<Histogram> latestAcknowledgeNanos() {
        if (!followed || silent) {
            return Optional.empty();
        }
        Histogram taken = latest.copy();
        latest.reset();
        return Optional.of(taken);
    }

    @Override
    public boolean isSending() {
        return counts().stream().allMatch(DriverCounts::sending);
    }

    @Override
    public boolean hasBegunPartitions() {
        return counts().stream().mapToInt(DriverCounts::begunPartitions).max().orElse(0) >= partitions;
    }

    @Override
    public ProducerMetrics metrics() {
        return new ProducerMetrics(0, 0, 0, 0, OptionalDouble.empty(), OptionalDouble.empty());
    }

    /** Sum over all drivers, as reported by them where that is plausible (see {@link DriverCounts#cpu}). */
    @Override
    public Optional<Duration> cpu() {
        List<Optional<Duration>> each = new ArrayList<>();
        ask(driver -> {
            Optional<Duration> before = driver.cpu();
            DriverCounts counts = counts(driver);
            each.add(counts.cpu(before, driver.cpu()));
        });
        return each.stream()
                .reduce(Optional.of(Duration.ZERO), (sum, own) -> sum.flatMap(known -> own.map(known::plus)));
    }

    @Override
    public void finish(Runnable check) throws InterruptedException {
        try {
            results = DriverEnding.of(drivers, check);
        } catch (DriverException e) {
            throw failed(e);
        }
    }

    @Override
    public ContentDigest acknowledged() {
        return counts().stream()
                .map(count -> new ContentDigest(count.acknowledged(), count.markSum()))
                .reduce(ContentDigest.EMPTY, ContentDigest::plus);
    }

    @Override
    public long encodedBytes() {
        return counts().stream().mapToLong(DriverCounts::encodedBytes).sum();
    }

    @Override
    public List<DriverHello> drivers() {
        return drivers.stream().map(DriverProcess::hello).distinct().toList();
    }

    @Override
    public SendErrors errors() {
        SendErrors errors = new SendErrors();
        for (DriverResult result : results) {
            result.errors().forEach((words, count) -> errors.add(client.label() + ": " + words, words, count));
        }
        return errors;
    }

    @Override
    public Histogram sendLatencyNanos() {
        Histogram sum = LatencyRecorder.empty();
        results.forEach(result -> sum.add(result.sendNanos()));
        return sum;
    }

    @Override
    public Histogram acknowledgeLatencyNanos() {
        Histogram sum = LatencyRecorder.empty();
        results.forEach(result -> {
            sum.add(result.acknowledgeNanos());
            sum.add(result.neverSentNanos());
        });
        return sum;
    }

    @Override
    public void addEndToEnd(Histogram sum) {
        // Drivers report no offsets, so arrivals cannot be matched.
    }

    @Override
    public void close() {
        drivers.forEach(DriverProcess::close);
        files.close();
    }
}
