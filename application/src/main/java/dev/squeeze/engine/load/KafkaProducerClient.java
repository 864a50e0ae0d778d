package dev.squeeze.engine.load;

import dev.squeeze.kit.environment.DaemonThreads;
import dev.squeeze.kit.format.BatchRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.HdrHistogram.Histogram;
import org.apache.kafka.clients.producer.BufferExhaustedException;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * One producer and its application threads. Acknowledgements are counted by the producer's network thread, the only one
 * that completes batches; failures may be reported by any thread.
 */
final class KafkaProducerClient implements LoadClient {
    private static final long POLL_NANOS = 10_000_000;

    private final int number;
    private final LoadSettings settings;
    private final List<String> topics;
    private final Payload payload;
    private final MeasuringWindow window;
    private final KafkaProducer<byte[], byte[]> producer;
    private final List<ApplicationThread> applications = new ArrayList<>();

    private final SendCounts counts;
    private final AtomicIntegerArray begun;

    /** @param begun set to 1 for each partition, topic by topic, that has received a record */
    KafkaProducerClient(
            int number,
            Map<String, Object> properties,
            LoadSettings settings,
            List<String> topics,
            Payload payload,
            MeasuringWindow window,
            AtomicIntegerArray begun) {
        this.number = number;
        this.settings = settings;
        this.topics = topics;
        this.payload = payload;
        this.window = window;
        this.counts = new SendCounts(window);
        this.begun = begun;
        this.producer = new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
    }

    /**
     * Waits until the producer has the metadata of every topic. Each attempt lasts at most {@code max.block.ms}, which
     * may be 0; attempts are repeated until the timeout expires.
     */
    void learnPartitions(Duration timeout) {
        long deadlineNanos = System.nanoTime() + timeout.toNanos();
        topics.forEach(topic -> learnPartitions(topic, deadlineNanos));
    }

    private void learnPartitions(String topic, long deadlineNanos) {
        while (true) {
            try {
                producer.partitionsFor(topic);
                return;
            } catch (TimeoutException e) {
                if (System.nanoTime() > deadlineNanos || Thread.currentThread().isInterrupted()) {
                    throw e;
                }
                LockSupport.parkNanos(POLL_NANOS);
            }
        }
    }

    /**
     * @param allThreads application threads of all producers
     * @param endToEnd receives the acknowledgements
     */
    void start(long startNanos, int allThreads, @Nullable EndToEnd endToEnd, BooleanSupplier stopped) {
        for (int i = 0; i < settings.threads(); i++) {
            Pacer pacer =
                    Pacer.of(settings.profile(), number * settings.threads() + i, allThreads, startNanos, stopped);
            applications.add(new ApplicationThread(i, pacer, endToEnd, stopped));
        }
        applications.forEach(application -> application.thread.start());
    }

    KafkaProducer<byte[], byte[]> producer() {
        return producer;
    }

    @Override
    public SendCounts counts() {
        return counts;
    }

    @Override
    public long sent() {
        return applications.stream()
                .mapToLong(application -> application.sent.get())
                .sum();
    }

    @Override
    public boolean isSending() {
        return applications.stream().allMatch(application -> application.thread.isAlive());
    }

    @Override
    public void addSendLatency(Histogram sum) {
        applications.forEach(application -> application.sendLatency.addTo(sum));
    }

    @Override
    public void addNeverSent(Histogram sum) {
        applications.forEach(application -> application.neverSent.addTo(sum));
    }

    void awaitThreads(long deadlineNanos) throws InterruptedException {
        for (ApplicationThread application : applications) {
            long millis = TimeUnit.NANOSECONDS.toMillis(deadlineNanos - System.nanoTime());
            application.thread.join(Math.max(1, millis));
            if (application.thread.isAlive()) {
                application.thread.interrupt();
            }
        }
    }

    void interrupt() {
        applications.forEach(application -> application.thread.interrupt());
    }

    void close(Duration timeout) {
        producer.close(timeout);
    }

    private void giveUp(Throwable reason) {
        if (settings.refusalsAllowed() && reason instanceof BufferExhaustedException) {
            counts.countBufferFull();
            return;
        }
        if (!(reason instanceof TimeoutException)) {
            counts.refuse(1);
        }
        counts.errors().add(reason);
    }

    /** A thread of the application that owns the producer. */
    private final class ApplicationThread implements Runnable {
        private final Thread thread;
        private final int lane;
        private final Pacer pacer;
        private final @Nullable EndToEnd endToEnd;
        private final BooleanSupplier stopped;
        private final LatencyRecorder sendLatency = new LatencyRecorder(window);
        /**
         * For records that were due in the window and not yet sent when the load ended: the time from when they were
         * due to that end.
         */
        private final LatencyRecorder neverSent = new LatencyRecorder(window);

        private final AtomicLong sent = new AtomicLong();

        ApplicationThread(int lane, Pacer pacer, @Nullable EndToEnd endToEnd, BooleanSupplier stopped) {
            this.lane = lane;
            this.pacer = pacer;
            this.endToEnd = endToEnd;
            this.stopped = stopped;
            this.thread = DaemonThreads.create(this, "squeeze-app-" + number + "-" + lane);
        }

        @Override
        public void run() {
            int size = settings.recordsInRotation(payload.size());
            int step = settings.recordStep();
            long position = settings.firstRecord(number, size) + (long) lane * step;
            long count = 0;
            int topic = (int) (position % topics.size());
            try {
                while (true) {
                    long due = pacer.awaitNext();
                    if (stopped.getAsBoolean()) {
                        long now = System.nanoTime();
                        pacer.missed(nanos -> neverSent.record(nanos, now - nanos));
                        return;
                    }
                    send((int) (position % size), topic, due);
                    position += (long) settings.threads() * step;
                    topic = topic + 1 == topics.size() ? 0 : topic + 1;
                    // With a single writer no atomic addition is needed.
                    sent.lazySet(++count);
                }
            } catch (RuntimeException | Error e) {
                if (!stopped.getAsBoolean() || e instanceof Error) {
                    giveUp(e);
                }
            }
        }

        private void send(int index, int topic, long due) {
            BatchRecord record = payload.record(index);
            Header[] headers = record.headers();
            ProducerRecord<byte[], byte[]> toSend = new ProducerRecord<>(
                    topics.get(topic),
                    null,
                    record.timestampMillis(),
                    record.key(),
                    record.value(),
                    headers.length == 0 ? null : Arrays.asList(headers));
            long before = System.nanoTime();
            producer.send(toSend, new Acknowledgement(index, topic, due, endToEnd));
            sendLatency.record(due, System.nanoTime() - before);
        }
    }

    private final class Acknowledgement implements Callback {
        private final int index;
        private final int topic;
        private final long due;
        private final @Nullable EndToEnd endToEnd;

        Acknowledgement(int index, int topic, long due, @Nullable EndToEnd endToEnd) {
            this.index = index;
            this.topic = topic;
            this.due = due;
            this.endToEnd = endToEnd;
        }

        @Override
        public void onCompletion(@Nullable RecordMetadata metadata, @Nullable Exception exception) {
            if (exception != null || metadata == null) {
                giveUp(exception == null ? new IllegalStateException("no metadata") : exception);
                return;
            }
            counts.acknowledge(
                    due, 1, payload.record(index).payloadBytes(), payload.digest(index), payload.encodedBytes(index));
            begun.lazySet(topic * settings.partitions() + metadata.partition(), 1);
            if (endToEnd != null && metadata.hasOffset()) {
                endToEnd.acknowledged(topic, metadata.partition(), metadata.offset(), due, counts.endToEnd());
            }
        }
    }
}
