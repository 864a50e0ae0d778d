package dev.squeeze.engine.load;

import dev.squeeze.kit.environment.DaemonThreads;
import dev.squeeze.kit.kafka.ContentDigest;
import dev.squeeze.kit.kafka.FailureWords;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/** Consumers that together read every record once, and the thread that compares what they read, if any. */
final class ConsumerGroup implements AutoCloseable {
    private static final long MAX_LINGERING_SECONDS = 3_600;
    private static final long POLL_MILLIS = 50;
    private static final Duration POLL = Duration.ofMillis(100);
    /** Without acknowledgements the last records may still be on their way when the producer has been closed. */
    private static final long LATE_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final int number;
    private final boolean comparing;
    private final List<String> topics;
    private final long timeoutNanos;
    private final @Nullable EndToEnd endToEnd;
    private final LatencyRecorder endToEndLatency;
    private final List<Reader> readers = new ArrayList<>();
    private final ArrivalQueue arrivals = new ArrivalQueue();
    private final ConcurrentLinkedQueue<String> problems = new ConcurrentLinkedQueue<>();
    private final CountDownLatch compared = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);
    private final Thread verifier;
    private final AtomicLong records = new AtomicLong();
    private final AtomicLong payloadBytes = new AtomicLong();
    private volatile long expectedRecords = Long.MAX_VALUE;
    private volatile long lastArrivalNanos;
    private volatile boolean written;
    private volatile boolean abandoned;
    private volatile boolean allRead;
    private long startNanos;
    private long verified;
    private long sum;

    ConsumerGroup(
            int number,
            List<String> topics,
            MeasuringWindow window,
            Duration timeout,
            boolean comparing,
            @Nullable EndToEnd endToEnd) {
        this.number = number;
        this.comparing = comparing;
        this.topics = topics;
        this.timeoutNanos = timeout.toNanos();
        // Each record has one arrival: the first group reports it, the others only read.
        this.endToEnd = number == 0 ? endToEnd : null;
        this.endToEndLatency = new LatencyRecorder(window);
        this.verifier = DaemonThreads.create(this::verify, "squeeze-verify-" + number);
    }

    void add(Map<String, Object> properties, List<TopicPartition> share) {
        readers.add(new Reader(readers.size(), properties, share));
    }

    void start() {
        startNanos = System.nanoTime();
        lastArrivalNanos = startNanos;
        if (comparing) {
            verifier.start();
        }
        readers.forEach(reader -> reader.thread.start());
    }

    /**
     * Call once the producers have ended.
     *
     * @param expected number of records to expect; late ones get a short grace period
     * @param ends end offsets of all partitions; if absent, the consumers query them themselves, and that query waits
     *     for their own pending fetch to time out
     */
    void writingEnded(long expected, Optional<Map<TopicPartition, Long>> ends) {
        expectedRecords = expected;
        lastArrivalNanos = Math.max(lastArrivalNanos, System.nanoTime());
        for (Reader reader : readers) {
            reader.ends = ends.orElse(null);
        }
        written = true;
        readers.forEach(reader -> reader.consumer.wakeup());
    }

    /** Waits for the readers, which end by themselves, at the latest when no record arrives within the timeout. */
    void awaitEnd(Runnable check) throws InterruptedException {
        for (Reader reader : readers) {
            while (!reader.done.await(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
                check.run();
            }
        }
        allRead = true;
        while (comparing && !compared.await(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
            check.run();
        }
    }

    /** Releases the readers' threads, which are otherwise kept alive so that their CPU time can still be read. */
    void abandon() {
        abandoned = true;
        released.countDown();
        allRead = true;
        readers.forEach(reader -> reader.consumer.wakeup());
    }

    void join(long deadlineNanos) throws InterruptedException {
        for (Reader reader : readers) {
            join(reader.thread, deadlineNanos);
        }
        join(verifier, deadlineNanos);
    }

    private static void join(Thread thread, long deadlineNanos) throws InterruptedException {
        thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadlineNanos - System.nanoTime())));
    }

    @Override
    public void close() {
        for (Reader reader : readers) {
            // A consumer whose thread would not end cannot be closed from here; its thread closes it.
            if (!reader.thread.isAlive()) {
                reader.consumer.close(CloseOptions.timeout(Duration.ZERO));
            }
        }
    }

    long recordsRead() {
        return records.get();
    }

    long payloadBytes() {
        return payloadBytes.get();
    }

    double seconds() {
        return (lastRecordNanos() - startNanos) / 1e9;
    }

    private long lastRecordNanos() {
        return readers.stream()
                .mapToLong(reader -> reader.lastRecordNanos)
                .max()
                .orElse(startNanos);
    }

    double incomingBytes() {
        return readers.stream().mapToDouble(reader -> reader.incomingBytes).sum();
    }

    double fetches() {
        return readers.stream().mapToDouble(reader -> reader.fetches).sum();
    }

    ContentDigest digest() {
        return new ContentDigest(verified, sum);
    }

    List<String> problems() {
        return List.copyOf(problems);
    }

    void addEndToEnd(Histogram all) {
        endToEndLatency.addTo(all);
    }

    private void verify() {
        try {
            verifyAll();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error e) {
            problems.add("comparing the consumed records failed: " + FailureWords.of(e));
        } finally {
            compared.countDown();
        }
        awaitRelease();
    }

    private void verifyAll() throws InterruptedException {
        while (true) {
            ArrivalQueue.Arrival arrival = arrivals.poll(20);
            if (arrival != null) {
                verify(arrival);
            } else if (allRead) {
                return;
            }
        }
    }

    /** Keeps the thread alive: the CPU time of a thread that has ended can no longer be read. */
    private void awaitRelease() {
        try {
            if (!released.await(MAX_LINGERING_SECONDS, TimeUnit.SECONDS)) {
                problems.add("the consumer's result was never collected");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void verify(ArrivalQueue.Arrival arrival) {
        for (TopicPartition partition : arrival.records().partitions()) {
            int topic = topics.indexOf(partition.topic());
            for (ConsumerRecord<byte[], byte[]> record : arrival.records().records(partition)) {
                sum += ContentDigest.of(record);
                verified++;
                if (endToEnd != null) {
                    endToEnd.arrived(topic, partition.partition(), record.offset(), arrival.nanos(), endToEndLatency);
                }
            }
        }
    }

    private final class Reader implements Runnable {
        private final KafkaConsumer<byte[], byte[]> consumer;
        private final List<TopicPartition> share;
        private final Thread thread;
        private final CountDownLatch done = new CountDownLatch(1);
        private volatile @Nullable Map<TopicPartition, Long> ends;
        private volatile long lastRecordNanos;
        private volatile double incomingBytes;
        private volatile double fetches;

        Reader(int index, Map<String, Object> properties, List<TopicPartition> share) {
            this.share = share;
            this.consumer = new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
            this.thread = DaemonThreads.create(this, "squeeze-consumer-" + number + "-" + index);
        }

        @Override
        public void run() {
            try {
                read();
            } finally {
                done.countDown();
            }
            awaitRelease();
        }

        private void read() {
            try {
                consumer.assign(share);
                for (Optional<ConsumerRecords<byte[], byte[]>> polled = next();
                        !abandoned && polled.isPresent();
                        polled = next()) {
                    long now = System.nanoTime();
                    if (!polled.get().isEmpty()) {
                        count(polled.get(), now);
                    } else if (written && now - lastArrivalNanos > timeoutNanos) {
                        problems.add("the consumer received nothing for " + TimeUnit.NANOSECONDS.toSeconds(timeoutNanos)
                                + " s, with records still unread");
                        return;
                    }
                }
                incomingBytes = metric("incoming-byte-total");
                fetches = metric("fetch-total");
            } catch (WakeupException | InterruptException e) {
                if (!abandoned) {
                    problems.add("the consumer was interrupted");
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (RuntimeException | Error e) {
                problems.add("the consumer failed: " + FailureWords.of(e));
            }
        }

        /**
         * Polls for records; the result is empty if a wakeup interrupted the poll, and absent once everything has been
         * read.
         */
        private Optional<ConsumerRecords<byte[], byte[]>> next() {
            try {
                return isDone() ? Optional.empty() : Optional.of(consumer.poll(POLL));
            } catch (WakeupException e) {
                if (abandoned) {
                    throw e;
                }
                return Optional.of(ConsumerRecords.empty());
            }
        }

        private void count(ConsumerRecords<byte[], byte[]> polled, long now) throws InterruptedException {
            long bytes = 0;
            for (ConsumerRecord<byte[], byte[]> record : polled) {
                bytes += Math.max(0, record.serializedKeySize()) + Math.max(0, record.serializedValueSize());
            }
            payloadBytes.addAndGet(bytes);
            records.addAndGet(polled.count());
            lastRecordNanos = now;
            lastArrivalNanos = now;
            ArrivalQueue.Arrival arrival = new ArrivalQueue.Arrival(polled, bytes, now);
            while (comparing && !abandoned && compared.getCount() > 0 && !arrivals.offer(arrival, 100)) {
                // The comparing thread is behind; it ends with us, or by an error of its own.
            }
        }

        /**
         * Whether everything that will ever be written has been read; queries the end offsets once writing has ended.
         */
        private boolean isDone() {
            if (!written) {
                return false;
            }
            Map<TopicPartition, Long> known = ends;
            if (known == null) {
                known = consumer.endOffsets(share);
                ends = known;
            }
            for (TopicPartition partition : share) {
                if (consumer.position(partition) < known.getOrDefault(partition, 0L)) {
                    return false;
                }
            }
            boolean more = records.get() < expectedRecords && System.nanoTime() - lastArrivalNanos < LATE_NANOS;
            if (more) {
                ends = null;
            }
            return !more;
        }

        private double metric(String name) {
            for (Map.Entry<MetricName, ? extends Metric> entry :
                    consumer.metrics().entrySet()) {
                if (entry.getKey().name().equals(name)
                        && !entry.getKey().tags().containsKey("topic")
                        && !entry.getKey().tags().containsKey("node-id")) {
                    return entry.getValue().metricValue() instanceof Number number ? number.doubleValue() : 0;
                }
            }
            return 0;
        }
    }
}
