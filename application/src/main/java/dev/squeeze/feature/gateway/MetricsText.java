package dev.squeeze.feature.gateway;

import dev.squeeze.kit.environment.JvmUsage;
import dev.squeeze.kit.environment.ServiceRole;
import dev.squeeze.kit.environment.ThreadUsage;
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

    private final StringBuilder text = new StringBuilder();

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
        gauge("queue_records", "Records that were accepted and not handed to the producer yet.", queue.records());
        gauge("queue_records_limit", "Most of them, --queue-records.", queue.maxRecords());
        gauge("queue_bytes", "Bytes of memory for bodies that are read and records that wait.", queue.bytes());
        gauge("queue_bytes_limit", "Most of them, --queue-bytes.", queue.maxBytes());
        gauge("connections", "Open connections.", connections);
    }

    private void counts(GatewayCounts counts) {
        GatewayTotals totals = counts.totals();
        counter("requests_total", "Requests with records, refused ones included.", counts.requests());
        counter("accepted_records_total", "Records that went into the queue.", totals.accepted());
        counter("accepted_bytes_total", "Bytes of their keys and values.", totals.acceptedBytes());
        counter("acknowledged_records_total", "Records that the broker has taken.", totals.acknowledged());
        counter("acknowledged_bytes_total", "Bytes of their keys and values.", totals.acknowledgedBytes());
        counter("failed_records_total", "Accepted records that will not be delivered.", totals.failed());
        counter(
                "resent_records_total",
                "Records that were sent again, since they were refused only for another one.",
                counts.resent());
        begin("refused_requests_total", "counter", "Requests of which nothing was taken.");
        for (Refusal refusal : Refusal.values()) {
            line("refused_requests_total{reason=\"" + refusal.label() + "\"}", counts.refused(refusal));
        }
    }

    private void latency(GatewayCounts counts) {
        String name = "acknowledgement_seconds";
        begin(name, "histogram", "From a request to the broker's acknowledgement of each of its records.");
        double sum = counts.latencySumSeconds();
        long cumulative = 0;
        double[] bounds = GatewayCounts.LATENCY_BOUNDS_SECONDS;
        for (int i = 0; i < bounds.length; i++) {
            cumulative += counts.latencyClass(i);
            line(name + "_bucket{le=\"" + bounds[i] + "\"}", cumulative);
        }
        cumulative += counts.latencyClass(bounds.length);
        line(name + "_bucket{le=\"+Inf\"}", cumulative);
        line(name + "_sum", sum);
        line(name + "_count", cumulative);
    }

    private void producer(Map<MetricName, ? extends Metric> metrics) {
        for (String[] metric : PRODUCER) {
            gauge(metric[1], metric[2], value(metrics, metric[0]));
        }
        double rate = value(metrics, "compression-rate-avg");
        gauge("producer_compression_ratio", "Uncompressed over compressed, Kafka's mean of 30 s.", 1 / rate);
        for (String[] metric : PRODUCER_TOTALS) {
            counter(metric[1], metric[2], value(metrics, metric[0]));
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
        begin(name, "counter", "Processor time of this process by what its threads do; their sum is all of it.");
        for (Map.Entry<ServiceRole, ThreadUsage> role :
                usage.byRole(ServiceRole.THREADS).entrySet()) {
            String label = KebabCase.of(role.getKey());
            line(name + "{role=\"" + label + "\"}", role.getValue().cpuNanos() / 1e9);
        }
    }

    private void gauge(String name, String help, double value) {
        begin(name, "gauge", help);
        line(name, value);
    }

    private void counter(String name, String help, double value) {
        begin(name, "counter", help);
        line(name, value);
    }

    private void begin(String name, String type, String help) {
        text.append("# HELP ")
                .append(PREFIX)
                .append(name)
                .append(' ')
                .append(help)
                .append('\n');
        text.append("# TYPE ")
                .append(PREFIX)
                .append(name)
                .append(' ')
                .append(type)
                .append('\n');
    }

    private void line(String series, double value) {
        String number;
        if (Double.isNaN(value)) {
            number = "NaN";
        } else if (Double.isInfinite(value)) {
            number = value > 0 ? "+Inf" : "-Inf";
        } else if (value == Math.rint(value) && Math.abs(value) < 1e15) {
            number = String.valueOf((long) value);
        } else {
            number = String.valueOf(value);
        }
        text.append(PREFIX).append(series).append(' ').append(number).append('\n');
    }
}
