package dev.squeeze.engine.load;

import dev.squeeze.kit.cluster.BrokerUsage;
import dev.squeeze.kit.cluster.OwnService;
import dev.squeeze.kit.cluster.ProducerMetrics;
import dev.squeeze.kit.environment.JvmUsage;
import dev.squeeze.kit.environment.MachineUsage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * All counters at one end of a window. The client's CPU is read last, immediately before its progress, because the two
 * are divided by each other.
 */
record CounterSnapshot(
        JvmUsage client,
        Optional<List<BrokerUsage>> brokers,
        Optional<MachineUsage> machine,
        Optional<JvmUsage> service,
        LoadProgress progress,
        ProducerMetrics metrics,
        long consumedBytes,
        Optional<Duration> drivers) {

    /** @param consumedBytes bytes read by consumers that run at the same time */
    static CounterSnapshot take(
            LoadTarget cluster, Optional<OwnService> service, LoadGenerator producers, LongSupplier consumedBytes) {
        Optional<List<BrokerUsage>> brokers = cluster.usage().map(usage -> usage.get());
        // Queried once: the service's answer contains both.
        Optional<OwnService.Usage> served = service.map(OwnService::usage);
        ProducerMetrics metrics = served.map(OwnService.Usage::producer).orElseGet(producers::metrics);
        long consumed = consumedBytes.getAsLong();
        Optional<MachineUsage> machine = MachineUsage.current();
        Optional<Duration> drivers = producers.cpu();
        JvmUsage client = JvmUsage.current();
        return new CounterSnapshot(
                client,
                brokers,
                machine,
                served.map(OwnService.Usage::jvm),
                producers.progress(),
                metrics,
                consumed,
                drivers);
    }

    /** @param startNanos when the trial's first record was due */
    WindowDifference minus(CounterSnapshot begin, long startNanos) {
        JvmUsage used = client.minus(begin.client);
        LoadProgress done = progress.minus(begin.progress);
        TrialResult.Window window = new TrialResult.Window(
                (begin.client.clockNanos() - startNanos) / 1e9,
                used.clockNanos() / 1e9,
                done.acknowledged(),
                done.acknowledgedBytes(),
                used,
                begin.brokers.flatMap(before -> brokers.map(after -> difference(before, after))),
                begin.machine.flatMap(before -> machine.map(after -> after.minus(before))),
                done.bufferFull(),
                done.refused(),
                begin.service.flatMap(before -> service.map(after -> after.minus(before))),
                begin.drivers.flatMap(
                        before -> drivers.map(after -> after.minus(before).toNanos())));
        return new WindowDifference(window, metrics.minus(begin.metrics), consumedBytes - begin.consumedBytes);
    }

    private static List<BrokerUsage> difference(List<BrokerUsage> before, List<BrokerUsage> after) {
        List<BrokerUsage> difference = new ArrayList<>();
        for (int i = 0; i < after.size(); i++) {
            difference.add(after.get(i).minus(before.get(i)));
        }
        return List.copyOf(difference);
    }
}
