package dev.squeeze.load;

import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;

/**
 * What the producers say of themselves. Totals are since their start, over all of them; averages are Kafka's own over its
 * last 30 seconds, averaged over the producers.
 *
 * @param outgoingBytes written to sockets, requests included: {@code outgoing-byte-total}
 * @param bufferWaitNanos application threads waited for buffer memory: {@code bufferpool-wait-time-ns-total}
 * @param retries {@code record-retry-total}
 * @param requests {@code request-total}
 * @param batchBytesAverage bytes of a batch as sent: {@code batch-size-avg}; 0 where none was sent
 * @param ratioAverage uncompressed over compressed, the inverse of {@code compression-rate-avg}; 0 where none was sent
 */
public record ProducerMetrics(
        double outgoingBytes,
        double bufferWaitNanos,
        double retries,
        double requests,
        double batchBytesAverage,
        double ratioAverage) {
    private static final String GROUP = "producer-metrics";

    static ProducerMetrics of(List<KafkaProducer<byte[], byte[]>> producers) {
        double rate = average(producers, "compression-rate-avg");
        return new ProducerMetrics(
                total(producers, "outgoing-byte-total"),
                total(producers, "bufferpool-wait-time-ns-total"),
                total(producers, "record-retry-total"),
                total(producers, "request-total"),
                average(producers, "batch-size-avg"),
                rate > 0 ? 1 / rate : 0);
    }

    private static double total(List<KafkaProducer<byte[], byte[]>> producers, String name) {
        return producers.stream().mapToDouble(producer -> value(producer, name)).sum();
    }

    private static double average(List<KafkaProducer<byte[], byte[]>> producers, String name) {
        return producers.stream()
                .mapToDouble(producer -> value(producer, name))
                .average()
                .orElse(0);
    }

    /** Kafka reports NaN for an average over nothing. */
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

    /** The totals of the time between, and the later averages. */
    ProducerMetrics minus(ProducerMetrics earlier) {
        return new ProducerMetrics(
                outgoingBytes - earlier.outgoingBytes,
                bufferWaitNanos - earlier.bufferWaitNanos,
                retries - earlier.retries,
                requests - earlier.requests,
                batchBytesAverage,
                ratioAverage);
    }
}
