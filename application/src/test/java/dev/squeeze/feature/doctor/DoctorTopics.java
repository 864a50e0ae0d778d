package dev.squeeze.feature.doctor;

import dev.squeeze.FilledTopics;
import dev.squeeze.FilledTopics.Pace;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.KafkaProducer;

/** For each of doctor's checks a topic that triggers it and one that must not. */
final class DoctorTopics {
    private static final int MANY_PARTITIONS = 30;

    private static final Executor GROUPS = work -> {
        Thread thread = new Thread(work, "filling topics");
        thread.setDaemon(true);
        thread.start();
    };

    private DoctorTopics() {}

    /** Fills groups of topics in parallel, since each batch waits for its acknowledgement. */
    static void fill(FilledTopics topics) {
        CompletableFuture.allOf(Stream.<Consumer<FilledTopics>>of(
                                DoctorTopics::codecs,
                                DoctorTopics::batches,
                                DoctorTopics::contents,
                                DoctorTopics::settings,
                                DoctorTopics::healthy)
                        .map(group -> CompletableFuture.runAsync(() -> group.accept(topics), GROUPS))
                        .toArray(CompletableFuture<?>[]::new))
                .join();
    }

    private static void codecs(FilledTopics topics) {
        topics.write("raw", "none", Pace.DEEP, true, topics::json);
        topics.write("packed", "zstd", Pace.DEEP, true, topics::json);
        topics.write("gzip", "gzip", Pace.DEEP, true, topics::json);
        topics.write("b.packed", "none", Pace.DEEP, true, topics::json);
        topics.write("shop.raw", "none", Pace.DEEP, true, topics::json);
        topics.create("mixed", 1);
        topics.create("switched", 1);
        try (KafkaProducer<byte[], byte[]> zstd = topics.producer("zstd");
                KafkaProducer<byte[], byte[]> none = topics.producer("none")) {
            for (int i = 0; i < 80; i++) {
                topics.batch(i % 2 == 0 ? zstd : none, "mixed", i, Pace.DEEP, true, topics::json);
                topics.batch(i < 30 ? none : zstd, "switched", i, Pace.DEEP, true, topics::json);
            }
        }
    }

    private static void batches(FilledTopics topics) {
        topics.write("pairs", "zstd", new Pace(60, 2, 8, 10), true, topics::json);
        topics.write("pairs-far-apart", "zstd", new Pace(60, 2, 8, 60), true, topics::json);
        topics.write("singles", "zstd", Pace.SINGLES, true, topics::json);
        topics.write(
                "singles-by-log-time",
                "zstd",
                new Pace(60, 1, 0, 1),
                true,
                topics::json,
                "message.timestamp.type=LogAppendTime");
        transactions(topics);
        topics.round("fragments", "zstd", MANY_PARTITIONS, 16, 1, true);
        topics.round("fragments-slow", "zstd", MANY_PARTITIONS, 3, 1_000, true);
        topics.round("sprayed", "zstd", 5, 40, 2, false);
        String[] sentences =
                IntStream.range(0, 400).mapToObj(i -> topics.sentence(250)).toArray(String[]::new);
        topics.write("documents", "zstd", new Pace(60, 1, 0, 1), true, i -> topics.document(sentences));
        topics.write("unlike-documents", "zstd", new Pace(40, 1, 0, 1), true, i -> topics.sentence(20_000)
                .getBytes(StandardCharsets.US_ASCII));
    }

    private static void transactions(FilledTopics topics) {
        topics.create("transactions", 1);
        try (KafkaProducer<byte[], byte[]> producer = topics.producer("zstd", "transactional.id=writer")) {
            producer.initTransactions();
            for (int i = 0; i < 40; i++) {
                producer.beginTransaction();
                topics.batch(producer, "transactions", i, new Pace(40, 2, 1, 4), true, topics::json);
                producer.commitTransaction();
            }
        }
    }

    private static void contents(FilledTopics topics) {
        topics.write("schema", "zstd", Pace.DEEP, true, topics::withSchema);
        topics.write("gzipped-values", "none", Pace.DEEP, true, topics::gzipped);
        topics.write("cipher", "none", Pace.DEEP, true, i -> topics.random(300));
        topics.write("packed-cipher", "zstd", Pace.DEEP, true, i -> topics.random(300));
        topics.write("large-batches", "zstd", new Pace(8, 4_500, 0.1, 500), true, topics::json);
        topics.write("zeros", "zstd", Pace.DEEP, true, i -> new byte[20_000]);
        topics.write(
                "large-records",
                "none",
                new Pace(30, 1, 0, 50),
                true,
                i -> topics.random(15_000),
                "max.message.bytes=20000");
    }

    private static void settings(FilledTopics topics) {
        topics.write("again", "lz4", Pace.DEEP, true, topics::json, "compression.type=gzip");
        topics.write("same-codec", "lz4", Pace.DEEP, true, topics::json, "compression.type=lz4");
        topics.create("again-from-raw", 1, "compression.type=lz4");
        topics.create("filled-by-lz4", 1, "compression.type=lz4");
        // With Kafka's default batch.size, which limits a batch by its bytes as they are sent.
        try (KafkaProducer<byte[], byte[]> none = topics.producer("none", "batch.size=16384");
                KafkaProducer<byte[], byte[]> lz4 = topics.producer("lz4", "batch.size=16384")) {
            topics.batch(none, "again-from-raw", 0, new Pace(1, 5_000, 0.1, 0), true, topics::json);
            // The producer learns how far records compress only from batches that were sent.
            for (int burst = 0; burst < 40; burst++) {
                topics.batch(lz4, "filled-by-lz4", burst, new Pace(40, 125, 0.1, 12.5), true, topics::json);
            }
        }
        topics.write("undone", "zstd", Pace.DEEP, true, topics::json, "compression.type=uncompressed");
        topics.write(
                "undone-cipher", "none", Pace.DEEP, true, i -> topics.random(300), "compression.type=uncompressed");
        topics.write("zstd-setting", "zstd", Pace.DEEP, true, topics::json, "compression.type=zstd");
    }

    private static void healthy(FilledTopics topics) {
        topics.write("healthy-lz4", "lz4", Pace.DEEP, false, topics::json);
        topics.write("healthy-snappy", "snappy", Pace.DEEP, true, topics::json);
        topics.write("healthy-slow", "zstd", new Pace(40, 1, 0, 1_000), true, topics::json);
        topics.write(
                "healthy-compacted",
                "zstd",
                Pace.DEEP,
                true,
                topics::json,
                "cleanup.policy=compact",
                "min.compaction.lag.ms=3600000");
    }
}
