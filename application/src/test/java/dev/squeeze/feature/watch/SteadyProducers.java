package dev.squeeze.feature.watch;

import dev.squeeze.BrokerForTests;
import dev.squeeze.Records;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Producers that each send some hundred records per second to a topic until they are stopped. */
final class SteadyProducers implements AutoCloseable {
    private static final int RECORDS_AT_A_TIME = 10;
    private static final int PAUSE_MILLIS = 10;

    private final BrokerForTests broker;
    private final List<byte[]> values;
    private final Map<String, List<Steady>> running = new HashMap<>();

    /** A thread with a producer of its own. */
    private final class Steady {
        private final KafkaProducer<byte[], byte[]> producer;
        private final Thread thread;
        private volatile boolean ended;

        Steady(String topic, String codec) {
            this.producer = new KafkaProducer<>(
                    Map.of("bootstrap.servers", broker.address(), "compression.type", codec, "linger.ms", 40),
                    new ByteArraySerializer(),
                    new ByteArraySerializer());
            this.thread = new Thread(() -> send(topic));
            thread.setDaemon(true);
        }

        private void send(String topic) {
            for (int i = 0; !ended; i++) {
                producer.send(new ProducerRecord<>(topic, values.get(i % values.size())));
                if (i % RECORDS_AT_A_TIME == 0) {
                    pause();
                }
            }
            producer.close();
        }

        private void end() {
            ended = true;
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    SteadyProducers(BrokerForTests broker) {
        this.broker = broker;
        this.values = Records.jsonLines(500, "steady")
                .lines()
                .map(line -> line.getBytes(StandardCharsets.UTF_8))
                .toList();
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    void start(String topic, String codec) {
        Steady steady = new Steady(topic, codec);
        running.computeIfAbsent(topic, name -> new ArrayList<>()).add(steady);
        steady.thread.start();
    }

    /** Stops the producers of a topic after everything that they have begun is sent. */
    void end(String topic) {
        running.getOrDefault(topic, List.of()).forEach(Steady::end);
        running.remove(topic);
    }

    @Override
    public void close() {
        running.values().forEach(all -> all.forEach(Steady::end));
        running.clear();
    }
}
