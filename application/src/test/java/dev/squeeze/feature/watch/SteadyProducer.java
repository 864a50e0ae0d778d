package dev.squeeze.feature.watch;

import dev.squeeze.BrokerForTests;
import dev.squeeze.Records;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Sends some hundred records a second to a topic until it is closed. */
final class SteadyProducer implements AutoCloseable {
    private static final int RECORDS_AT_A_TIME = 10;
    private static final int PAUSE_MILLIS = 10;

    private final KafkaProducer<byte[], byte[]> producer;
    private final Thread thread;
    private volatile boolean ended;

    private SteadyProducer(KafkaProducer<byte[], byte[]> producer, String topic) {
        this.producer = producer;
        this.thread = new Thread(() -> send(topic));
        thread.setDaemon(true);
        thread.start();
    }

    static SteadyProducer start(BrokerForTests broker, String topic, String codec) {
        return start(broker, topic, Map.of("compression.type", codec, "linger.ms", 40));
    }

    static SteadyProducer start(BrokerForTests broker, String topic, Map<String, Object> properties) {
        Map<String, Object> settings = new HashMap<>(properties);
        settings.put("bootstrap.servers", broker.address());
        return new SteadyProducer(
                new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer()), topic);
    }

    private void send(String topic) {
        List<byte[]> values = Records.jsonLines(500, "steady")
                .lines()
                .map(line -> line.getBytes(StandardCharsets.UTF_8))
                .toList();
        for (int i = 0; !ended; i++) {
            producer.send(new ProducerRecord<>(topic, values.get(i % values.size())));
            if (i % RECORDS_AT_A_TIME == 0) {
                pause();
            }
        }
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        ended = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        producer.close();
    }
}
