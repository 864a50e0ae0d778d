package dev.squeeze.engine.experiment;

import dev.squeeze.engine.load.ClientRole;
import dev.squeeze.engine.load.LoadSettings;
import dev.squeeze.engine.load.TopicContents;
import dev.squeeze.engine.load.TrialResult;
import dev.squeeze.kit.cluster.BrokerUsage;
import dev.squeeze.kit.environment.JvmUsage;
import dev.squeeze.kit.environment.ServiceRole;
import dev.squeeze.kit.environment.ThreadUsage;
import dev.squeeze.kit.kafka.broker.BrokerRole;
import dev.squeeze.kit.unit.ByteCount;
import java.util.DoubleSummaryStatistics;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** The figures of one trial. Those that are unknown or do not apply are not in the map. */
final class TrialMetrics {
    private static final double GIGABYTE = 1e9;

    private final Map<Metric, Double> metrics = new EnumMap<>(Metric.class);

    private TrialMetrics() {}

    static Map<Metric, Double> of(TrialResult trial, LoadSettings settings) {
        TrialMetrics figures = new TrialMetrics();
        TrialResult.Window window = trial.window();
        double gigabytes = window.payloadBytes() / GIGABYTE;
        figures.put(Metric.RECORDS_PER_SECOND, window.records() / window.seconds());
        figures.put(Metric.PAYLOAD_MIB_PER_SECOND, window.payloadBytes() / window.seconds() / ByteCount.MIB);
        boolean driven = settings.client().isPresent();
        if (!driven && (trial.served().isEmpty() || window.service().isPresent())) {
            figures.put(Metric.WIRE_MIB_PER_SECOND, trial.metrics().outgoingBytes() / window.seconds() / ByteCount.MIB);
            if (trial.metrics().requests() > 0) {
                figures.put(Metric.PRODUCE_REQUESTS, trial.metrics().requests() / window.seconds());
            }
            figures.put(Metric.RETRIES, trial.metrics().retries());
        }
        if (driven) {
            // Drivers do not report requests, but brokers do. Others may also send to brokers that are not ours.
            window.brokers()
                    .filter(brokers -> brokers.stream().allMatch(BrokerUsage::onThisMachine))
                    .ifPresent(brokers -> figures.put(Metric.PRODUCE_REQUESTS, requests(brokers, window)));
        }
        if (settings.refusalsAllowed()) {
            figures.put(Metric.BUFFER_FULL, window.bufferFull() / window.seconds());
            figures.put(
                    Metric.BUFFER_FULL_SHARE,
                    (double) window.bufferFull() / Math.max(1, window.records() + window.bufferFull()));
        }
        trial.served().ifPresent(served -> figures.refused(window));
        trial.metrics().ratio().ifPresent(ratio -> figures.put(Metric.PRODUCER_RATIO, ratio));
        trial.metrics().batchBytes().ifPresent(bytes -> figures.put(Metric.PRODUCER_BATCH_BYTES, bytes));
        figures.machine(window);
        figures.log(trial);
        if (gigabytes > 0) {
            if (trial.served().isPresent()) {
                figures.client(window, gigabytes);
                window.service().ifPresent(service -> figures.service(trial, service, gigabytes));
            } else if (driven) {
                // Threads of other libraries cannot be assigned to roles: the whole driver process counts as the
                // producer.
                window.driversCpuNanos().ifPresent(cpu -> figures.put(Metric.PRODUCER_CPU, cpu / 1e9 / gigabytes));
            } else {
                figures.producers(trial, settings, gigabytes);
            }
            window.brokers().ifPresent(brokers -> figures.brokers(brokers, window.seconds(), gigabytes));
        }
        figures.latencies(trial.latencies());
        trial.consumers().ifPresent(figures::consumers);
        return figures.metrics;
    }

    private static double requests(List<BrokerUsage> brokers, TrialResult.Window window) {
        return brokers.stream()
                        .mapToLong(broker -> broker.counters().produceRequests())
                        .sum()
                / window.seconds();
    }

    private void put(Metric metric, double value) {
        metrics.put(metric, value);
    }

    private void machine(TrialResult.Window window) {
        if (window.machine().isEmpty()) {
            return;
        }
        double ours = (window.client().processCpuNanos()
                        + window.service().map(JvmUsage::processCpuNanos).orElse(0L)
                        + window.driversCpuNanos().orElse(0L))
                / 1e9
                / window.seconds();
        if (window.brokers().isPresent()) {
            for (BrokerUsage broker : window.brokers().get()) {
                if (!broker.onThisMachine()) {
                    // It is unknown where they run; if it is this machine, they count as other programs.
                    continue;
                }
                ours += (double) broker.jvm().processCpuNanos() / broker.jvm().clockNanos();
            }
        }
        put(Metric.STOLEN, window.machine().get().stolenShare());
        put(
                Metric.OTHER_PROGRAMS,
                Math.max(
                        0,
                        window.machine().get().runningShare()
                                        * Runtime.getRuntime().availableProcessors()
                                - ours));
    }

    private void log(TrialResult trial) {
        TopicContents contents = trial.contents().orElse(null);
        if (contents == null || contents.batches() == 0) {
            return;
        }
        put(Metric.RATIO, contents.ratio());
        put(Metric.RECORDS_PER_BATCH, contents.recordsPerBatch());
        put(Metric.BATCH_BYTES, (double) contents.storedBytes() / contents.batches());
        put(Metric.UNCOMPRESSED_BATCH_BYTES, (double) contents.uncompressedBytes() / contents.batches());
        trial.diskBytes()
                .ifPresent(bytes -> put(Metric.DISK_BYTES_PER_RECORD, (double) bytes / contents.recordsKept()));
    }

    private void producers(TrialResult trial, LoadSettings settings, double gigabytes) {
        TrialResult.Window window = trial.window();
        Map<ClientRole, ThreadUsage> roles = window.client().byRole(ClientRole.THREADS);
        ThreadUsage application = role(roles, ClientRole.APPLICATION);
        ThreadUsage network = role(roles, ClientRole.PRODUCER_NETWORK);
        put(Metric.APPLICATION_CPU, application.cpuNanos() / 1e9 / gigabytes);
        put(Metric.PRODUCER_NETWORK_CPU, network.cpuNanos() / 1e9 / gigabytes);
        put(Metric.PRODUCER_CPU, (application.cpuNanos() + network.cpuNanos()) / 1e9 / gigabytes);
        putCpu(Metric.CLIENT_GC_CPU, roles.get(ClientRole.GC), gigabytes);
        putCpu(Metric.CLIENT_JIT_CPU, roles.get(ClientRole.JIT), gigabytes);
        double threadSeconds = window.seconds() * settings.producers() * settings.threads();
        application.blockedMillis().ifPresent(millis -> put(Metric.BLOCKED, millis / 1e3 / threadSeconds));
        put(Metric.BUFFER_WAIT, trial.metrics().bufferWaitNanos() / 1e9 / threadSeconds);
        put(
                Metric.ALLOCATED_PER_RECORD,
                (double) (application.allocatedBytes() + network.allocatedBytes()) / window.records());
    }

    private void refused(TrialResult.Window window) {
        long answered = window.records() + window.refused();
        put(Metric.REFUSED, answered == 0 ? 0 : (double) window.refused() / answered);
    }

    /** The HTTP client is not part of what is measured; its whole process matters only because it may be the limit. */
    private void client(TrialResult.Window window, double gigabytes) {
        put(Metric.CLIENT_CPU, window.client().processCpuNanos() / 1e9 / gigabytes);
    }

    private void service(TrialResult trial, JvmUsage service, double gigabytes) {
        TrialResult.Window window = trial.window();
        Map<ServiceRole, ThreadUsage> roles = service.byRole(ServiceRole.THREADS);
        ThreadUsage http = role(roles, ServiceRole.HTTP);
        ThreadUsage worker = role(roles, ServiceRole.WORKER);
        ThreadUsage network = role(roles, ServiceRole.PRODUCER_NETWORK);
        put(Metric.SERVICE_HTTP_CPU, http.cpuNanos() / 1e9 / gigabytes);
        put(Metric.SERVICE_WORKER_CPU, worker.cpuNanos() / 1e9 / gigabytes);
        put(Metric.SERVICE_NETWORK_CPU, network.cpuNanos() / 1e9 / gigabytes);
        put(Metric.SERVICE_CORES, service.processCpuNanos() / 1e9 / window.seconds());
        put(Metric.SERVICE_CPU, (http.cpuNanos() + worker.cpuNanos() + network.cpuNanos()) / 1e9 / gigabytes);
        putCpu(Metric.SERVICE_GC_CPU, roles.get(ServiceRole.GC), gigabytes);
        putCpu(Metric.SERVICE_JIT_CPU, roles.get(ServiceRole.JIT), gigabytes);
        int workers = trial.served()
                .flatMap(served -> served.workers().stream().boxed().findFirst())
                .orElse(1);
        double threadSeconds = window.seconds() * workers;
        worker.blockedMillis().ifPresent(millis -> put(Metric.BLOCKED, millis / 1e3 / threadSeconds));
        put(Metric.BUFFER_WAIT, trial.metrics().bufferWaitNanos() / 1e9 / threadSeconds);
        put(
                Metric.ALLOCATED_PER_RECORD,
                (double) (http.allocatedBytes() + worker.allocatedBytes() + network.allocatedBytes())
                        / window.records());
    }

    private void putCpu(Metric metric, @org.jspecify.annotations.Nullable ThreadUsage usage, double gigabytes) {
        if (usage != null) {
            put(metric, usage.cpuNanos() / 1e9 / gigabytes);
        }
    }

    private static <R> ThreadUsage role(Map<R, ThreadUsage> roles, R role) {
        ThreadUsage usage = roles.get(role);
        return usage == null ? ThreadUsage.none(String.valueOf(role)) : usage;
    }

    /**
     * Sums over all brokers. Reading a broker's counters takes a moment, so each is scaled from the time between its
     * own two readings to the window.
     */
    private void brokers(List<BrokerUsage> brokers, double seconds, double gigabytes) {
        Map<BrokerRole, Double> sums = new EnumMap<>(BrokerRole.class);
        double cores = 0;
        for (BrokerUsage broker : brokers) {
            double scale = seconds / (broker.jvm().clockNanos() / 1e9);
            cores += (double) broker.jvm().processCpuNanos() / broker.jvm().clockNanos();
            broker.byRole()
                    .forEach(
                            (role, usage) -> sums.merge(role, usage.cpuNanos() / 1e9 * scale / gigabytes, Double::sum));
        }
        double handlers = sums.getOrDefault(BrokerRole.REQUEST_HANDLER, 0.0);
        double network = sums.getOrDefault(BrokerRole.NETWORK, 0.0);
        double replication = sums.getOrDefault(BrokerRole.REPLICATION, 0.0);
        put(Metric.REQUEST_HANDLER_CPU, handlers);
        put(Metric.BROKER_NETWORK_CPU, network);
        if (replication > 0) {
            put(Metric.REPLICATION_CPU, replication);
        }
        put(Metric.BROKER_CPU, handlers + network + replication);
        put(Metric.BROKER_CORES, cores);
        if (sums.containsKey(BrokerRole.GC)) {
            put(Metric.BROKER_GC_CPU, sums.get(BrokerRole.GC));
        }
        if (sums.containsKey(BrokerRole.JIT)) {
            put(Metric.BROKER_JIT_CPU, sums.get(BrokerRole.JIT));
        }
    }

    private void latencies(TrialResult.Latencies latencies) {
        if (latencies.send().getTotalCount() > 0) {
            put(Metric.SEND_MEAN, latencies.send().getMean() / 1e6);
        }
        percentiles(
                latencies.send(),
                List.of(Metric.SEND_P50, Metric.SEND_P95, Metric.SEND_P99, Metric.SEND_P999, Metric.SEND_MAX));
        percentiles(
                latencies.acknowledge(),
                List.of(Metric.ACK_P50, Metric.ACK_P95, Metric.ACK_P99, Metric.ACK_P999, Metric.ACK_MAX));
        if (latencies.endToEnd().getTotalCount() > 0 || latencies.unmatched() > 0) {
            put(Metric.E2E_UNMATCHED, latencies.unmatched());
        }
        percentiles(
                latencies.endToEnd(),
                List.of(Metric.E2E_P50, Metric.E2E_P95, Metric.E2E_P99, Metric.E2E_P999, Metric.E2E_MAX));
    }

    private void percentiles(Histogram nanos, List<Metric> fiftyToMax) {
        if (nanos.getTotalCount() == 0) {
            return;
        }
        double[] percentiles = {50, 95, 99, 99.9, 100};
        for (int i = 0; i < percentiles.length; i++) {
            put(fiftyToMax.get(i), nanos.getValueAtPercentile(percentiles[i]) / 1e6);
        }
    }

    private void consumers(TrialResult.Consumption consumption) {
        double seconds = consumption.figures().seconds();
        double gigabytes = consumption.payloadBytes() / GIGABYTE;
        if (seconds <= 0 || gigabytes <= 0) {
            return;
        }
        put(Metric.CONSUMER_SECONDS, seconds);
        put(Metric.CONSUMER_RECORDS_PER_SECOND, consumption.figures().records() / seconds);
        put(Metric.CONSUMER_MIB_PER_SECOND, consumption.figures().payloadBytes() / seconds / ByteCount.MIB);
        ThreadUsage consumer = role(consumption.client().byRole(ClientRole.THREADS), ClientRole.CONSUMER);
        put(Metric.CONSUMER_CPU, consumer.cpuNanos() / 1e9 / gigabytes);
        consumerThreads(consumption.client());
        if (consumption.figures().fetches() > 0) {
            put(Metric.FETCHES, consumption.figures().fetches() / seconds);
            put(
                    Metric.FETCH_BYTES,
                    consumption.figures().incomingBytes()
                            / consumption.figures().fetches());
        }
    }

    /** Covers each thread that polls and decompresses; not the threads that Kafka starts for a consumer. */
    private void consumerThreads(JvmUsage client) {
        if (client.clockNanos() <= 0) {
            return;
        }
        DoubleSummaryStatistics cores = client.threads().values().stream()
                .filter(thread -> thread.name().startsWith(ClientRole.CONSUMER.threadPrefix()))
                .mapToDouble(thread -> (double) thread.cpuNanos() / client.clockNanos())
                .summaryStatistics();
        if (cores.getCount() > 0) {
            put(Metric.CONSUMER_THREAD, cores.getAverage());
            put(Metric.CONSUMER_THREAD_MOST, cores.getMax());
        }
    }
}
