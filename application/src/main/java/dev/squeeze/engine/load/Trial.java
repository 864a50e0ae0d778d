package dev.squeeze.engine.load;

import dev.squeeze.kit.cluster.ClusterException;
import dev.squeeze.kit.cluster.OwnService;
import dev.squeeze.kit.cluster.RemoteCluster;
import dev.squeeze.kit.cluster.Topics;
import dev.squeeze.kit.environment.JvmUsage;
import dev.squeeze.kit.kafka.ContentDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * One run of a load against new topics: sending, a measured window, draining, reading back, comparing, deleting. Nothing
 * is quoted from it unless the topics held exactly what was acknowledged and a consumer read equal content.
 */
public final class Trial {
    private static final long TICK_MILLIS = 50;
    /** Stands in the path of a service whose topics are its own matter; it has no topic of this name in its path. */
    private static final String UNSEEN_TOPIC = "squeeze";

    private static final long MOST_NANOS_TO_BEGIN = 2_500_000_000L;
    /** Buffers of 32 MiB, the default, hold a GB of records that compress well. */
    private static final long MOST_NANOS_TO_BALANCE = 10_000_000_000L;

    private static final long BALANCE_NANOS = 300_000_000;
    private static final double SLICE_SECONDS = 0.5;
    /** Between creating the threads and the first record. */
    private static final long START_DELAY_NANOS = 5_000_000;

    private final LoadTarget cluster;
    private final LoadSettings settings;
    private final Traffic traffic;
    private final TrialPlan plan;
    private final BooleanSupplier stop;
    private final Optional<LoadedService> service;
    private final Optional<OwnService> own;
    private final MeasuringWindow window = new MeasuringWindow();
    private final List<Tick> ticks = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();
    private final Settling settling = new Settling();
    private long lastAnswered = -1;
    private long lastProgressNanos;

    private Trial(LoadTarget cluster, LoadSettings settings, Traffic traffic, TrialPlan plan, BooleanSupplier stop) {
        this.cluster = cluster;
        this.settings = settings;
        this.traffic = traffic;
        this.plan = plan;
        this.stop = stop;
        this.service = cluster.services().map(services -> services.apply(settings));
        this.own = service.flatMap(LoadedService::own);
    }

    /**
     * Runs it.
     *
     * @param topic name of the topic, less the prefix of all our topics; the same name again lets Kafka's producer go on
     *     with what it knows of how far this topic's records compress
     * @param stop asked many times a second; true gives the trial up
     * @throws ClusterException when the cluster does not do what it must, or a broker died
     * @throws CancellationException when {@code stop} gave it up
     */
    public static TrialResult run(
            LoadTarget cluster,
            String topic,
            LoadSettings settings,
            Traffic traffic,
            TrialPlan plan,
            BooleanSupplier stop) {
        Trial trial = new Trial(cluster, settings, traffic, plan, stop);
        if (cluster.brokers().isEmpty()) {
            return trial.runUnseen();
        }
        // A service of ours outlives the trial, and its producer knows the topic: a new one gets a name of its own.
        String name = trial.own.isPresent() ? topic + "-" + Long.toString(System.nanoTime(), 36) : topic;
        try (LoadTopics topics = LoadTopics.create(cluster, name, settings, plan, trial.mostBytes())) {
            return trial.run(topics.names());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted in the middle of a trial");
        } catch (RuntimeException e) {
            // What looks like a client's failure may be a broker's death.
            cluster.requireAlive();
            throw withWhatIsLeft(e);
        }
    }

    /** That the topics take, where the rate says so. */
    private OptionalDouble mostBytes() {
        if (settings.profile() instanceof LoadProfile.OpenLoop open && traffic instanceof Payload payload) {
            double seconds = plan.ramp().plus(plan.window()).toNanos() / 1e9 + MOST_NANOS_TO_BEGIN / 1e9;
            return OptionalDouble.of(open.recordsPerSecond() * payload.encodedBytesPerRecord() * seconds);
        }
        return OptionalDouble.empty();
    }

    /** A topic that could not be deleted after a failure is the user's to delete, who must know of it. */
    private static RuntimeException withWhatIsLeft(RuntimeException failure) {
        String left = Arrays.stream(failure.getSuppressed())
                .filter(ClusterException.class::isInstance)
                .map(Throwable::getMessage)
                .collect(Collectors.joining("; "));
        return left.isEmpty() ? failure : new ClusterException(failure.getMessage() + "; " + left, failure);
    }

    /** Sends to a service whose brokers are not known: nothing is read back. */
    private TrialResult runUnseen() {
        List<String> topics = List.of(UNSEEN_TOPIC);
        try (SendingLoad senders =
                SendingLoad.open(cluster, service, settings, topics, traffic, window, plan.patience())) {
            long startNanos = System.nanoTime() + START_DELAY_NANOS;
            lastProgressNanos = startNanos;
            senders.start(startNanos, null);
            Reading.Difference measured = measure(senders, null, startNanos);
            senders.finish(this::requireGoingOn);
            problems.addAll(senders.errors().messages());
            return result(senders, null, measured, LatencyRecorder.empty(), 0, Optional.empty(), Optional.empty());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted in the middle of a trial");
        }
    }

    private TrialResult run(List<String> topics) throws InterruptedException {
        long startNanos = System.nanoTime() + START_DELAY_NANOS;
        boolean beside = settings.consumers().when() == ConsumerSettings.When.BESIDE;
        // A service tells no offsets.
        EndToEnd endToEnd = beside && !settings.unacknowledged() && service.isEmpty()
                ? new EndToEnd(topics.size(), settings.partitions(), startNanos)
                : null;
        try (SendingLoad producers =
                        SendingLoad.open(cluster, service, settings, topics, traffic, window, plan.patience());
                ConsumerLoad consumers = openConsumers(topics, endToEnd)) {
            startNanos = System.nanoTime() + START_DELAY_NANOS;
            lastProgressNanos = startNanos;
            if (beside) {
                consumers.start();
            }
            producers.start(startNanos, endToEnd);
            Reading.Difference measured = measure(producers, beside ? consumers : null, startNanos);
            producers.finish(this::requireGoingOn);
            requireAnswer(producers);
            TrialResult.Consumption consumption = consume(topics, producers, consumers, measured);
            return verified(topics, producers, consumers, consumption, measured, endToEnd);
        }
    }

    /** Records that were given up may mean that nobody is there any more: to read them back would only take long. */
    private void requireAnswer(SendingLoad producers) {
        cluster.requireAlive();
        if (!producers.errors().isEmpty() && cluster.target() instanceof RemoteCluster remote) {
            remote.requireAnswer(plan.patience());
        }
    }

    /** Those that compare: beside the producers every one, afterwards one alone that is not measured. */
    private ConsumerLoad openConsumers(List<String> topics, @Nullable EndToEnd endToEnd) {
        ConsumerSettings wanted = settings.consumers();
        boolean beside = wanted.when() == ConsumerSettings.When.BESIDE;
        ConsumerSettings comparing = beside ? wanted : new ConsumerSettings(wanted.when(), 1, 1, wanted.properties());
        return ConsumerLoad.open(
                cluster.target(), comparing, topics, settings.partitions(), window, plan.patience(), true, endToEnd);
    }

    private Reading.Difference measure(SendingLoad producers, @Nullable ConsumerLoad beside, long startNanos)
            throws InterruptedException {
        long from = startNanos + plan.ramp().toNanos();
        follow(producers, startNanos, from);
        if (plan.records().isEmpty()) {
            beginPartitions(producers, startNanos, from + MOST_NANOS_TO_BEGIN);
            if (endsInBalance()) {
                fillBuffers(producers, startNanos, System.nanoTime() + MOST_NANOS_TO_BALANCE);
            }
        }
        Reading begin = Reading.take(cluster, own, producers, beside);
        window.open(begin.client().clockNanos());
        long until = begin.client().clockNanos() + plan.window().toNanos();
        if (plan.untilSettled()) {
            settle(producers, begin, startNanos, until);
        } else if (plan.records().isPresent()) {
            count(producers, startNanos, until, plan.records().getAsLong());
        } else if (follow(producers, startNanos, until) && endsInBalance()) {
            goOn(producers, startNanos, until + MOST_NANOS_TO_BALANCE, () -> producers
                    .progress()
                    .minus(begin.progress())
                    .isBalanced());
        }
        Reading end = Reading.take(cluster, own, producers, beside);
        window.close(end.client().clockNanos());
        return end.minus(begin, startNanos);
    }

    /**
     * The first batch of a partition makes the broker write down the leader's epoch and wait for the disk, which takes it
     * milliseconds of CPU once in the partition's life: no part of what a load takes.
     */
    private void beginPartitions(SendingLoad producers, long startNanos, long latest) throws InterruptedException {
        goOn(producers, startNanos, latest, producers::hasBegunPartitions);
    }

    private void goOn(SendingLoad producers, long startNanos, long latest, BooleanSupplier reached)
            throws InterruptedException {
        boolean sending = true;
        while (sending && !reached.getAsBoolean() && System.nanoTime() < latest) {
            long tick = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(TICK_MILLIS);
            sending = follow(producers, startNanos, Math.min(latest, tick));
        }
    }

    /**
     * Where nothing paces the application it fills the producers' buffers. Seconds of its work may lie there, since it holds
     * a partition's lock while it compresses and the network thread waits for that; what is sent then is not yet taken, and
     * what is taken later was sent before. So a window of a closed loop begins and ends where the two are alike.
     */
    private boolean endsInBalance() {
        return settings.profile() instanceof LoadProfile.ClosedLoop
                && !plan.untilSettled()
                && plan.records().isEmpty();
    }

    private void fillBuffers(SendingLoad producers, long startNanos, long latest) throws InterruptedException {
        boolean sending = true;
        boolean balanced = false;
        while (sending && !balanced && System.nanoTime() < latest) {
            SendingLoad.Progress before = producers.progress();
            sending = follow(producers, startNanos, Math.min(latest, System.nanoTime() + BALANCE_NANOS));
            balanced = producers.progress().minus(before).isBalanced();
        }
    }

    private void count(SendingLoad producers, long startNanos, long until, long records) throws InterruptedException {
        boolean sending = true;
        while (sending && producers.progress().acknowledged() < records) {
            long now = System.nanoTime();
            if (now >= until) {
                problems.add(String.format(
                        Locale.ROOT,
                        "only %,d of %,d records were acknowledged in %d s",
                        producers.progress().acknowledged(),
                        records,
                        plan.window().toSeconds()));
                return;
            }
            sending = follow(producers, startNanos, Math.min(until, now + TimeUnit.MILLISECONDS.toNanos(TICK_MILLIS)));
        }
    }

    private void settle(SendingLoad producers, Reading begin, long startNanos, long until) throws InterruptedException {
        Reading before = begin;
        boolean sending = true;
        while (sending && System.nanoTime() < until && !settling.isSettled()) {
            long sliceEnd = before.client().clockNanos() + (long) (SLICE_SECONDS * 1e9);
            sending = follow(producers, startNanos, Math.min(until, sliceEnd));
            Reading now = Reading.take(cluster, own, producers, null);
            settling.add(now.minus(before, startNanos).slice());
            before = now;
        }
    }

    /**
     * @return whether every application thread is still sending
     * @throws ClusterException when the brokers answer no more
     */
    private boolean follow(SendingLoad producers, long startNanos, long untilNanos) throws InterruptedException {
        while (true) {
            long left = untilNanos - System.nanoTime();
            if (left <= 0) {
                return true;
            }
            TimeUnit.NANOSECONDS.sleep(Math.min(left, TimeUnit.MILLISECONDS.toNanos(TICK_MILLIS)));
            requireGoingOn();
            SendingLoad.Progress progress = producers.progress();
            double seconds = (System.nanoTime() - startNanos) / 1e9;
            ticks.add(new Tick(seconds, due(seconds, progress), progress.sent(), progress.acknowledged()));
            if (!producers.isSending()) {
                return false;
            }
            requireProgress(producers, progress);
        }
    }

    private void requireProgress(SendingLoad producers, SendingLoad.Progress progress) {
        long answered = progress.acknowledged() + progress.refused() + progress.bufferFull();
        if (answered > lastAnswered || progress.sent() <= answered) {
            lastAnswered = answered;
            lastProgressNanos = System.nanoTime();
        } else if (System.nanoTime() - lastProgressNanos > plan.patience().toNanos()) {
            String reasons = String.join("; ", producers.errors().messages());
            String who = service.map(served -> String.valueOf(served.target()))
                    .orElseGet(() -> "the brokers at " + cluster.target().bootstrap());
            throw new ClusterException(who + " acknowledged nothing for "
                    + plan.patience().toSeconds() + " s: look at their logs, or raise --timeout"
                    + (reasons.isEmpty() ? "" : " (" + reasons + ")"));
        }
    }

    private void requireGoingOn() {
        if (stop.getAsBoolean()) {
            throw new CancellationException("interrupted in the middle of a trial");
        }
        cluster.requireAlive();
        own.ifPresent(OwnService::requireAlive);
    }

    private long due(double seconds, SendingLoad.Progress progress) {
        return settings.profile() instanceof LoadProfile.OpenLoop open
                ? Math.max(progress.sent(), (long) (Math.max(0, seconds) * open.recordsPerSecond()))
                : progress.sent();
    }

    private TrialResult.@Nullable Consumption consume(
            List<String> topics, SendingLoad producers, ConsumerLoad comparing, Reading.Difference measured)
            throws InterruptedException {
        long expected = producers.acknowledged().records();
        return switch (settings.consumers().when()) {
            case NEVER -> {
                compare(comparing, expected);
                yield null;
            }
            case AFTER -> {
                TrialResult.Consumption consumption = catchUp(topics, expected);
                compare(comparing, expected);
                yield consumption;
            }
            case BESIDE -> {
                comparing.finish(expected, this::requireGoingOn);
                yield new TrialResult.Consumption(
                        comparing.figures(), measured.window().client(), measured.consumedBytes());
            }
        };
    }

    private void compare(ConsumerLoad comparing, long expected) throws InterruptedException {
        comparing.start();
        comparing.finish(expected, this::requireGoingOn);
    }

    /** Reads everything as fast as it goes, and only counts. */
    private TrialResult.Consumption catchUp(List<String> topics, long expected) throws InterruptedException {
        try (ConsumerLoad consumers = ConsumerLoad.open(
                cluster.target(),
                settings.consumers(),
                topics,
                settings.partitions(),
                window,
                plan.patience(),
                false,
                null)) {
            JvmUsage before = JvmUsage.current();
            consumers.start();
            consumers.finish(expected, this::requireGoingOn);
            problems.addAll(consumers.problems());
            for (long read : consumers.recordsByGroup()) {
                requireEqual(expected, read, "a consumer group read");
            }
            return new TrialResult.Consumption(
                    consumers.figures(), JvmUsage.current().minus(before), consumers.payloadBytes());
        }
    }

    private void requireEqual(long acknowledged, long found, String who) {
        if (acknowledged != found) {
            problems.add(
                    String.format(Locale.ROOT, "%,d records were acknowledged, but %s %,d", acknowledged, who, found));
        }
    }

    private TrialResult verified(
            List<String> topics,
            SendingLoad producers,
            ConsumerLoad consumers,
            TrialResult.@Nullable Consumption consumption,
            Reading.Difference measured,
            @Nullable EndToEnd endToEnd) {
        TopicContents contents = TopicReading.read(cluster.target(), topics, producers.encodedBytes(), plan.patience());
        problems.addAll(producers.errors().messages());
        problems.addAll(consumers.problems());
        compareWithAcknowledged(producers.acknowledged(), contents, consumers.digests());
        Histogram endToEndNanos = LatencyRecorder.empty();
        if (endToEnd != null) {
            producers.addEndToEnd(endToEndNanos);
            consumers.addEndToEnd(endToEndNanos);
        }
        return result(
                producers,
                consumption,
                measured,
                endToEndNanos,
                endToEnd == null ? 0 : endToEnd.unmatched(),
                Optional.of(contents),
                Topics.diskBytes(cluster.target(), topics, plan.patience()));
    }

    private TrialResult result(
            SendingLoad producers,
            TrialResult.@Nullable Consumption consumption,
            Reading.Difference measured,
            Histogram endToEndNanos,
            long unmatched,
            Optional<TopicContents> contents,
            Optional<Long> diskBytes) {
        return new TrialResult(
                measured.window(),
                new TrialResult.Latencies(
                        producers.sendLatencyNanos(), producers.acknowledgeLatencyNanos(), endToEndNanos, unmatched),
                Optional.ofNullable(consumption),
                contents,
                diskBytes,
                measured.metrics(),
                plan.untilSettled()
                        ? Optional.of(new TrialResult.WarmUp(settling.isSettled(), settling.latestRate()))
                        : Optional.empty(),
                ticks,
                producers instanceof HttpLoad http
                        ? service.map(served -> new TrialResult.Served(
                                served.target().connections(),
                                own.map(one -> OptionalInt.of(one.workers())).orElse(OptionalInt.empty()),
                                http.refusedByStatus()))
                        : Optional.empty(),
                problems);
    }

    private void compareWithAcknowledged(ContentDigest acknowledged, TopicContents contents, List<ContentDigest> read) {
        requireEqual(acknowledged.records(), contents.records(), "the log holds");
        for (ContentDigest digest : read) {
            requireEqual(acknowledged.records(), digest.records(), "a consumer read");
            if (digest.records() == acknowledged.records() && digest.sum() != acknowledged.sum()) {
                problems.add("a consumer read other records than were acknowledged: their checksums differ");
            }
        }
    }
}
