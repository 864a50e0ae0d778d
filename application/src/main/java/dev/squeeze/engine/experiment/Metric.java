package dev.squeeze.engine.experiment;

import dev.squeeze.kit.unit.KebabCase;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * What is measured in each trial. Payload bytes are those of keys and values; a GB is 10^9 of them; CPU seconds are
 * those of the threads of the role alone, without garbage collection and JIT compilation.
 */
public enum Metric {
    RECORDS_PER_SECOND("records/s", "records/s", Better.MORE),
    /** Of a forecast; compared with the rate of a closed loop. */
    HIGHEST_RATE("records/s", "highest rate, records/s", Better.MORE),
    PAYLOAD_MIB_PER_SECOND("MiB/s", "payload MiB/s", Better.MORE),
    WIRE_MIB_PER_SECOND("MiB/s", "producer wire MiB/s", Better.NEITHER),
    PRODUCE_REQUESTS("requests/s", "produce requests per second", Better.NEITHER),
    RATIO("x", "ratio in the log", Better.MORE),
    RECORDS_PER_BATCH("records", "records per batch", Better.MORE),
    BATCH_BYTES("bytes", "stored batch bytes", Better.NEITHER),
    UNCOMPRESSED_BATCH_BYTES("bytes", "uncompressed batch bytes", Better.NEITHER),
    PRODUCER_RATIO("x", "ratio by the producer's own metric", Better.NEITHER),
    PRODUCER_BATCH_BYTES("bytes", "batch bytes by the producer's own metric", Better.NEITHER),
    DISK_BYTES_PER_RECORD("bytes", "disk bytes per record", Better.LESS),

    PRODUCER_CPU("s/GB", "producer CPU", Better.LESS),
    APPLICATION_CPU("s/GB", "application threads' CPU", Better.LESS),
    PRODUCER_NETWORK_CPU("s/GB", "producer network thread's CPU", Better.LESS),
    CLIENT_GC_CPU("s/GB", "client's GC", Better.LESS),
    CLIENT_JIT_CPU("s/GB", "client's JIT", Better.NEITHER),
    BROKER_CPU("s/GB", "broker CPU", Better.LESS),
    REQUEST_HANDLER_CPU("s/GB", "broker request handlers' CPU", Better.LESS),
    BROKER_NETWORK_CPU("s/GB", "broker network threads' CPU", Better.LESS),
    REPLICATION_CPU("s/GB", "replication's CPU", Better.LESS),
    BROKER_GC_CPU("s/GB", "broker's GC", Better.LESS),
    BROKER_JIT_CPU("s/GB", "broker's JIT", Better.NEITHER),
    BROKER_CORES("cores", "broker cores, all threads", Better.LESS),

    CLIENT_CPU("s/GB", "load client's CPU", Better.NEITHER),
    SERVICE_CPU("s/GB", "service CPU", Better.LESS),
    SERVICE_HTTP_CPU("s/GB", "service's HTTP threads' CPU", Better.LESS),
    SERVICE_WORKER_CPU("s/GB", "service's workers' CPU", Better.LESS),
    SERVICE_NETWORK_CPU("s/GB", "service's producer network thread's CPU", Better.LESS),
    SERVICE_GC_CPU("s/GB", "service's GC", Better.LESS),
    SERVICE_JIT_CPU("s/GB", "service's JIT", Better.NEITHER),
    SERVICE_CORES("cores", "service cores, all threads", Better.LESS),
    REFUSED("share", "refused requests", Better.LESS),

    BLOCKED("share", "application threads blocked by monitors", Better.LESS),
    BUFFER_WAIT("share", "application threads waiting for buffer memory", Better.LESS),
    ALLOCATED_PER_RECORD("bytes", "allocated per record", Better.LESS),
    STOLEN("share", "CPU time that the host gave to others", Better.LESS),
    OTHER_PROGRAMS("cores", "cores used by other programs", Better.LESS),
    RETRIES("records", "retries", Better.LESS),
    BUFFER_FULL("records/s", "records/s that found the buffer full", Better.LESS),
    BUFFER_FULL_SHARE("share", "records that found the buffer full", Better.LESS),

    SEND_MEAN("ms", "send() mean", Better.LESS),
    SEND_P50("ms", "send() p50", Better.LESS),
    SEND_P95("ms", "send() p95", Better.LESS),
    SEND_P99("ms", "send() p99", Better.LESS),
    SEND_P999("ms", "send() p99.9", Better.LESS),
    SEND_MAX("ms", "send() max", Better.LESS),
    ACK_P50("ms", "acknowledgement p50", Better.LESS),
    ACK_P95("ms", "acknowledgement p95", Better.LESS),
    ACK_P99("ms", "acknowledgement p99", Better.LESS),
    ACK_P999("ms", "acknowledgement p99.9", Better.LESS),
    ACK_MAX("ms", "acknowledgement max", Better.LESS),
    E2E_P50("ms", "end to end p50", Better.LESS),
    E2E_P95("ms", "end to end p95", Better.LESS),
    E2E_P99("ms", "end to end p99", Better.LESS),
    E2E_P999("ms", "end to end p99.9", Better.LESS),
    E2E_MAX("ms", "end to end max", Better.LESS),

    E2E_UNMATCHED("records", "records whose arrival was not timed", Better.LESS),

    CONSUMER_RECORDS_PER_SECOND("records/s", "consumed records/s", Better.MORE),
    CONSUMER_MIB_PER_SECOND("MiB/s", "consumed payload MiB/s", Better.MORE),
    CONSUMER_CPU("s/GB", "consumer CPU", Better.LESS),
    CONSUMER_THREAD("cores", "consumer thread's share of a core, mean", Better.LESS),
    CONSUMER_THREAD_MOST("cores", "busiest consumer thread's share of a core", Better.LESS),
    CONSUMER_SECONDS("s", "time to read everything", Better.LESS),
    FETCHES("fetches/s", "fetches per second", Better.NEITHER),
    FETCH_BYTES("bytes", "bytes per fetch", Better.NEITHER);

    /** Which direction is better for users. */
    public enum Better {
        MORE,
        LESS,
        NEITHER
    }

    private static final Set<Metric> FROM_DUE_TIME =
            EnumSet.of(ACK_P50, ACK_P95, ACK_P99, ACK_P999, ACK_MAX, E2E_P50, E2E_P95, E2E_P99, E2E_P999, E2E_MAX);

    private final String unit;
    private final String title;
    private final Better better;

    Metric(String unit, String title, Better better) {
        this.unit = unit;
        this.title = title;
        this.better = better;
    }

    public String unit() {
        return unit;
    }

    /** Human-readable name, such as {@code broker CPU}. */
    public String title() {
        return title;
    }

    public Better better() {
        return better;
    }

    /**
     * Whether the metric counts from when a record was due. In a closed loop it counts from when the record entered the
     * queue, and measures only the length of the queue, so it is meaningful only with a fixed rate.
     */
    public boolean needsRate() {
        return FROM_DUE_TIME.contains(this);
    }

    /** Its name in documents and thresholds, such as {@code records-per-second}. */
    public String key() {
        return KebabCase.of(this);
    }

    public static Optional<Metric> withKey(String key) {
        return Arrays.stream(values())
                .filter(metric -> metric.key().equals(key))
                .findFirst();
    }
}
