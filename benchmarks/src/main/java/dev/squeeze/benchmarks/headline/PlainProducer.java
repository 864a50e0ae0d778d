package dev.squeeze.benchmarks.headline;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * A program that sends the records of a file to a topic, each when it is due, as any program that uses Kafka's producer
 * would. It is one of several that share the records in turn, and starts over after the last one. It uses nothing of
 * Squeeze.
 * <p>Its only argument is a properties file: properties that begin with {@code load.} are for the program itself, the
 * rest for KafkaProducer. It prints {@code ready}, reads the line {@code go MILLIS} from standard input, with the time
 * at which the first record is due in milliseconds since the epoch, and finally prints {@code done records=N late=N
 * max-late-ms=N}.
 */
public final class PlainProducer {
    private final AtomicReference<Exception> failure = new AtomicReference<>();

    private PlainProducer() {}

    public static void main(String[] args) throws Exception {
        Properties settings = new Properties();
        try (InputStream in = Files.newInputStream(Path.of(args[0]))) {
            settings.load(in);
        }
        Properties kafka = new Properties();
        settings.stringPropertyNames().stream()
                .filter(name -> !name.startsWith("load."))
                .forEach(name -> kafka.put(name, settings.getProperty(name)));
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(kafka, new ByteArraySerializer(), new ByteArraySerializer())) {
            new PlainProducer().run(producer, settings);
        }
    }

    private void run(KafkaProducer<byte[], byte[]> producer, Properties settings) throws Exception {
        PlainRecords records = PlainRecords.read(
                Path.of(settings.getProperty("load.file")),
                settings.getProperty("load.key.field", ""),
                settings.getProperty("load.timestamp.field", ""));
        Schedule schedule = schedule(settings, records);
        String topic = settings.getProperty("load.topic");
        long seconds = Long.parseLong(settings.getProperty("load.seconds"));
        long settleNanos = 1_000_000_000L * Long.parseLong(settings.getProperty("load.settle.seconds"));
        producer.partitionsFor(topic);
        System.out.println("ready");
        long beginNanos = awaitGo();
        long lateFromNanos = 1_000_000 * Long.parseLong(settings.getProperty("load.late.ms"));
        long sent = 0;
        long late = 0;
        long maxLateNanos = 0;
        for (Schedule.Due due = schedule.next(); due.nanos() < seconds * 1_000_000_000L; due = schedule.next()) {
            long lateNanos = pauseUntil(beginNanos + due.nanos());
            int index = (int) (due.number() % records.size());
            producer.send(
                    new ProducerRecord<>(topic, records.key(index), records.value(index)), (metadata, exception) -> {
                        if (exception != null) {
                            failure.compareAndSet(null, exception);
                        }
                    });
            if (due.nanos() >= settleNanos) {
                sent++;
                late += lateNanos > lateFromNanos ? 1 : 0;
                maxLateNanos = Math.max(maxLateNanos, lateNanos);
            }
            if (failure.get() != null) {
                break;
            }
        }
        producer.flush();
        Exception failed = failure.get();
        if (failed != null) {
            throw failed;
        }
        System.out.printf("done records=%d late=%d max-late-ms=%d%n", sent, late, maxLateNanos / 1_000_000);
    }

    private static Schedule schedule(Properties settings, PlainRecords records) {
        int producer = Integer.parseInt(settings.getProperty("load.producer"));
        int producers = Integer.parseInt(settings.getProperty("load.producers"));
        double recordsPerSecond = Double.parseDouble(settings.getProperty("load.rate"));
        String arrivals = settings.getProperty("load.arrivals");
        return switch (arrivals) {
            case "even" -> Schedule.even(producer, producers, recordsPerSecond);
            case "poisson" ->
                Schedule.poisson(
                        producer,
                        producers,
                        recordsPerSecond,
                        records.size(),
                        Long.parseLong(settings.getProperty("load.seed")));
            case "bursts" -> Schedule.byTimestamps(producer, producers, recordsPerSecond, records.timestampsMillis());
            default -> throw new IllegalArgumentException("load.arrivals=" + arrivals);
        };
    }

    /** @return when to begin, in System.nanoTime */
    private static long awaitGo() throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        String line = in.readLine();
        if (line == null || !line.startsWith("go ")) {
            throw new IllegalStateException("expected 'go MILLIS', got " + line);
        }
        long inMillis = Long.parseLong(line.substring("go ".length())) - System.currentTimeMillis();
        return System.nanoTime() + inMillis * 1_000_000;
    }

    /** @return how much later than that it returns */
    private static long pauseUntil(long nanos) {
        long left = nanos - System.nanoTime();
        while (left > 0) {
            LockSupport.parkNanos(left);
            left = nanos - System.nanoTime();
        }
        return -left;
    }
}
