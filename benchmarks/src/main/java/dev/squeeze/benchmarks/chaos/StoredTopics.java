package dev.squeeze.benchmarks.chaos;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;

/** Topics of many kinds on one broker, and a ledger of every record in them as consumers see it. */
final class StoredTopics {
    static final String MIXED = "mixed";
    private static final String TRANSACTIONS = "transactions";
    private static final String COMPACTED = "compacted";
    private static final List<String> TOPICS = List.of(MIXED, TRANSACTIONS, COMPACTED);
    private static final String NEVER = String.valueOf(Long.MAX_VALUE / 4);

    private final KafkaSide kafka;
    private final Random random;
    private final Map<String, PartitionContents> ledger = new TreeMap<>();

    StoredTopics(KafkaSide kafka, Random random) {
        this.kafka = kafka;
        this.random = random;
    }

    void fill() throws Exception {
        Map<String, String> segments =
                Map.of("segment.bytes", "1048576", "retention.ms", "-1", "retention.bytes", "-1");
        kafka.create(MIXED, 2, 1, segments);
        kafka.create(TRANSACTIONS, 2, 1, segments);
        kafka.create(
                COMPACTED,
                1,
                1,
                Map.of("cleanup.policy", "compact", "segment.bytes", "1048576", "min.cleanable.dirty.ratio", "0.01"));
        for (String codec : List.of("none", "gzip", "snappy", "lz4", "zstd")) {
            try (KafkaProducer<byte[], byte[]> producer = kafka.producer(
                    Map.of("compression.type", codec, "linger.ms", 5, "batch.size", 4_000 + random.nextInt(30_000)))) {
                for (int i = 0; i < 6_000; i++) {
                    producer.send(record(MIXED, random.nextInt(2), random.nextInt(6) == 0 ? -1 : i));
                    producer.send(record(COMPACTED, 0, random.nextInt(700)));
                }
            }
        }
        transactions();
        settleCompaction();
        takeLedger();
    }

    private void transactions() {
        try (KafkaProducer<byte[], byte[]> producer =
                kafka.producer(Map.of("transactional.id", "chaos", "compression.type", "snappy", "linger.ms", 5))) {
            producer.initTransactions();
            for (int transaction = 0; transaction < 60; transaction++) {
                producer.beginTransaction();
                int records = 1 + random.nextInt(150);
                for (int i = 0; i < records; i++) {
                    producer.send(record(TRANSACTIONS, random.nextInt(2), i));
                }
                producer.flush();
                if (random.nextInt(3) == 0) {
                    producer.abortTransaction();
                } else {
                    producer.commitTransaction();
                }
            }
        }
    }

    /**
     * Waits until the log cleaner has left gaps, and then stops further cleaning: what it would remove later is not
     * lost.
     */
    private void settleCompaction() throws InterruptedException {
        boolean cleaned = KafkaSide.await(40, () -> {
            long[] count = {0};
            kafka.readAll(COMPACTED, false, record -> count[0]++);
            return count[0] < 25_000;
        });
        kafka.configure(
                COMPACTED,
                Map.of(
                        "min.cleanable.dirty.ratio",
                        "1.0",
                        "min.compaction.lag.ms",
                        NEVER,
                        "max.compaction.lag.ms",
                        String.valueOf(Long.MAX_VALUE),
                        "delete.retention.ms",
                        NEVER));
        if (!cleaned) {
            throw new BrokenEpisodeException("the log cleaner did nothing within 40 s");
        }
        // Let a cleaning that has begun finish.
        Thread.sleep(4_000);
    }

    /** @param key negative for none */
    private ProducerRecord<byte[], byte[]> record(String topic, int partition, int key) {
        byte[] keyBytes = key < 0 ? null : ("key-" + key).getBytes(StandardCharsets.US_ASCII);
        boolean tombstone = topic.equals(COMPACTED) && random.nextInt(50) == 0;
        ProducerRecord<byte[], byte[]> record =
                new ProducerRecord<>(topic, partition, keyBytes, tombstone ? null : value());
        if (random.nextInt(4) == 0) {
            record.headers().add("trace", random.nextBoolean() ? null : new byte[] {(byte) random.nextInt(), 0});
        }
        return record;
    }

    private byte[] value() {
        StringBuilder text = new StringBuilder("{\"reading\":");
        int fields = random.nextInt(40);
        for (int i = 0; i < fields; i++) {
            text.append(random.nextInt(1 << 20))
                    .append(",\"sensor\":\"s-")
                    .append(i)
                    .append("\",");
        }
        return text.toString().getBytes(StandardCharsets.US_ASCII);
    }

    private Map<String, PartitionContents> read() {
        Map<String, PartitionContents> contents = new TreeMap<>();
        for (String topic : TOPICS) {
            for (boolean committed : List.of(true, false)) {
                kafka.readAll(topic, committed, record -> contents.computeIfAbsent(
                                name(record, committed), name -> new PartitionContents())
                        .add(record.offset(), RecordHash.of(record)));
            }
        }
        return contents;
    }

    private static String name(ConsumerRecord<byte[], byte[]> record, boolean committed) {
        return record.topic() + "-" + record.partition() + (committed ? ", committed" : ", all");
    }

    private void takeLedger() {
        ledger.putAll(read());
    }

    /**
     * Adds records that are acknowledged while it is unclear which process uses the folder; they are promised like all
     * others.
     */
    void addMore() throws Exception {
        Map<Integer, Long> first = new HashMap<>();
        try (KafkaProducer<byte[], byte[]> producer = kafka.producer(Map.of())) {
            for (int i = 0; i < 60; i++) {
                Future<RecordMetadata> sent = producer.send(record(MIXED, i % 2, i));
                RecordMetadata metadata = sent.get();
                first.merge(metadata.partition(), metadata.offset(), Math::min);
            }
        }
        for (boolean committed : List.of(true, false)) {
            kafka.readAll(MIXED, committed, record -> {
                if (record.offset() >= first.getOrDefault(record.partition(), Long.MAX_VALUE)) {
                    ledger.computeIfAbsent(name(record, committed), name -> new PartitionContents())
                            .add(record.offset(), RecordHash.of(record));
                }
            });
        }
    }

    /** Compares everything with the ledger, and counts. @return the problems, one per line */
    List<String> settle(Figures figures) {
        Map<String, PartitionContents> now = read();
        List<String> wrong = new java.util.ArrayList<>();
        ledger.forEach((name, contents) -> {
            var difference = contents.compare(now.getOrDefault(name, new PartitionContents()));
            if (name.endsWith("all")) {
                // Count a lost record once, although it is missing from both views.
                figures.promised(contents.records());
                figures.lost(difference.missing());
                figures.doubled(difference.twice());
            } else if (!difference.isNone()) {
                figures.unexplained("committed view differs", difference.missing() + difference.twice());
            }
            figures.unexplained("record that nobody sent", difference.added());
            figures.unexplained("record changed", difference.changed());
            if (!difference.isNone()) {
                wrong.add(name + ": " + difference);
            }
        });
        return wrong;
    }
}
