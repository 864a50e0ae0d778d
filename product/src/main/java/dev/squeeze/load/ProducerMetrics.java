package dev.squeeze.load;

import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;

/**
 * What the producers say of themselves: totals since their start, over all of them.
 *
 * @param outgoingBytes written to sockets, requests included: {@code outgoing-byte-total}
 * @param bufferWaitNanos application threads waited for buffer memory: {@code bufferpool-wait-time-ns-total}
 * @param retries {@code record-retry-total}
 */
public record ProducerMetrics(double outgoingBytes, double bufferWaitNanos, double retries) {
    private static final String GROUP = "producer-metrics";

    static ProducerMetrics of(List<KafkaProducer<byte[], byte[]>> producers) {
        return new ProducerMetrics(
                total(producers, "outgoing-byte-total"),
                total(producers, "bufferpool-wait-time-ns-total"),
                total(producers, "record-retry-total"));
    }

    private static double total(List<KafkaProducer<byte[], byte[]>> producers, String name) {
        return producers.stream().mapToDouble(producer -> value(producer, name)).sum();
    }

    /** Kafka reports NaN for what was never measured. */
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

    /** The totals of the time between. */
    ProducerMetrics minus(ProducerMetrics earlier) {
        return new ProducerMetrics(
                outgoingBytes - earlier.outgoingBytes,
                bufferWaitNanos - earlier.bufferWaitNanos,
                retries - earlier.retries);
    }
}
