package dev.squeeze.engine.experiment;

import dev.squeeze.engine.experiment.LimitingFactor.Part;
import dev.squeeze.engine.load.ClientRole;
import dev.squeeze.engine.load.ConsumerSettings;
import dev.squeeze.engine.load.LoadSettings;
import dev.squeeze.engine.load.TrialResult;
import dev.squeeze.engine.load.WorkerShare;
import dev.squeeze.kit.cluster.BrokerUsage;
import dev.squeeze.kit.environment.JvmUsage;
import dev.squeeze.kit.environment.MachineUsage;
import dev.squeeze.kit.environment.ThreadUsage;
import dev.squeeze.kit.kafka.broker.BrokerRole;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Finds what limited a trial: determines for which share of the time the threads of each role ran, and the
 * application's threads waited for a lock or for buffer memory. {@link LimitRule} decides.
 */
final class LimitFinder {
    private final TrialResult trial;
    private final LoadSettings settings;
    private final int cores;
    private double ours;
    private double others;
    private boolean together;
    private double handlersIdle = 1;
    private final List<String> evidence = new ArrayList<>();
    private final Map<Part, Double> busy = new EnumMap<>(Part.class);

    private LimitFinder(TrialResult trial, LoadSettings settings, int cores) {
        this.trial = trial;
        this.settings = settings;
        this.cores = cores;
    }

    /**
     * @param cores of the machine that runs the client and perhaps the brokers; of all workers together if they send
     */
    static LimitingFactor find(TrialResult trial, LoadSettings settings, int cores) {
        LimitFinder finder = new LimitFinder(trial, settings, cores);
        finder.gather();
        return finder.decide();
    }

    private void gather() {
        TrialResult.Window window = trial.window();
        double seconds = window.seconds();
        Map<ClientRole, ThreadUsage> client = window.client().byRole(ClientRole.THREADS);
        if (trial.served().isPresent()) {
            gatherService(trial.served().get(), window);
            return;
        }
        int applicationThreads = settings.producers() * settings.threads();
        note(Part.APPLICATION_THREAD, "application threads", client.get(ClientRole.APPLICATION), applicationThreads);
        note(
                Part.PRODUCER_NETWORK_THREAD,
                "producers' network threads",
                client.get(ClientRole.PRODUCER_NETWORK),
                settings.producers());
        if (settings.consumers().when() == ConsumerSettings.When.CONCURRENT) {
            int consumers = Math.min(settings.consumers().consumers(), settings.partitions() * settings.topics());
            note(
                    Part.CONSUMER,
                    "consumers",
                    client.get(ClientRole.CONSUMER),
                    consumers * settings.consumers().groups());
        }
        ThreadUsage application = client.get(ClientRole.APPLICATION);
        if (application != null && application.blockedMillis().isPresent()) {
            double blocked = application.blockedMillis().getAsLong() / 1e3 / seconds / applicationThreads;
            busy.put(Part.BATCH_LOCK, blocked);
            evidence.add(String.format(
                    Locale.ROOT, "application threads blocked by monitors: %.0f %% of the time", 100 * blocked));
        }
        evidence.add(String.format(
                Locale.ROOT,
                "application threads waiting for buffer memory: %.0f %% of the time",
                100 * trial.metrics().bufferWaitNanos() / 1e9 / seconds / applicationThreads));
        machineAndBrokers(window);
    }

    /**
     * The client's threads wait for answers, so the client is at its limit only if the machine is, and the client
     * causes most of that.
     */
    private void gatherService(TrialResult.Served served, TrialResult.Window window) {
        double seconds = window.seconds();
        ServiceLimits.find(trial, served, seconds).forEach((part, share) -> busy.put(part, share.value()));
        ServiceLimits.find(trial, served, seconds).values().forEach(share -> evidence.add(share.words()));
        double cores = window.client().processCpuNanos() / 1e9 / seconds;
        evidence.add(String.format(
                Locale.ROOT,
                "the client that sends the load: %.2f cores in %d connections",
                cores,
                served.connections()));
        busy.put(Part.LOAD_CLIENT, cores / this.cores);
        machineAndBrokers(window);
    }

    private void machineAndBrokers(TrialResult.Window window) {
        double seconds = window.seconds();
        overhead(window);
        if (!trial.workers().isEmpty()) {
            window.brokers().ifPresent(this::brokers);
            trial.workers().forEach(this::worker);
            return;
        }
        double total = (window.client().processCpuNanos()
                        + window.service().map(JvmUsage::processCpuNanos).orElse(0L))
                / 1e9
                / seconds;
        if (window.brokers().isPresent()) {
            total += brokers(window.brokers().get());
            together = window.brokers().get().stream().anyMatch(BrokerUsage::onThisMachine);
        }
        evidence.add(String.format(
                Locale.ROOT,
                "%s: %.2f of this machine's %d cores",
                window.service().isPresent()
                        ? "client, service and brokers together"
                        : together ? "client and brokers together" : "client",
                total,
                cores));
        ours = total;
        busy.put(Part.MACHINE, total / cores);
        window.machine().ifPresent(this::machine);
    }

    /** The worker with the busiest machine limits the load. */
    private void worker(WorkerShare worker) {
        worker.busyShare().ifPresent(share -> busy.merge(Part.MACHINE, share, Math::max));
        worker.stolenShare().ifPresent(share -> busy.merge(Part.HOST, share, Math::max));
        evidence.add(String.format(
                Locale.ROOT,
                "worker %s: %.2f cores%s",
                worker.worker(),
                worker.processCpuNanos() / 1e9 / worker.seconds(),
                worker.busyShare().isPresent()
                        ? String.format(
                                Locale.ROOT,
                                ", its machine %.0f %% busy",
                                100 * worker.busyShare().getAsDouble())
                        : ""));
    }

    /** Cores used by JIT compilation and garbage collection, which belong to no role. */
    private void overhead(TrialResult.Window window) {
        double collectors = cores(window.client().gcCpuNanos(), window.client());
        if (window.service().isPresent()) {
            collectors +=
                    cores(window.service().get().gcCpuNanos(), window.service().get());
        }
        for (BrokerUsage broker : window.brokers().orElse(List.of())) {
            collectors += cores(broker.jvm().gcCpuNanos(), broker.jvm());
        }
        evidence.add(String.format(
                Locale.ROOT,
                "JIT compilation: %.2f cores; garbage collection: %.2f cores",
                window.compilerCores(),
                collectors));
    }

    private static double cores(OptionalLong cpuNanos, JvmUsage jvm) {
        return jvm.clockNanos() <= 0 ? 0 : (double) cpuNanos.orElse(0) / jvm.clockNanos();
    }

    /** Other programs, and other virtual machines on the host, use cores too. */
    private void machine(MachineUsage machine) {
        double busyShare = machine.busyShare();
        others = Math.max(0, busyShare * cores - ours);
        busy.put(Part.MACHINE, busyShare);
        busy.put(Part.HOST, machine.stolenShare());
        evidence.add(String.format(
                Locale.ROOT,
                "the whole machine: %.0f %% busy; the host gave %.1f %% of the CPU time it needed to other machines",
                100 * busyShare,
                100 * machine.stolenShare()));
    }

    private void note(Part part, String who, @Nullable ThreadUsage usage, int threads) {
        if (usage == null) {
            return;
        }
        double share = usage.cpuNanos() / 1e9 / trial.window().seconds() / threads;
        busy.put(part, share);
        evidence.add(String.format(Locale.ROOT, "%s (%d): running %.0f %% of the time", who, threads, 100 * share));
    }

    /** @return cores that the brokers on this machine used */
    private double brokers(List<BrokerUsage> brokers) {
        double cpu = 0;
        for (BrokerUsage broker : brokers) {
            double seconds = broker.jvm().clockNanos() / 1e9;
            cpu += broker.onThisMachine() ? broker.jvm().processCpuNanos() / 1e9 / seconds : 0;
            Map<BrokerRole, ThreadUsage> roles = broker.byRole();
            double handlers = cores(roles.get(BrokerRole.REQUEST_HANDLER), seconds);
            double network = cores(roles.get(BrokerRole.NETWORK), seconds);
            List<ThreadUsage> handlerThreads = threads(broker, BrokerRole.REQUEST_HANDLER);
            int most = broker.onThisMachine() ? Math.min(cores, handlerThreads.size()) : handlerThreads.size();
            busy.merge(Part.BROKER_CPU, handlers / Math.max(1, most), Math::max);
            // A connection is always served by the same thread, so the busiest thread is the limit.
            double busiest = threads(broker, BrokerRole.NETWORK).stream()
                    .mapToDouble(thread -> cores(thread, seconds))
                    .max()
                    .orElse(0);
            busy.merge(Part.BROKER_NETWORK, busiest, Math::max);
            evidence.add(String.format(
                    Locale.ROOT,
                    "broker %s: request handlers use %.2f cores%s, network threads %.2f, the busiest of them runs %.0f %% of"
                            + " the time",
                    broker.broker(),
                    handlers,
                    idle(broker),
                    network,
                    100 * busiest));
        }
        return cpu;
    }

    /** Handlers that wait for a disk or a lock use no CPU, but are not available for other requests either. */
    private String idle(BrokerUsage broker) {
        OptionalDouble idle = broker.handlerIdleRatio();
        if (idle.isEmpty()) {
            return "";
        }
        handlersIdle = Math.min(handlersIdle, idle.getAsDouble());
        return String.format(Locale.ROOT, " and are idle %.0f %% of the time", 100 * idle.getAsDouble());
    }

    private static List<ThreadUsage> threads(BrokerUsage broker, BrokerRole role) {
        return broker.jvm().threads().values().stream()
                .filter(thread -> BrokerRole.THREADS.ofThread().apply(thread.name()) == role)
                .toList();
    }

    private static double cores(@Nullable ThreadUsage usage, double seconds) {
        return usage == null ? 0 : usage.cpuNanos() / 1e9 / seconds;
    }

    private LimitingFactor decide() {
        LimitRule.Finding finding = LimitRule.first(
                new LimitRule.Shares(busy, handlersIdle, !trial.workers().isEmpty(), cores, ours, others));
        return new LimitingFactor(finding.part(), finding.words(), evidence);
    }
}
