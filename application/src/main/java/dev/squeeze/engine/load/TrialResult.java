package dev.squeeze.engine.load;

import dev.squeeze.engine.drivers.DriverHello;
import dev.squeeze.kit.cluster.BrokerUsage;
import dev.squeeze.kit.cluster.ProducerMetrics;
import dev.squeeze.kit.environment.JvmUsage;
import dev.squeeze.kit.environment.MachineUsage;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.HdrHistogram.Histogram;

/**
 * The result of one trial. {@link Window} covers only the measured part; content and problems cover the whole trial.
 *
 * @param window what happened while measuring
 * @param latencies of the records that were due while measuring
 * @param consumers what the consumers did; empty if they were not measured
 * @param contents what the topics contained at the end; empty if the brokers are unknown
 * @param diskBytes of all replicas, as reported by the brokers; empty if they do not
 * @param metrics the producers' own metrics over the window
 * @param warmUp how the warm-up ended; empty if the trial was not a warm-up
 * @param ticks twenty per second over the whole trial; evenly spaced, but fewer, for a long trial
 * @param served what a service answered; empty if none took the records
 * @param workers what each of several machines did; empty if this process sent
 * @param clients the other client libraries that sent, as reported by their drivers; empty if the Java producer sent
 * @param interrupted whether the user ended it within its window: the figures then cover the time until that, and
 *     records not read back by then were not compared
 * @param problems reasons why the figures are invalid; empty if there are none
 */
public record TrialResult(
        Window window,
        Latencies latencies,
        Optional<Consumption> consumers,
        Optional<TopicContents> contents,
        Optional<Long> diskBytes,
        ProducerMetrics metrics,
        Optional<WarmUp> warmUp,
        List<Tick> ticks,
        Optional<Served> served,
        List<WorkerShare> workers,
        List<DriverHello> clients,
        boolean interrupted,
        List<String> problems) {
    /**
     * A virtual machine's host takes a few hundredths of its time now and then; more than this distorts the figures.
     */
    public static final double MAX_STOLEN = 0.1;

    public TrialResult {
        ticks = List.copyOf(ticks);
        workers = List.copyOf(workers);
        clients = List.copyOf(clients);
        problems = List.copyOf(problems);
    }

    /** The result of a trial whose records were sent by this process. */
    public TrialResult(
            Window window,
            Latencies latencies,
            Optional<Consumption> consumers,
            Optional<TopicContents> contents,
            Optional<Long> diskBytes,
            ProducerMetrics metrics,
            Optional<WarmUp> warmUp,
            List<Tick> ticks,
            Optional<Served> served,
            List<String> problems) {
        this(
                window, latencies, consumers, contents, diskBytes, metrics, warmUp, ticks, served, List.of(), List.of(),
                false, problems);
    }

    /**
     * The measured part of a trial.
     *
     * @param fromSeconds when it began, as {@link Tick#seconds}
     * @param seconds its length
     * @param records acknowledged records
     * @param payloadBytes size of their keys and values
     * @param client usage of our own JVM
     * @param brokers usage of each broker; empty if it is not available
     * @param machine usage of our whole machine; empty if it is not available
     * @param bufferFull records that found the producer's buffer full, if that does not count as failure
     * @param refused records that were refused
     * @param service usage of our service's JVM; empty if no service of our own took the records
     * @param driversCpuNanos CPU time of the drivers of another client, counting their whole processes; empty if none
     *     sent
     */
    public record Window(
            double fromSeconds,
            double seconds,
            long records,
            long payloadBytes,
            JvmUsage client,
            Optional<List<BrokerUsage>> brokers,
            Optional<MachineUsage> machine,
            long bufferFull,
            long refused,
            Optional<JvmUsage> service,
            Optional<Long> driversCpuNanos) {
        /** Cores used by the JIT of clients and brokers; 0 if unknown. */
        public double compilerCores() {
            double cores =
                    compilerCores(client) + service.map(Window::compilerCores).orElse(0.0);
            for (BrokerUsage broker : brokers.orElse(List.of())) {
                cores += compilerCores(broker.jvm());
            }
            return cores;
        }

        private static double compilerCores(JvmUsage jvm) {
            return jvm.clockNanos() <= 0 ? 0 : (double) jvm.jitCpuNanos().orElse(0) / jvm.clockNanos();
        }
    }

    /**
     * Distributions in nanoseconds; for ready-made batches, {@code send} and {@code acknowledge} have one value per
     * batch.
     *
     * @param send duration of the calls to send()
     * @param acknowledge from when a record was due to its acknowledgement
     * @param endToEnd from when a record was due to its arrival at a consumer; empty if no consumer read at the same
     *     time
     * @param unmatched records whose arrival could not be matched with their acknowledgement
     */
    public record Latencies(Histogram send, Histogram acknowledge, Histogram endToEnd, long unmatched) {}

    /**
     * What the consumers did.
     *
     * @param figures what they read
     * @param client usage of our own JVM while they read; in the window if they read while producers send
     * @param payloadBytes size of the keys and values read in the same time
     */
    public record Consumption(ConsumerFigures figures, JvmUsage client, long payloadBytes) {}

    /**
     * The end of a warm-up.
     *
     * @param settled whether throughput and CPU were steady and JIT compilation had subsided
     * @param recordsPerSecond records acknowledged per second at its end
     */
    public record WarmUp(boolean settled, double recordsPerSecond) {}

    /**
     * What a service answered in the whole trial.
     *
     * @param connections number of connections that sent
     * @param workers threads of our own service that hand records to its producer; empty for a foreign service
     * @param refusedByStatus requests that were not answered with success
     */
    public record Served(int connections, OptionalInt workers, Map<String, Long> refusedByStatus) {
        public Served {
            refusedByStatus = Map.copyOf(refusedByStatus);
        }
    }

    /** Whether the JIT, or other virtual machines on the host, took cores that the load needed; false if unknown. */
    public boolean isDisturbed() {
        boolean stolen = window.machine()
                        .map(machine -> machine.stolenShare() > MAX_STOLEN)
                        .orElse(false)
                || workers.stream().anyMatch(worker -> worker.stolenShare().orElse(0) > MAX_STOLEN);
        return stolen || !Settling.isQuiet(window.compilerCores() / Math.max(1, workers.size()));
    }

    /** Whether the figures are valid. */
    public boolean isValid() {
        return problems.isEmpty();
    }
}
