package dev.squeeze.feature.gateway;

import dev.squeeze.kit.environment.JvmUsage;
import dev.squeeze.kit.environment.ServiceRole;
import dev.squeeze.kit.environment.ThreadUsage;
import dev.squeeze.kit.serving.PrometheusText;
import dev.squeeze.kit.unit.KebabCase;
import java.util.Map;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;

/** The gateway's metrics in the Prometheus text format, version 0.0.4. */
final class MetricsText {
    private static final String PREFIX = "squeeze_gateway_";

    /** Kafka's name, our name and the help text of each metric. */
    private static final String[][] PRODUCER = {
        {"batch-size-avg", "producer_batch_bytes", "Bytes per batch as sent, Kafka's mean over 30 s."},
        {"records-per-request-avg", "producer_records_per_request", "Records per request, Kafka's mean over 30 s."},
        {"buffer-available-bytes", "producer_buffer_available_bytes", "Free part of the producer's buffer.memory."},
        {"buffer-total-bytes", "producer_buffer_bytes", "The producer's buffer.memory."},
        {
            "request-latency-avg",
            "producer_request_latency_milliseconds",
            "Time to a broker's response, Kafka's mean" + " over 30 s."
        },
        {"requests-in-flight", "producer_requests_in_flight", "Requests that have not been answered yet."},
        {"waiting-threads", "producer_waiting_threads", "Workers waiting for the producer's buffer memory."}
    };

    private static final String[][] PRODUCER_TOTALS = {
        {"outgoing-byte-total", "producer_outgoing_bytes_total", "Bytes written to brokers."},
        {"record-retry-total", "producer_retries_total", "Records that were sent again."},
        {"record-error-total", "producer_errors_total", "Records that the producer gave up on."}
    };

    private final PrometheusText text = new PrometheusText(PREFIX);

    private MetricsText() {}

    static String of(
            GatewayCounts counts,
            WorkerQueue queue,
            int connections,
            Producer<byte[], byte[]> producer,
            JvmUsage usage) {
        MetricsText metrics = new MetricsText();
        metrics.queue(queue, connections);
        metrics.counts(counts);
        metrics.latency(counts);
        metrics.producer(producer.metrics());
        metrics.cpu(usage);
        return metrics.text.toString();
    }

    private void queue(WorkerQueue queue, int connections) {
        text.gauge("queue_records", "Accepted records that have not been passed to the producer yet.", queue.records());
        text.gauge("queue_records_limit", "Maximum number of these records, --queue-records.", queue.maxRecords());
        text.gauge("queue_bytes", "Memory for bodies being read and records waiting, in bytes.", queue.bytes());
        text.gauge("queue_bytes_limit", "Maximum of this memory, --queue-bytes.", queue.maxBytes());
        text.gauge("connections", "Open connections.", connections);
    }

    private void counts(GatewayCounts counts) {
        GatewayTotals totals = counts.totals();
        text.counter("requests_total", "Requests with records, refused ones included.", counts.requests());
        text.counter("accepted_records_total", "Records that were put into the queue.", totals.accepted());
        text.counter("accepted_bytes_total", "Bytes of their keys and values.", totals.acceptedBytes());
        text.counter("acknowledged_records_total", "Records that the broker acknowledged.", totals.acknowledged());
        text.counter("acknowledged_bytes_total", "Bytes of their keys and values.", totals.acknowledgedBytes());
        text.counter("failed_records_total", "Accepted records that will not be delivered.", totals.failed());
        text.counter(
                "resent_records_total",
                "Records that were sent again because they had been refused only because of another record.",
                counts.resent());
        text.begin("refused_requests_total", "counter", "Requests that were refused as a whole.");
        for (Refusal refusal : Refusal.values()) {
            text.line("refused_requests_total{reason=\"" + refusal.label() + "\"}", counts.refused(refusal));
        }
    }

    private void latency(GatewayCounts counts) {
        String name = "acknowledgement_seconds";
        text.begin(name, "histogram", "Time from a request to the broker's acknowledgement of each of its records.");
        double sum = counts.latencySumSeconds();
        long cumulative = 0;
        double[] bounds = GatewayCounts.LATENCY_BOUNDS_SECONDS;
        for (int i = 0; i < bounds.length; i++) {
            cumulative += counts.latencyClass(i);
            text.line(name + "_bucket{le=\"" + bounds[i] + "\"}", cumulative);
        }
        cumulative += counts.latencyClass(bounds.length);
        text.line(name + "_bucket{le=\"+Inf\"}", cumulative);
        text.line(name + "_sum", sum);
        text.line(name + "_count", cumulative);
    }

    private void producer(Map<MetricName, ? extends Metric> metrics) {
        for (String[] metric : PRODUCER) {
            text.gauge(metric[1], metric[2], value(metrics, metric[0]));
        }
        double rate = value(metrics, "compression-rate-avg");
        text.gauge(
                "producer_compression_ratio", "Uncompressed over compressed bytes, Kafka's mean over 30 s.", 1 / rate);
        for (String[] metric : PRODUCER_TOTALS) {
            text.counter(metric[1], metric[2], value(metrics, metric[0]));
        }
    }

    /** NaN, which Prometheus supports, if Kafka has not measured the metric. */
    private static double value(Map<MetricName, ? extends Metric> metrics, String name) {
        for (Map.Entry<MetricName, ? extends Metric> entry : metrics.entrySet()) {
            if (entry.getKey().name().equals(name) && entry.getKey().group().equals("producer-metrics")) {
                return entry.getValue().metricValue() instanceof Number number ? number.doubleValue() : Double.NaN;
            }
        }
        return Double.NaN;
    }

    private void cpu(JvmUsage usage) {
        String name = "cpu_seconds_total";
        text.begin(name, "counter", "CPU time of this process by thread role; the sum is the total.");
        for (Map.Entry<ServiceRole, ThreadUsage> role :
                usage.byRole(ServiceRole.THREADS).entrySet()) {
            String label = KebabCase.of(role.getKey());
            text.line(name + "{role=\"" + label + "\"}", role.getValue().cpuNanos() / 1e9);
        }
    }
}
