package dev.squeeze.kit.cluster;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;

/**
 * Metrics that the producers report: totals since their start, summed over all producers, and Kafka's own averages over the last 30
 * seconds, averaged over the producers.
 *
 * @param outgoingBytes bytes written to sockets, including requests: {@code outgoing-byte-total}
 * @param requests number of requests sent, including metadata requests: {@code request-total}
 * @param bufferWaitNanos time that application threads waited for buffer memory: {@code bufferpool-wait-time-ns-total}
 * @param retries {@code record-retry-total}
 * @param batchBytes bytes of a batch as sent: {@code batch-size-avg}; empty if none was sent
 * @param ratio uncompressed over compressed, the inverse of {@code compression-rate-avg}; empty if nothing was sent
 */
public record ProducerMetrics(
        double outgoingBytes,
        double requests,
        double bufferWaitNanos,
        double retries,
        OptionalDouble batchBytes,
        OptionalDouble ratio) {
    private static final String GROUP = "producer-metrics";

    /** Reads the metrics of running producers. */
    public static ProducerMetrics of(List<KafkaProducer<byte[], byte[]>> producers) {
        OptionalDouble rate = average(producers, "compression-rate-avg");
        return new ProducerMetrics(
                total(producers, "outgoing-byte-total"),
                total(producers, "request-total"),
                total(producers, "bufferpool-wait-time-ns-total"),
                total(producers, "record-retry-total"),
                average(producers, "batch-size-avg"),
                rate.isPresent() ? OptionalDouble.of(1 / rate.getAsDouble()) : OptionalDouble.empty());
    }

    private static OptionalDouble average(List<KafkaProducer<byte[], byte[]>> producers, String name) {
        return producers.stream()
                .mapToDouble(producer -> value(producer, name))
                .filter(value -> value > 0)
                .average();
    }

    private static double total(List<KafkaProducer<byte[], byte[]>> producers, String name) {
        return producers.stream().mapToDouble(producer -> value(producer, name)).sum();
    }

    /** Kafka reports NaN for metrics without a measurement. */
    private static double value(KafkaProducer<byte[], byte[]> producer, String name) {
        for (Map.Entry<MetricName, ? extends Metric> entry : producer.metrics().entrySet()) {
            MetricName metric = entry.getKey();
            if (metric.name().equals(name) && metric.group().equals(GROUP)) {
                double value = entry.getValue().metricValue() instanceof Number number ? number.doubleValue() : 0;
                return Double.isFinite(value) ? value : 0;
            }
        }
        return 0;
    }

    /**
     * Combines several processes: totals are added, averages are over all producers.
     *
     * @param producers number of producers in each process
     */
    public static ProducerMetrics together(List<ProducerMetrics> all, List<Integer> producers) {
        return new ProducerMetrics(
                all.stream().mapToDouble(ProducerMetrics::outgoingBytes).sum(),
                all.stream().mapToDouble(ProducerMetrics::requests).sum(),
                all.stream().mapToDouble(ProducerMetrics::bufferWaitNanos).sum(),
                all.stream().mapToDouble(ProducerMetrics::retries).sum(),
                average(all, producers, ProducerMetrics::batchBytes),
                average(all, producers, ProducerMetrics::ratio));
    }

    private static OptionalDouble average(
            List<ProducerMetrics> all, List<Integer> producers, Function<ProducerMetrics, OptionalDouble> which) {
        double sum = 0;
        double weight = 0;
        for (int i = 0; i < all.size(); i++) {
            OptionalDouble value = which.apply(all.get(i));
            if (value.isPresent()) {
                sum += value.getAsDouble() * producers.get(i);
                weight += producers.get(i);
            }
        }
        return weight == 0 ? OptionalDouble.empty() : OptionalDouble.of(sum / weight);
    }

    /** The totals between two readings, with the averages of the later one. */
    public ProducerMetrics minus(ProducerMetrics earlier) {
        return new ProducerMetrics(
                outgoingBytes - earlier.outgoingBytes,
                requests - earlier.requests,
                bufferWaitNanos - earlier.bufferWaitNanos,
                retries - earlier.retries,
                batchBytes,
                ratio);
    }
}
