package dev.squeeze.benchmarks.compatibility;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Topics whose contents are known, written and counted with Kafka's own clients. */
final class KnownTopics {
    /** With keys, in all codecs in turn. */
    static final String ORDERS = "orders";
    /** Without keys. */
    static final String EVENTS = "events";
    /** Written in transactions, one of which was aborted. */
    static final String PAYMENTS = "payments";

    static final int PARTITIONS = 3;
    static final int RECORDS_PER_PHASE = 400;
    private static final List<String> CODECS = List.of("none", "gzip", "snappy", "lz4", "zstd");
    private static final int TIMEOUT_MILLIS = 10_000;
    private static final Duration POLL = Duration.ofMillis(200);

    private final String bootstrap;
    private final Map<String, Integer> records = new TreeMap<>();
    private final Map<String, String> failures = new TreeMap<>();

    private KnownTopics(String bootstrap) {
        this.bootstrap = bootstrap;
    }

    /** Creates and fills the topics; what the broker does not accept is listed in {@link #failures}. */
    static KnownTopics fill(String bootstrap) throws InterruptedException {
        KnownTopics topics = new KnownTopics(bootstrap);
        topics.attempt("topics", topics::create);
        for (String codec : CODECS) {
            topics.attempt("codec " + codec, () -> topics.send(ORDERS, true, codec));
        }
        topics.attempt("records without keys", () -> topics.send(EVENTS, false, "lz4"));
        topics.attempt("transactions", topics::sendInTransactions);
        return topics;
    }

    private interface Step {
        void run() throws Exception;
    }

    private void attempt(String what, Step step) throws InterruptedException {
        try {
            step.run();
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            Throwable cause = e instanceof ExecutionException && e.getCause() != null ? e.getCause() : e;
            failures.put(what, cause.getClass().getSimpleName() + ": " + cause.getMessage());
        }
    }

    /** What could not be written with Kafka's own clients, with the reason. */
    Map<String, String> failures() {
        return Map.copyOf(failures);
    }

    /** Number of records in a topic that a consumer of committed data must see. */
    int records(String topic) {
        return records.getOrDefault(topic, 0);
    }

    private void create() throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrap))) {
            admin.createTopics(List.of(
                            new NewTopic(ORDERS, PARTITIONS, (short) 1),
                            new NewTopic(EVENTS, 1, (short) 1),
                            new NewTopic(PAYMENTS, PARTITIONS, (short) 1)))
                    .all()
                    .get(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private Map<String, Object> settings(String codec) {
        Map<String, Object> settings = new HashMap<>();
        settings.put("bootstrap.servers", bootstrap);
        settings.put("compression.type", codec);
        settings.put("linger.ms", 20);
        settings.put("max.block.ms", TIMEOUT_MILLIS);
        settings.put("request.timeout.ms", TIMEOUT_MILLIS / 2);
        settings.put("delivery.timeout.ms", TIMEOUT_MILLIS);
        return settings;
    }

    private void send(String topic, boolean keyed, String codec) throws Exception {
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(settings(codec), new ByteArraySerializer(), new ByteArraySerializer())) {
            send(producer, topic, keyed);
        }
        records.merge(topic, RECORDS_PER_PHASE, Integer::sum);
    }

    private static void send(KafkaProducer<byte[], byte[]> producer, String topic, boolean keyed) throws Exception {
        Future<RecordMetadata> last = null;
        for (int i = 0; i < RECORDS_PER_PHASE; i++) {
            byte[] key = keyed ? ("customer-" + i % 50).getBytes(StandardCharsets.UTF_8) : null;
            last = producer.send(new ProducerRecord<>(topic, key, value(i)));
        }
        producer.flush();
        if (last != null) {
            last.get(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    static byte[] value(int i) {
        return String.format(
                        Locale.ROOT,
                        "{\"order\":%d,\"customer\":\"customer-%d\",\"amount\":%d.%02d,\"currency\":\"EUR\",\"state\":\"%s\"}",
                        100_000 + i,
                        i % 50,
                        i * 7919 % 500,
                        i * 31 % 100,
                        i % 3 == 0 ? "paid" : "open")
                .getBytes(StandardCharsets.UTF_8);
    }

    private void sendInTransactions() throws Exception {
        Map<String, Object> settings = settings("zstd");
        settings.put("transactional.id", "compatibility");
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
            producer.initTransactions();
            for (boolean committed : new boolean[] {true, false, true}) {
                producer.beginTransaction();
                send(producer, PAYMENTS, true);
                if (committed) {
                    producer.commitTransaction();
                    records.merge(PAYMENTS, RECORDS_PER_PHASE, Integer::sum);
                } else {
                    producer.abortTransaction();
                }
            }
        }
    }

    /** Number of committed records that Kafka's consumer finds in a topic. */
    static int count(String bootstrap, String topic) {
        Map<String, Object> settings = Map.of(
                "bootstrap.servers",
                bootstrap,
                "isolation.level",
                "read_committed",
                "enable.auto.commit",
                false,
                "auto.offset.reset",
                "earliest",
                "default.api.timeout.ms",
                TIMEOUT_MILLIS);
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(partition -> new TopicPartition(topic, partition.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            long deadlineNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(TIMEOUT_MILLIS);
            int found = 0;
            while (System.nanoTime() < deadlineNanos
                    && ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                found += consumer.poll(POLL).count();
            }
            return found;
        }
    }
}
