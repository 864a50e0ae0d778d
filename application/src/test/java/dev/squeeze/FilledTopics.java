package dev.squeeze;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.zip.GZIPOutputStream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** Topics with a known problem or without one, written by Kafka's own producers; each batch ends with a flush. */
public final class FilledTopics {
    /** The newest record is recent, so that the topic does not count as idle. */
    private static final long AGO_MILLIS = 120_000;

    private static final int NO_KEY = -1;

    private final BrokerForTests broker;
    private final Random random = new Random(4_711);
    private final long startMillis = System.currentTimeMillis() - AGO_MILLIS;

    public FilledTopics(BrokerForTests broker) {
        this.broker = broker;
    }

    /** How a topic is written: number of batches, records per batch, and timing. */
    public record Pace(int batches, int recordsPerBatch, double millisBetweenRecords, double millisBetweenBatches) {
        /** 10,000 records per second in batches of 12 KiB. */
        public static final Pace DEEP = new Pace(30, 40, 0.1, 4);

        /** One record per millisecond. */
        public static final Pace SINGLES = new Pace(100, 1, 0, 1);
    }

    public KafkaProducer<byte[], byte[]> producer(String codec, String... settings) {
        Map<String, Object> all = new HashMap<>(Map.of("bootstrap.servers", broker.address()));
        all.put("compression.type", codec);
        all.put("linger.ms", "60000");
        all.put("batch.size", "4194304");
        all.put("max.request.size", "8388608");
        for (String setting : settings) {
            String[] parts = setting.split("=", 2);
            all.put(parts[0], parts[1]);
        }
        return new KafkaProducer<>(all, new ByteArraySerializer(), new ByteArraySerializer());
    }

    /** Writes one partition with one producer. */
    public void write(
            String topic, String codec, Pace pace, boolean keyed, IntFunction<byte[]> values, String... topicConfig) {
        create(topic, 1, topicConfig);
        try (KafkaProducer<byte[], byte[]> producer = producer(codec)) {
            for (int batch = 0; batch < pace.batches(); batch++) {
                batch(producer, topic, batch, pace, keyed, values);
            }
        }
    }

    public void create(String topic, int partitions, String... topicConfig) {
        Map<String, String> configs = new HashMap<>();
        for (String setting : topicConfig) {
            configs.put(setting.split("=", 2)[0], setting.split("=", 2)[1]);
        }
        broker.create(topic, partitions, configs);
    }

    public void batch(
            KafkaProducer<byte[], byte[]> producer,
            String topic,
            int batch,
            Pace pace,
            boolean keyed,
            IntFunction<byte[]> values) {
        batch(producer, topic, batch, pace, number -> keyed ? number % 500 : NO_KEY, values);
    }

    /** The same with a number for each record, from which its key is made. */
    public void batch(
            KafkaProducer<byte[], byte[]> producer,
            String topic,
            int batch,
            Pace pace,
            IntUnaryOperator keys,
            IntFunction<byte[]> values) {
        for (int i = 0; i < pace.recordsPerBatch(); i++) {
            long millis =
                    startMillis + Math.round(batch * pace.millisBetweenBatches() + i * pace.millisBetweenRecords());
            int number = batch * pace.recordsPerBatch() + i;
            int keyNumber = keys.applyAsInt(number);
            byte @Nullable [] key =
                    keyNumber == NO_KEY ? null : ("key-" + keyNumber).getBytes(StandardCharsets.US_ASCII);
            producer.send(new ProducerRecord<>(topic, 0, millis, key, values.apply(number)));
        }
        producer.flush();
    }

    /** Sends one record to each partition in turn, repeatedly. */
    public void round(
            String topic, String codec, int partitions, int rounds, double millisBetweenRecords, boolean keyed) {
        create(topic, partitions);
        // A batch of 4 MiB for each partition would exceed buffer.memory, and send() would block for the linger.
        try (KafkaProducer<byte[], byte[]> producer = producer(codec, "batch.size=16384")) {
            for (int i = 0; i < rounds * partitions; i++) {
                byte @Nullable [] key = keyed ? ("key-" + i).getBytes(StandardCharsets.US_ASCII) : null;
                producer.send(new ProducerRecord<>(
                        topic, i % partitions, startMillis + Math.round(i * millisBetweenRecords), key, json(i)));
                if (i % partitions == partitions - 1) {
                    producer.flush();
                }
            }
        }
    }

    /** About 300 bytes, mostly similar to those of other records. */
    public byte[] json(int number) {
        return ("{\"order\":" + number + ",\"customer\":\"" + Long.toHexString(random.nextLong())
                        + "\",\"status\":\"" + (number % 3 == 0 ? "delivered" : "on its way")
                        + "\",\"warehouse\":\"north-" + random.nextInt(20) + "\",\"currency\":\"EUR\",\"price\":"
                        + random.nextInt(100_000) + ",\"items\":[{\"article\":" + random.nextInt(5_000)
                        + ",\"quantity\":" + (1 + random.nextInt(4))
                        + ",\"colour\":\"blue\"}],\"address\":{\"city\":\"Somewhere\",\"country\":\"DE\",\"zip\":\""
                        + random.nextInt(99_999) + "\"}}")
                .getBytes(StandardCharsets.UTF_8);
    }

    public byte[] withSchema(int number) {
        String field = "{\"type\":\"struct\",\"optional\":false,\"fields\":[{\"field\":\"o}{rder\",\"type\":\"int32\"},"
                + "{\"field\":\"customer\",\"type\":\"string\"},{\"field\":\"status\",\"type\":\"string\"},"
                + "{\"field\":\"warehouse\",\"type\":\"string\"},{\"field\":\"price\",\"type\":\"int64\"}]}";
        return ("{\"schema\":" + field + ",\"payload\":" + new String(json(number), StandardCharsets.UTF_8) + "}")
                .getBytes(StandardCharsets.UTF_8);
    }

    public byte[] gzipped(int number) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(json(number));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    public byte[] random(int bytes) {
        byte[] value = new byte[bytes];
        random.nextBytes(value);
        return value;
    }

    /** 20 KiB of sentences that other documents contain as well, hardly any of them twice. */
    public byte[] document(String[] sentences) {
        StringBuilder text = new StringBuilder();
        while (text.length() < 20_000) {
            text.append(sentences[random.nextInt(sentences.length)]);
        }
        return text.toString().getBytes(StandardCharsets.US_ASCII);
    }

    /** Text without repetitions. */
    public String sentence(int letters) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < letters; i++) {
            text.append((char) (' ' + random.nextInt(90)));
        }
        return text.toString();
    }
}
