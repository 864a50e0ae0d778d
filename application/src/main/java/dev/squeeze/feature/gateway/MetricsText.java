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

/** The gateway's figures in the text format of Prometheus, version 0.0.4. */
final class MetricsText {
    private static final String PREFIX = "squeeze_gateway_";

    /** Kafka's name, ours, and what it means. */
    private static final String[][] PRODUCER = {
        {"batch-size-avg", "producer_batch_bytes", "Bytes of a batch as it is sent, Kafka's mean of 30 s."},
        {"records-per-request-avg", "producer_records_per_request", "Records of a request, Kafka's mean of 30 s."},
        {"buffer-available-bytes", "producer_buffer_available_bytes", "Free part of the producer's buffer.memory."},
        {"buffer-total-bytes", "producer_buffer_bytes", "The producer's buffer.memory."},
        {"request-latency-avg", "producer_request_latency_milliseconds", "To a broker's answer, Kafka's mean of 30 s."},
        {"requests-in-flight", "producer_requests_in_flight", "Requests that no broker has answered yet."},
        {"waiting-threads", "producer_waiting_threads", "Workers that wait for the producer's buffer memory."}
    };

    private static final String[][] PRODUCER_TOTALS = {
        {"outgoing-byte-total", "producer_outgoing_bytes_total", "Bytes written to brokers."},
        {"record-retry-total", "producer_retries_total", "Records that were sent again."},
        {"record-error-total", "producer_errors_total", "Records that the producer gave up."}
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
        text.gauge("queue_records", "Records that were accepted and not handed to the producer yet.", queue.records());
        text.gauge("queue_records_limit", "Most of them, --queue-records.", queue.maxRecords());
        text.gauge("queue_bytes", "Bytes of memory for bodies that are read and records that wait.", queue.bytes());
        text.gauge("queue_bytes_limit", "Most of them, --queue-bytes.", queue.maxBytes());
        text.gauge("connections", "Open connections.", connections);
    }

    private void counts(GatewayCounts counts) {
        GatewayTotals totals = counts.totals();
        text.counter("requests_total", "Requests with records, refused ones included.", counts.requests());
        text.counter("accepted_records_total", "Records that went into the queue.", totals.accepted());
        text.counter("accepted_bytes_total", "Bytes of their keys and values.", totals.acceptedBytes());
        text.counter("acknowledged_records_total", "Records that the broker has taken.", totals.acknowledged());
        text.counter("acknowledged_bytes_total", "Bytes of their keys and values.", totals.acknowledgedBytes());
        text.counter("failed_records_total", "Accepted records that will not be delivered.", totals.failed());
        text.counter(
                "resent_records_total",
                "Records that were sent again, since they were refused only for another one.",
                counts.resent());
        text.begin("refused_requests_total", "counter", "Requests of which nothing was taken.");
        for (Refusal refusal : Refusal.values()) {
            text.line("refused_requests_total{reason=\"" + refusal.label() + "\"}", counts.refused(refusal));
        }
    }

    private void latency(GatewayCounts counts) {
        String name = "acknowledgement_seconds";
        text.begin(name, "histogram", "From a request to the broker's acknowledgement of each of its records.");
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
        text.gauge("producer_compression_ratio", "Uncompressed over compressed, Kafka's mean of 30 s.", 1 / rate);
        for (String[] metric : PRODUCER_TOTALS) {
            text.counter(metric[1], metric[2], value(metrics, metric[0]));
        }
    }

    /** NaN, as Prometheus knows it too, for what Kafka has not measured. */
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
        text.begin(name, "counter", "Processor time of this process by what its threads do; their sum is all of it.");
        for (Map.Entry<ServiceRole, ThreadUsage> role :
                usage.byRole(ServiceRole.THREADS).entrySet()) {
            String label = KebabCase.of(role.getKey());
            text.line(name + "{role=\"" + label + "\"}", role.getValue().cpuNanos() / 1e9);
        }
    }
}
