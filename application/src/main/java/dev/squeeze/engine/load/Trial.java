package dev.squeeze.engine.load;

import dev.squeeze.kit.cluster.ClusterException;
import dev.squeeze.kit.cluster.Topics;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * One run of a load against new topics, in phases: sending with a measured window ({@link SendingPhase}), reading back
 * ({@link ConsumingPhase}), comparing ({@link ContentCheck}), deleting. Its figures are valid only if the topics
 * contained exactly what was acknowledged and a consumer read equal content.
 */
public final class Trial {
    /** Dummy topic for a service that chooses its topics itself: its path does not contain the topic's name. */
    private static final String UNSEEN_TOPIC = "squeeze";
    /** Time between creating the threads and the first record. */
    private static final long START_DELAY_NANOS = 5_000_000;

    private final TrialRun run;
    private final Traffic traffic;

    private Trial(TrialRun run, Traffic traffic) {
        this.run = run;
        this.traffic = traffic;
    }

    /**
     * Runs a trial.
     *
     * @param topic name of the topic, without the prefix of all our topics; reusing a name lets Kafka's producer keep
     *     its estimate of how well this topic's records compress
     * @param stop polled many times a second; true cancels the trial
     * @throws ClusterException when the cluster does not behave as required, or a broker died
     * @throws CancellationException when {@code stop} returned true
     */
    public static TrialResult run(
            LoadTarget target,
            String topic,
            LoadSettings settings,
            Traffic traffic,
            TrialPlan plan,
            BooleanSupplier stop) {
        return run(target, topic, settings, traffic, plan, stop, TrialWatch.NONE);
    }

    /**
     * Runs a trial and follows it while it runs.
     *
     * @param watch may end the measured window early
     */
    public static TrialResult run(
            LoadTarget target,
            String topic,
            LoadSettings settings,
            Traffic traffic,
            TrialPlan plan,
            BooleanSupplier stop,
            TrialWatch watch) {
        return target.workers().isEmpty()
                ? once(target, topic, settings, traffic, plan, stop, watch)
                // Records that a late worker still sends must not get into the next attempt.
                : target.workers()
                        .get()
                        .repeating(attempt -> once(
                                target,
                                attempt == 0 ? topic : topic + "-again-" + attempt,
                                settings,
                                traffic,
                                plan,
                                stop,
                                watch));
    }

    private static TrialResult once(
            LoadTarget target,
            String topic,
            LoadSettings settings,
            Traffic traffic,
            TrialPlan plan,
            BooleanSupplier stop,
            TrialWatch watch) {
        TrialRun run = TrialRun.of(target, settings, plan, stop, watch);
        Trial trial = new Trial(run, traffic);
        if (target.brokers().isEmpty()) {
            return trial.runUnseen();
        }
        // Our own service outlives the trial, and its producer knows the topic, so each trial uses a new name.
        boolean ownServices = run.ownService().isPresent()
                || target.workers().flatMap(LoadWorkers::gateway).isPresent();
        String name = ownServices ? topic + "-" + Long.toString(System.nanoTime(), 36) : topic;
        try (LoadTopics topics = LoadTopics.create(target, name, settings, plan, trial.maxBytes(), stop)) {
            return trial.run(topics.names());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw TrialRun.interrupted();
        } catch (RuntimeException e) {
            // The cause of a client's failure may be that a broker died.
            target.requireAlive();
            throw withTopicsLeft(e);
        }
    }

    /** Upper bound of the bytes that the topics will store, if the rate determines it. */
    private OptionalDouble maxBytes() {
        TrialPlan plan = run.plan();
        if (run.settings().profile() instanceof LoadProfile.Paced paced && traffic instanceof Payload payload) {
            double seconds = plan.ramp().plus(plan.window()).toNanos() / 1e9 + SendingPhase.MAX_NANOS_TO_BEGIN / 1e9;
            return OptionalDouble.of(paced.recordsDueBy(seconds) * payload.encodedBytesPerRecord());
        }
        return OptionalDouble.empty();
    }

    /**
     * If a topic could not be deleted after a failure, the message has to say so, because the user has to delete it.
     */
    private static RuntimeException withTopicsLeft(RuntimeException failure) {
        String left = Arrays.stream(failure.getSuppressed())
                .filter(ClusterException.class::isInstance)
                .map(Throwable::getMessage)
                .collect(Collectors.joining("; "));
        return left.isEmpty() ? failure : new ClusterException(failure.getMessage() + "; " + left, failure);
    }

    /** Sends to a service whose brokers are unknown: nothing is read back. */
    private TrialResult runUnseen() {
        try (LoadGenerator generator = run.openGenerator(List.of(UNSEEN_TOPIC), traffic)) {
            long startNanos = System.nanoTime() + START_DELAY_NANOS;
            generator.start(startNanos, null);
            SendingPhase sending = new SendingPhase(run, generator, null, startNanos);
            WindowDifference measured = sending.measure();
            generator.finish(run.endingCheck(sending.interrupted()));
            List<String> problems = new ArrayList<>(sending.problems());
            problems.addAll(generator.errors().messages());
            return result(
                    generator,
                    sending,
                    measured,
                    latencies(generator, null, null),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    problems);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw TrialRun.interrupted();
        }
    }

    private TrialResult run(List<String> topics) throws InterruptedException {
        boolean meanwhile = run.consumesMeanwhile();
        // Neither services nor drivers nor workers report offsets.
        boolean offsets = run.service().isEmpty()
                && run.settings().client().isEmpty()
                && run.target().workers().isEmpty();
        EndToEnd endToEnd = meanwhile && !run.settings().unacknowledged() && offsets
                ? new EndToEnd(topics.size(), run.settings().partitions(), System.nanoTime() + START_DELAY_NANOS)
                : null;
        try (LoadGenerator generator = run.openGenerator(topics, traffic);
                TrialConsumers consumers =
                        run.openConsumers(topics, ConsumingPhase.comparingConsumers(run), true, endToEnd)) {
            long startNanos =
                    System.nanoTime() + START_DELAY_NANOS + generator.notice().toNanos();
            if (meanwhile) {
                consumers.start();
            }
            generator.start(startNanos, endToEnd);
            SendingPhase sending = new SendingPhase(run, generator, meanwhile ? consumers : null, startNanos);
            WindowDifference measured = sending.measure();
            Runnable check = run.endingCheck(sending.interrupted());
            generator.finish(check);
            run.requireAnswer(generator);
            ConsumingPhase consuming = new ConsumingPhase(run, topics, consumers);
            WindowDifference window = generator.measured(measured);
            long acknowledged = generator.acknowledged().records();
            Optional<TrialResult.Consumption> consumption = sending.interrupted()
                    ? consuming.runShort(acknowledged, window, check)
                    : consuming.run(acknowledged, window);
            if (!consuming.isCompared()) {
                // Their counts must not change while they are read.
                consumers.abandon();
            }
            TopicContents contents =
                    TopicScan.read(run.target().target(), topics, generator.encodedBytes(), run.timeout());
            List<String> problems = new ArrayList<>(sending.problems());
            problems.addAll(consuming.problems());
            problems.addAll(generator.errors().messages());
            if (consuming.isCompared()) {
                problems.addAll(consumers.problems());
                problems.addAll(
                        ContentCheck.differences(generator.acknowledged(), contents.records(), consumers.digests()));
            }
            return result(
                    generator,
                    sending,
                    window,
                    latencies(generator, consumers, endToEnd),
                    consumption,
                    Optional.of(contents),
                    Topics.diskBytes(run.target().target(), topics, run.timeout()),
                    problems);
        }
    }

    private static TrialResult.Latencies latencies(
            LoadGenerator generator, @Nullable TrialConsumers consumers, @Nullable EndToEnd endToEnd) {
        Histogram endToEndNanos = LatencyRecorder.empty();
        if (consumers != null && endToEnd != null) {
            generator.addEndToEnd(endToEndNanos);
            consumers.addEndToEnd(endToEndNanos);
        }
        return new TrialResult.Latencies(
                generator.sendLatencyNanos(),
                generator.acknowledgeLatencyNanos(),
                endToEndNanos,
                endToEnd == null ? 0 : endToEnd.unmatched());
    }

    private TrialResult result(
            LoadGenerator generator,
            SendingPhase sending,
            WindowDifference measured,
            TrialResult.Latencies latencies,
            Optional<TrialResult.Consumption> consumption,
            Optional<TopicContents> contents,
            Optional<Long> diskBytes,
            List<String> problems) {
        return new TrialResult(
                measured.window(),
                latencies,
                consumption,
                contents,
                diskBytes,
                measured.metrics(),
                sending.warmUp(),
                sending.ticks(),
                run.service().map(service -> served(service, generator)).or(generator::served),
                generator.shares(),
                generator.drivers(),
                sending.interrupted(),
                problems);
    }

    private static TrialResult.Served served(LoadedService service, LoadGenerator generator) {
        return new TrialResult.Served(
                service.target().connections(),
                service.own().map(own -> OptionalInt.of(own.workers())).orElse(OptionalInt.empty()),
                generator.refusedByStatus());
    }
}
