package dev.squeeze.engine.load;

import dev.squeeze.kit.cluster.ClusterTarget;
import dev.squeeze.kit.cluster.OwnService;
import dev.squeeze.kit.cluster.RemoteCluster;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * State shared by the phases of a trial.
 *
 * @param target where the records are sent
 * @param service the service in front of the brokers; empty if our own producers send
 * @param stop polled many times a second; true cancels the trial
 * @param watch follows the trial while it runs
 */
record TrialRun(
        LoadTarget target,
        Optional<LoadedService> service,
        LoadSettings settings,
        TrialPlan plan,
        MeasuringWindow window,
        BooleanSupplier stop,
        TrialWatch watch) {
    /** Limit for ending a trial after Ctrl-C, to wait for records in flight. */
    private static final long MAX_ENDING_NANOS = 10_000_000_000L;

    static TrialRun of(
            LoadTarget target, LoadSettings settings, TrialPlan plan, BooleanSupplier stop, TrialWatch watch) {
        return new TrialRun(
                target,
                target.services().map(services -> services.apply(settings)),
                settings,
                plan,
                new MeasuringWindow(watch.wantsLatencies()),
                stop,
                watch);
    }

    /** A service of our own, which reports its usage; empty for any other. */
    Optional<OwnService> ownService() {
        return service.flatMap(LoadedService::own);
    }

    Duration timeout() {
        return plan.timeout();
    }

    ConsumerSettings consumers() {
        return settings.consumers();
    }

    /** Whether consumers read while producers send. */
    boolean consumesMeanwhile() {
        return consumers().when() == ConsumerSettings.When.CONCURRENT;
    }

    /**
     * Opens the connections and fetches the metadata of the topics; nothing is sent yet.
     *
     * @throws dev.squeeze.kit.cluster.ClusterException when the settings are refused, no broker answers, or a topic is
     *     not one of ours
     */
    LoadGenerator openGenerator(List<String> topics, Traffic traffic) {
        target.brokers().ifPresent(brokers -> topics.forEach(brokers::requireWritable));
        if (service.isPresent()) {
            return new HttpLoad(service.get(), settings, topics, (Payload) traffic, window, timeout());
        }
        if (target.workers().isPresent()) {
            return target.workers()
                    .get()
                    .open(settings, topics, (Payload) traffic, window.isFollowed(), timeout(), this::requireActive);
        }
        ClusterTarget cluster = target.target();
        if (traffic instanceof ReadyBatches batches) {
            return RawBatchLoad.open(cluster, settings, topics, batches, window, timeout());
        }
        if (settings.client().isPresent()) {
            return DriverLoads.open(
                    cluster,
                    settings,
                    settings.client().get(),
                    KafkaProducerLoad.Share.all(settings),
                    topics,
                    (Payload) traffic,
                    window.isFollowed(),
                    timeout(),
                    () -> false);
        }
        return KafkaProducerLoad.open(
                cluster, settings, KafkaProducerLoad.Share.all(settings), topics, (Payload) traffic, window, timeout());
    }

    /** @param comparing whether to compute digests of what is read, which takes a thread */
    TrialConsumers openConsumers(
            List<String> topics, ConsumerSettings consumers, boolean comparing, @Nullable EndToEnd endToEnd) {
        if (target.workers().isPresent()) {
            return target.workers().get().openConsumers(consumers, comparing, timeout(), this::requireActive);
        }
        return ConsumerLoad.open(
                target.target(),
                consumers,
                KafkaProducerLoad.Share.all(consumers),
                topics,
                settings.partitions(),
                window,
                timeout(),
                comparing,
                endToEnd);
    }

    /**
     * @throws CancellationException when the user cancelled the trial
     * @throws dev.squeeze.kit.cluster.ClusterException when a broker or our service died
     */
    void requireActive() {
        requireActive(false);
    }

    /** Whether the user wants the trial to end. */
    boolean isStopped() {
        return stop.getAsBoolean();
    }

    /**
     * Returns the check for the time while a trial is ending.
     *
     * @param interrupted whether the user has ended the trial, so that only a short time is left for the rest
     */
    Runnable endingCheck(boolean interrupted) {
        long deadlineNanos = System.nanoTime() + MAX_ENDING_NANOS;
        return () -> {
            requireActive(interrupted);
            if (interrupted && System.nanoTime() > deadlineNanos) {
                throw interrupted();
            }
        };
    }

    /** @param interrupted whether the user has cancelled already, in which case that alone does not end the trial */
    void requireActive(boolean interrupted) {
        if (!interrupted && stop.getAsBoolean()) {
            throw interrupted();
        }
        target.requireAlive();
        ownService().ifPresent(OwnService::requireAlive);
    }

    /**
     * If records were given up, all brokers may be gone, and reading back would only run into a timeout: checks that
     * they answer.
     */
    void requireAnswer(LoadGenerator generator) {
        target.requireAlive();
        if (!generator.errors().isEmpty() && target.target() instanceof RemoteCluster remote) {
            remote.requireAnswer(timeout());
        }
    }

    static CancellationException interrupted() {
        return new CancellationException("interrupted in the middle of a trial");
    }
}
