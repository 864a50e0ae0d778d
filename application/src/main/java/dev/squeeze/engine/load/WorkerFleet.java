package dev.squeeze.engine.load;

import dev.squeeze.engine.workers.Crew;
import dev.squeeze.engine.workers.CrewMember;
import dev.squeeze.engine.workers.WorkerLostException;
import dev.squeeze.kit.cluster.ClusterException;
import dev.squeeze.kit.unit.UsageException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/**
 * The workers that send the loads of one run. A trial that a worker spoils is repeated; disturbances of trials that
 * count in spite of them are listed.
 */
public final class WorkerFleet implements LoadWorkers, AutoCloseable {
    private static final int MAX_REPEATS = 2;
    /** A longer pause changes the result of a trial of some seconds. */
    private static final long MAX_STANDSTILL_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final long MAX_LATE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final Crew crew;
    private final Optional<String> clusterId;
    private final Optional<WorkerGateway> gateway;
    private final Consumer<String> say;
    private final List<String> incidents = new ArrayList<>();
    private Optional<LoadTask.Shipment> shipped = Optional.empty();
    private Optional<String> lost = Optional.empty();
    private boolean failed;
    private boolean mayRepeat;

    /**
     * @param clusterId of the cluster under test; empty if it does not report one
     * @param gateway that each worker sends through; empty if its producers send
     * @param say receives progress lines for users
     */
    public WorkerFleet(Crew crew, Optional<String> clusterId, Optional<WorkerGateway> gateway, Consumer<String> say) {
        this.crew = crew;
        this.clusterId = clusterId;
        this.gateway = gateway;
        this.say = say;
    }

    @Override
    public Crew crew() {
        return crew;
    }

    @Override
    public Optional<WorkerGateway> gateway() {
        return gateway;
    }

    @Override
    public int cores() {
        return crew.members().stream()
                .mapToInt(member -> member.identity().cores())
                .sum();
    }

    @Override
    public List<String> incidents() {
        return List.copyOf(incidents);
    }

    @Override
    public boolean isComplete() {
        return !failed;
    }

    /**
     * Divides the producers of a load among the workers.
     *
     * @throws UsageException when there are fewer producers than workers
     */
    static List<KafkaProducerLoad.Share> shares(int producers, int workers) {
        requireEnough(producers, workers);
        List<KafkaProducerLoad.Share> shares = new ArrayList<>();
        for (int i = 0; i < workers; i++) {
            int first = (int) ((long) producers * i / workers);
            int end = (int) ((long) producers * (i + 1) / workers);
            shares.add(new KafkaProducerLoad.Share(first, end - first));
        }
        return shares;
    }

    private static void requireEnough(int producers, int workers) {
        requireEnough(producers, "producer", "--producers", workers);
    }

    private static void requireEnough(int number, String what, String flag, int workers) {
        if (number < workers) {
            throw new UsageException(number + " " + what + (number == 1 ? "" : "s") + " cannot be divided among "
                    + workers + " workers: give " + flag + " " + workers + " or more");
        }
    }

    /**
     * Checks for anything that workers would refuse.
     *
     * @throws UsageException saying what to change
     */
    public static void check(LoadSettings settings, Optional<WorkerGateway> gateway, int workers) {
        if (gateway.isPresent()) {
            requireEnough(gateway.get().connections(), "connection", "--connections", workers);
        } else {
            requireEnough(settings.producers(), workers);
        }
        LoadTask.requireShareable(settings.producerProperties());
        LoadTask.requireShareable(settings.consumers().properties());
        settings.client().ifPresent(LoadTask::requireShareable);
    }

    @Override
    public LoadGenerator open(
            LoadSettings settings,
            List<String> topics,
            Payload payload,
            boolean followed,
            Duration timeout,
            Runnable check) {
        LoadTask.Shipment records = ship(payload);
        List<LoadTask> tasks = new ArrayList<>();
        for (KafkaProducerLoad.Share share : shares(
                gateway.map(WorkerGateway::connections).orElse(settings.producers()),
                crew.members().size())) {
            tasks.add(new LoadTask(
                    settings, share, topics, payload.order(), records, followed, gateway, clusterId, timeout));
        }
        return WorkerLoads.open(crew, tasks, timeout, check, this::requireUndisturbed);
    }

    @Override
    public int size() {
        return crew.members().size();
    }

    @Override
    public TrialConsumers openConsumers(
            ConsumerSettings settings, boolean comparing, Duration timeout, Runnable check) {
        return WorkerConsumers.open(crew, settings, comparing, timeout, check);
    }

    private LoadTask.Shipment ship(Payload payload) {
        LoadTask.Shipment records = shipped.orElseGet(() -> PayloadTopic.write(
                crew.plan().control(),
                crew.createTopic("records", PayloadTopic.configs()),
                payload,
                crew.plan().timeout()));
        shipped = Optional.of(records);
        return records;
    }

    @Override
    public TrialResult repeating(IntFunction<TrialResult> trial) {
        for (int attempt = 0; ; attempt++) {
            gather();
            mayRepeat = attempt < MAX_REPEATS;
            try {
                return trial.apply(attempt);
            } catch (WorkerLostException e) {
                if (!mayRepeat) {
                    throw new ClusterException(
                            e.getMessage() + "; the trial had already been repeated " + MAX_REPEATS + " times", e);
                }
                lost = Optional.ofNullable(e.getMessage());
                incidents.add(e.getMessage() + "; the trial was repeated");
                say.accept(e.getMessage() + ": repeating the trial");
            }
        }
    }

    private void gather() {
        try {
            List<String> before = crew.members().stream().map(CrewMember::name).toList();
            List<CrewMember> now = crew.gather();
            now.stream()
                    .map(CrewMember::name)
                    .filter(name -> !before.isEmpty() && !before.contains(name))
                    .forEach(name -> incidents.add("worker " + name + " took over the share of a lost worker"));
        } catch (ClusterException e) {
            failed = true;
            throw new ClusterException(
                    lost.map(words -> words + ", and the trial cannot be repeated: ")
                                    .orElse("")
                            + e.getMessage(),
                    e);
        } catch (CancellationException e) {
            throw TrialRun.interrupted();
        }
    }

    /** What a worker did that spoils a trial; empty if nothing did. */
    static Optional<String> disturbance(WorkerShare share) {
        if (share.standstillNanos() > MAX_STANDSTILL_NANOS) {
            return Optional.of(String.format(
                    Locale.ROOT, "worker %s was paused for %.1f s", share.worker(), share.standstillNanos() / 1e9));
        }
        if (share.lateNanos() > MAX_LATE_NANOS) {
            return Optional.of(String.format(
                    Locale.ROOT,
                    "worker %s received an order %.0f ms too late",
                    share.worker(),
                    share.lateNanos() / 1e6));
        }
        return Optional.empty();
    }

    private void requireUndisturbed(List<WorkerShare> shares) {
        for (WorkerShare share : shares) {
            Optional<String> disturbance = disturbance(share);
            if (disturbance.isPresent() && mayRepeat) {
                throw new WorkerLostException(disturbance.get());
            }
            disturbance.ifPresent(words ->
                    incidents.add(words + "; the trial counts nevertheless, because repeating it did not help"));
        }
    }

    /** Deletes this run's topics on the control cluster. */
    @Override
    public void close() {
        crew.close();
    }
}
