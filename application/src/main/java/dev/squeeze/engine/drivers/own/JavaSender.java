package dev.squeeze.engine.drivers.own;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.squeeze.kit.environment.DaemonThreads;
import dev.squeeze.kit.format.BatchRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Sends the records of a "produce" message. */
final class JavaSender {
    private static final long MIN_SLEEP_NANOS = 50_000;
    private static final long MAX_SLEEP_NANOS = 50_000_000;
    /** A call that takes longer counts as blocked. */
    private static final long BLOCKED_NANOS = 1_000_000;

    private static final long RELEASE_NANOS = 1_000_000_000;
    private static final int SIGNIFICANT_DIGITS = 3;
    /** Precision of distributions that are transferred many times a second. */
    private static final int COARSE_DIGITS = 2;

    private final KafkaProducer<byte[], byte[]> producer;
    private final List<RecordsReader.Marked> records;
    private final List<String> topics;
    private final Map<String, Integer> partitions = new HashMap<>();
    private final long from;
    private final long step;
    private final int threads;
    private final long limit;
    private final long lateNanos;
    private final double recordsPerSecond;
    private final long turn;
    private final long turns;
    private final long[] times;
    private final long passNanos;

    private final List<Thread> applications = new ArrayList<>();
    private final AtomicInteger running = new AtomicInteger();
    private final AtomicLong sent = new AtomicLong();
    private volatile boolean stopped;
    private volatile long startNanos;
    private volatile boolean opened;
    private volatile long openNanos;
    private volatile boolean closed;
    private volatile long closeNanos;

    private final FailureCounts errors = new FailureCounts();
    private final Set<String> begun = new HashSet<>();
    private final Histogram send = histogram();
    private final Histogram acknowledge = histogram();
    private final Histogram neverSent = histogram();
    private final boolean followed;
    private final Histogram latest = new Histogram(COARSE_DIGITS);
    private long acknowledged;
    private long acknowledgedBytes;
    private long encodedBytes;
    private long markSum;
    private long failed;
    private long blocked;
    private long blockedNanos;
    private long late;
    private long maxLateNanos;

    JavaSender(JsonNode message, Duration timeout) throws IOException {
        JsonNode file = message.path("records");
        JsonNode pace = message.path("pace");
        this.records = RecordsReader.records(Path.of(file.path("path").asText()));
        this.from = file.path("from").asLong();
        this.step = file.path("step").asLong(1);
        this.topics = DriverMessage.topics(message);
        this.threads = message.path("threads").asInt(1);
        this.limit = message.path("limit").asLong();
        this.followed = message.path("latest").asBoolean();
        this.latest.setAutoResize(true);
        this.lateNanos = message.path("lateNanos").asLong();
        this.recordsPerSecond = pace.path("recordsPerSecond").asDouble();
        this.turn = pace.path("turn").asLong();
        this.turns = pace.path("turns").asLong(1);
        this.passNanos = pace.path("passNanos").asLong();
        String due = pace.path("duePath").asText();
        this.times = due.isEmpty() ? new long[0] : RecordsReader.times(Path.of(due));
        Map<String, Object> settings = DriverMessage.settings(message);
        settings.putIfAbsent("client.id", "squeeze");
        settings.putIfAbsent("max.block.ms", (int) timeout.toMillis());
        settings.putIfAbsent("request.timeout.ms", (int) Math.max(1_000, timeout.toMillis() / 2));
        // Kafka refuses a delivery.timeout.ms shorter than linger.ms plus request.timeout.ms.
        long least = number(settings, "linger.ms") + number(settings, "request.timeout.ms");
        settings.putIfAbsent("delivery.timeout.ms", (int) Math.max(least, timeout.toMillis()));
        requireTopics(settings, timeout);
        this.producer = new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
        for (String topic : topics) {
            partitions.put(topic, producer.partitionsFor(topic).size());
        }
    }

    /** Checks that the topics exist: a producer that requests their metadata might create them. */
    private void requireTopics(Map<String, Object> settings, Duration timeout) {
        Map<String, Object> connection = new HashMap<>(settings);
        connection.keySet().retainAll(AdminClientConfig.configNames());
        connection.put("default.api.timeout.ms", (int) timeout.toMillis());
        connection.put("request.timeout.ms", (int) Math.max(1, timeout.toMillis() - 1));
        try (Admin admin = Admin.create(connection)) {
            Set<String> known = admin.listTopics().names().get();
            for (String topic : topics) {
                if (!known.contains(topic)) {
                    throw new IllegalArgumentException("topic " + topic + " does not exist");
                }
            }
        } catch (ExecutionException e) {
            throw new KafkaException("no broker responds", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KafkaException("interrupted", e);
        }
    }

    private static long number(Map<String, Object> settings, String name) {
        return Long.parseLong(String.valueOf(settings.getOrDefault(name, "5")));
    }

    private static Histogram histogram() {
        Histogram histogram = new Histogram(SIGNIFICANT_DIGITS);
        histogram.setAutoResize(true);
        return histogram;
    }

    Map<String, Integer> partitions() {
        return partitions;
    }

    void open(long nanos) {
        openNanos = nanos;
        closed = false;
        opened = true;
    }

    void close(long nanos) {
        closeNanos = nanos;
        closed = true;
    }

    private boolean inWindow(long due) {
        return opened && due - openNanos >= 0 && (!closed || due - closeNanos < 0);
    }

    void start(long nanos) {
        startNanos = nanos;
        running.set(threads);
        for (int i = 0; i < threads; i++) {
            int thread = i;
            applications.add(DaemonThreads.start(() -> run(thread), "squeeze-app-0-" + i));
        }
    }

    private void run(int thread) {
        try {
            awaitUntil(startNanos);
            for (long k = thread; limit == 0 || k < limit; k += threads) {
                long due = isPaced() ? dueNanos(k) : System.nanoTime();
                awaitUntil(due);
                if (stopped) {
                    addMissed(k);
                    return;
                }
                send(k, due);
            }
        } finally {
            running.decrementAndGet();
        }
    }

    private boolean isPaced() {
        return recordsPerSecond > 0 || times.length > 0;
    }

    private long dueNanos(long k) {
        if (times.length > 0) {
            return startNanos + k / times.length * passNanos + times[(int) (k % times.length)];
        }
        return startNanos + (long) ((turn + k * turns) * 1e9 / recordsPerSecond);
    }

    private void awaitUntil(long nanos) {
        for (long wait = nanos - System.nanoTime(); wait > 0 && !stopped; wait = nanos - System.nanoTime()) {
            LockSupport.parkNanos(Math.min(MAX_SLEEP_NANOS, Math.max(wait, MIN_SLEEP_NANOS)));
        }
    }

    private void send(long k, long due) {
        int index = (int) ((from + k * step) % records.size());
        RecordsReader.Marked marked = records.get(index);
        BatchRecord record = marked.record();
        Header[] headers = record.headers();
        ProducerRecord<byte[], byte[]> toSend = new ProducerRecord<>(
                topics.get((int) (k % topics.size())),
                null,
                record.timestampMillis() < 0 ? null : record.timestampMillis(),
                record.key(),
                record.value(),
                headers.length == 0 ? null : Arrays.asList(headers));
        long before = System.nanoTime();
        try {
            producer.send(toSend, (metadata, failure) -> {
                if (failure == null) {
                    acknowledged(marked, metadata.topic() + "-" + metadata.partition(), due);
                } else {
                    fail(failure);
                }
            });
        } catch (KafkaException e) {
            fail(e);
        }
        sent.incrementAndGet();
        handedOver(due, before, System.nanoTime());
    }

    private synchronized void handedOver(long due, long before, long after) {
        if (inWindow(due)) {
            send.recordValue(Math.max(0, after - before));
        }
        if (after - before > BLOCKED_NANOS) {
            blocked++;
            blockedNanos += after - before;
        }
        if (lateNanos > 0 && before - due > lateNanos) {
            late++;
        }
        maxLateNanos = Math.max(maxLateNanos, before - due);
    }

    private synchronized void acknowledged(RecordsReader.Marked marked, String partition, long due) {
        acknowledged++;
        acknowledgedBytes += marked.record().payloadBytes();
        encodedBytes += marked.encodedBytes();
        markSum += marked.mark();
        begun.add(partition);
        long latency = Math.max(0, System.nanoTime() - due);
        if (followed) {
            latest.recordValue(latency);
        }
        if (inWindow(due)) {
            acknowledge.recordValue(latency);
        }
    }

    private synchronized void fail(Exception failure) {
        failed++;
        errors.add(failure);
    }

    private synchronized void addMissed(long first) {
        long now = System.nanoTime();
        for (long k = first; (limit == 0 || k < limit) && isPaced() && dueNanos(k) < now; k += threads) {
            if (inWindow(dueNanos(k))) {
                neverSent.recordValue(now - dueNanos(k));
            }
        }
    }

    synchronized void addCounts(ObjectNode counts) {
        counts.put("sent", sent.get())
                .put("acknowledged", acknowledged)
                .put("acknowledgedBytes", acknowledgedBytes)
                .put("encodedBytes", encodedBytes)
                .put("markSum", markSum)
                .put("failed", failed)
                .put("blocked", blocked)
                .put("blockedNanos", blockedNanos)
                .put("late", late)
                .put("maxLateNanos", maxLateNanos)
                .put("begunPartitions", begun.size())
                .put("sending", running.get() == threads);
        if (followed) {
            add(counts.putArray("latestNanos"), latest);
            latest.reset();
        }
    }

    /**
     * Sends the remaining records of a load with a limit, ends any other load, and waits until everything has been
     * answered, for no longer than the timeout in total.
     */
    void finish(Duration timeout, ObjectNode result) {
        stopped = limit == 0;
        long deadlineNanos = System.nanoTime() + timeout.toNanos();
        try {
            awaitApplications(deadlineNanos);
            stopped = true;
            producer.close(left(deadlineNanos));
            // Calls that waited for buffer memory return now, and count their failures.
            awaitApplications(System.nanoTime() + RELEASE_NANOS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        addResult(result);
    }

    private void awaitApplications(long deadlineNanos) throws InterruptedException {
        for (Thread application : applications) {
            // join(0) would wait without a limit.
            application.join(Math.max(1, left(deadlineNanos).toMillis()));
        }
    }

    private static Duration left(long deadlineNanos) {
        return Duration.ofNanos(Math.max(0, deadlineNanos - System.nanoTime()));
    }

    private synchronized void addResult(ObjectNode result) {
        long lost = sent.get() - acknowledged - failed;
        if (lost > 0) {
            failed += lost;
            errors.add("unanswered", "not answered within the timeout", lost);
        }
        addCounts(result);
        errors.addTo(result.putArray("errors"));
        add(result.putArray("sendNanos"), send);
        add(result.putArray("acknowledgeNanos"), acknowledge);
        add(result.putArray("neverSentNanos"), neverSent);
    }

    private static void add(ArrayNode pairs, Histogram histogram) {
        for (HistogramIterationValue value : histogram.recordedValues()) {
            pairs.addArray().add(value.getValueIteratedTo()).add(value.getCountAtValueIteratedTo());
        }
    }
}
