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
 * What the phases of a trial share.
 *
 * @param target what takes the records
 * @param service the service in front of the brokers; empty where producers of our own send
 * @param stop asked many times a second; true gives the trial up
 * @param watch that follows it
 */
record TrialRun(
        LoadTarget target,
        Optional<LoadedService> service,
        LoadSettings settings,
        TrialPlan plan,
        MeasuringWindow window,
        BooleanSupplier stop,
        TrialWatch watch) {
    /** After Ctrl-C, for the records that are on their way. */
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

    /** A service of ours, which reports its own usage; empty for any other. */
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
     * Opens the connections and learns where the partitions are; nothing is sent yet.
     *
     * @throws dev.squeeze.kit.cluster.ClusterException when the settings are refused, no broker answers, or a topic is not
     *     one of ours
     */
    LoadGenerator openGenerator(List<String> topics, Traffic traffic) {
        target.brokers().ifPresent(brokers -> topics.forEach(brokers::requireWritable));
        if (service.isPresent()) {
            return new HttpLoad(service.get(), settings, topics, (Payload) traffic, window, timeout());
        }
        if (target.workers().isPresent()) {
            return target.workers()
                    .get()
                    .open(settings, topics, (Payload) traffic, window.isFollowed(), timeout(), this::requireGoingOn);
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

    /** @param comparing whether what is read goes into digests, which takes a thread */
    TrialConsumers openConsumers(
            List<String> topics, ConsumerSettings consumers, boolean comparing, @Nullable EndToEnd endToEnd) {
        if (target.workers().isPresent()) {
            return target.workers().get().openConsumers(consumers, comparing, timeout(), this::requireGoingOn);
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
     * @throws CancellationException when the user gave the trial up
     * @throws dev.squeeze.kit.cluster.ClusterException when a broker or our service died
     */
    void requireGoingOn() {
        requireGoingOn(false);
    }

    /** Whether the user wants the trial to end. */
    boolean isStopped() {
        return stop.getAsBoolean();
    }

    /**
     * What has to hold while a trial is ended.
     *
     * @param interrupted whether the user has ended it already, so that the rest gets a moment and no more
     */
    Runnable untilTheEnd(boolean interrupted) {
        long deadlineNanos = System.nanoTime() + MAX_ENDING_NANOS;
        return () -> {
            requireGoingOn(interrupted);
            if (interrupted && System.nanoTime() > deadlineNanos) {
                throw interrupted();
            }
        };
    }

    /** @param interrupted whether the user has given it up, which then is no reason to end */
    void requireGoingOn(boolean interrupted) {
        if (!interrupted && stop.getAsBoolean()) {
            throw interrupted();
        }
        target.requireAlive();
        ownService().ifPresent(OwnService::requireAlive);
    }

    /** Records that were given up may mean that no broker is there any more: reading them back would only take long. */
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
