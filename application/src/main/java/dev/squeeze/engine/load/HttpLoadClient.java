package dev.squeeze.engine.load;

import dev.squeeze.kit.environment.DaemonThreads;
import dev.squeeze.kit.format.BatchRecord;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.HdrHistogram.Histogram;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * One connection: a thread that posts a record, waits for the answer and posts the next. A refused record is not sent
 * again.
 */
final class HttpLoadClient implements LoadClient, Runnable {
    private static final int SUCCESS = 2;
    private static final int HUNDRED = 100;
    private static final int QUEUE_FULL = 429;
    /**
     * After a refusal a closed loop pauses for a moment, as clients do; otherwise it would measure the rate of
     * refusals.
     */
    private static final long PAUSE_MILLIS = 10;

    private static final String HEXADECIMAL = "0123456789ABCDEF";

    private final int number;
    private final HttpClient client;
    private final HttpTarget target;
    private final int step;
    private final List<URI> topics;
    private final Payload payload;
    private final Duration timeout;
    private final RefusedRequests refusals;
    private final Pacer pacer;
    private final boolean closedLoop;
    private final BooleanSupplier stopped;
    private final SendCounts counts;
    private final LatencyRecorder sendLatency;
    private final LatencyRecorder neverSent;
    private final Thread thread;
    private final AtomicLong sent = new AtomicLong();

    /**
     * @param number number of this connection among all that share the load
     * @param step number of connections that share the load
     */
    HttpLoadClient(
            int number,
            int step,
            LoadedService service,
            List<URI> topics,
            Payload payload,
            Duration timeout,
            MeasuringWindow window,
            RefusedRequests refusals,
            Pacer pacer,
            boolean closedLoop,
            BooleanSupplier stopped) {
        this.number = number;
        this.step = step;
        this.client = service.client();
        this.target = service.target();
        this.topics = topics;
        this.payload = payload;
        this.timeout = timeout;
        this.refusals = refusals;
        this.pacer = pacer;
        this.closedLoop = closedLoop;
        this.stopped = stopped;
        this.counts = new SendCounts(window);
        this.sendLatency = new LatencyRecorder(window);
        this.neverSent = new LatencyRecorder(window);
        this.thread = DaemonThreads.create(this, ClientRole.APPLICATION.threadPrefix() + number);
    }

    void start() {
        thread.start();
    }

    @Override
    public void run() {
        long position = number;
        try {
            while (true) {
                long due = pacer.awaitNext();
                if (stopped.getAsBoolean()) {
                    long now = System.nanoTime();
                    pacer.missed(nanos -> neverSent.record(nanos, now - nanos));
                    return;
                }
                post((int) (position % payload.size()), topics.get((int) (position % topics.size())), due);
                position += step;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error e) {
            counts.errors().add(e);
        }
    }

    private void post(int index, URI topic, long due) throws InterruptedException {
        HttpRequest request = request(payload.record(index), topic);
        // With a single writer no atomic addition is needed.
        sent.lazySet(sent.getPlain() + 1);
        long begin = System.nanoTime();
        try {
            HttpResponse<byte[]> response = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
            sendLatency.record(due, System.nanoTime() - begin);
            if (response.statusCode() / HUNDRED == SUCCESS) {
                counts.acknowledge(
                        due,
                        1,
                        payload.record(index).payloadBytes(),
                        payload.digest(index),
                        payload.encodedBytes(index));
                return;
            }
            counts.refuse(1);
            refusals.add(response.statusCode(), response.body());
            if (closedLoop || response.statusCode() != QUEUE_FULL) {
                TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            }
        } catch (IOException e) {
            counts.errors().add("no answer", target.address() + ": " + e, 1);
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        }
    }

    private HttpRequest request(BatchRecord record, URI topic) {
        byte @Nullable [] value = record.value();
        HttpRequest.Builder request = HttpRequest.newBuilder(topic)
                .timeout(timeout)
                .header("Kafka-Timestamp", String.valueOf(record.timestampMillis()))
                .POST(
                        value == null
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofByteArray(value));
        target.token().ifPresent(token -> request.header("Authorization", "Bearer " + token));
        byte @Nullable [] key = record.key();
        if (key != null) {
            request.header("Kafka-Key", encoded(key));
        }
        if (value == null) {
            request.header("Kafka-Tombstone", "true");
        }
        for (Header header : record.headers()) {
            request.header(
                    "Kafka-Header",
                    encoded(header.key().getBytes(StandardCharsets.UTF_8)).replace("=", "%3D")
                            + (header.value() == null ? "" : "=" + encoded(header.value())));
        }
        return request.build();
    }

    /** Encodes as gateways expect it: visible ASCII unchanged, all other bytes and the percent sign as {@code %41}. */
    static String encoded(byte[] bytes) {
        StringBuilder text = new StringBuilder(bytes.length);
        for (byte octet : bytes) {
            if (octet > ' ' && octet < 127 && octet != '%') {
                text.append((char) octet);
            } else {
                text.append('%').append(HEXADECIMAL.charAt(octet >> 4 & 15)).append(HEXADECIMAL.charAt(octet & 15));
            }
        }
        return text.toString();
    }

    void interrupt() {
        thread.interrupt();
    }

    /** @return whether the thread has ended */
    boolean join(long deadlineNanos) throws InterruptedException {
        thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadlineNanos - System.nanoTime())));
        return !thread.isAlive();
    }

    @Override
    public SendCounts counts() {
        return counts;
    }

    @Override
    public long sent() {
        return sent.get();
    }

    @Override
    public boolean isSending() {
        return thread.isAlive();
    }

    @Override
    public void addSendLatency(Histogram sum) {
        sendLatency.addTo(sum);
    }

    @Override
    public void addNeverSent(Histogram sum) {
        neverSent.addTo(sum);
    }
}
