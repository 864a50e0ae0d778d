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
 * The result of one trial. Everything in {@link Window} is of the measured stretch alone; content and problems are of the
 * whole trial.
 *
 * @param window what happened while measuring
 * @param latencies of the records that were due while measuring
 * @param consumers what the consumers did, where they were asked for
 * @param contents what the topics held in the end; empty where their brokers are not known
 * @param diskBytes of all replicas, as the brokers report it; empty where they do not
 * @param metrics the producers' own metrics over the window
 * @param warmUp how it ended, of a trial that was one
 * @param ticks twenty a second over the whole trial; of a long one evenly spaced ones
 * @param served what a service answered, where one took the records
 * @param workers what each of several machines did; empty where this process sent
 * @param clients the other client libraries that sent, as their drivers name them; empty where Java's producer did
 * @param interrupted whether the user ended it within its window: the figures are of the time until then, and what was not
 *     read back by then was not compared
 * @param problems why nothing here may be quoted; empty if all is well
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
    /** The host of a virtual machine takes a few hundredths of its time now and then; more than this changes figures. */
    public static final double MAX_STOLEN = 0.1;

    public TrialResult {
        ticks = List.copyOf(ticks);
        workers = List.copyOf(workers);
        clients = List.copyOf(clients);
        problems = List.copyOf(problems);
    }

    /** One whose records this process sent. */
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
     * The measured stretch.
     *
     * @param fromSeconds when it began, as {@link Tick#seconds}
     * @param seconds its length
     * @param records acknowledged in it
     * @param payloadBytes of their keys and values
     * @param client what our own JVM used
     * @param brokers what each broker used; empty where that is not visible
     * @param machine what everything on our own machine used; empty where that is not visible
     * @param bufferFull records in it that found the producer's buffer full, where that is no failure
     * @param refused records that were refused in it
     * @param service what our service's JVM used; empty where none of ours took the records
     * @param driversCpuNanos what the drivers of another client used, their whole processes; empty where none sent
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
        /** What the JIT of clients and brokers used; 0 where that is not visible. */
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
     * Distributions in nanoseconds; of ready-made batches, {@code send} and {@code acknowledge} are of each batch.
     *
     * @param send of the calls to send()
     * @param acknowledge from when a record was due to its acknowledgement
     * @param endToEnd from when a record was due to its arrival at a consumer; empty where no consumer read meanwhile
     * @param unmatched records whose arrival could not be matched to their sending
     */
    public record Latencies(Histogram send, Histogram acknowledge, Histogram endToEnd, long unmatched) {}

    /**
     * What the consumers did.
     *
     * @param figures what they read
     * @param client what our own JVM used meanwhile; next to producers, in the window
     * @param payloadBytes what they read meanwhile
     */
    public record Consumption(ConsumerFigures figures, JvmUsage client, long payloadBytes) {}

    /**
     * The end of a warm-up.
     *
     * @param settled whether throughput and CPU stood still and the compilers were quiet
     * @param recordsPerSecond acknowledged in its last second
     */
    public record WarmUp(boolean settled, double recordsPerSecond) {}

    /**
     * What a service answered in the whole trial.
     *
     * @param connections that sent
     * @param workers threads of a service of our own that hand records to its producer; empty for a foreign one
     * @param refusedByStatus requests that were answered with something else than success
     */
    public record Served(int connections, OptionalInt workers, Map<String, Long> refusedByStatus) {
        public Served {
            refusedByStatus = Map.copyOf(refusedByStatus);
        }
    }

    /** Whether the JIT or the host's other machines had cores that the load wanted; false where that is not visible. */
    public boolean isDisturbed() {
        boolean stolen = window.machine()
                        .map(machine -> machine.stolenShare() > MAX_STOLEN)
                        .orElse(false)
                || workers.stream().anyMatch(worker -> worker.stolenShare().orElse(0) > MAX_STOLEN);
        return stolen || !Settling.isQuiet(window.compilerCores() / Math.max(1, workers.size()));
    }

    /** Whether the figures may be quoted. */
    public boolean isValid() {
        return problems.isEmpty();
    }
}
