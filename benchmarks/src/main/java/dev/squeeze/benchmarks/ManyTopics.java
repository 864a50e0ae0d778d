package dev.squeeze.benchmarks;

import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.source.ReadOptions;
import dev.squeeze.kit.source.RecordSource;
import dev.squeeze.kit.source.Sources;
import dev.squeeze.kit.unit.ByteCount;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Fills a cluster with many topics of real records in different codecs and batch sizes, for {@code squeeze survey} to
 * examine.
 */
@Command(
        name = "many-topics",
        mixinStandardHelpOptions = true,
        description =
                "Creates topics many-0000 and so on and fills them. Give it a cluster to throw away, such as one of"
                        + " squeeze cluster.")
public final class ManyTopics implements Callable<Integer> {
    /** Ten on average. */
    private static final int[] PARTITIONS = {1, 3, 6, 10, 12, 28};

    /** Factors of the mean size; one on average. */
    private static final double[] SIZES = {0.1, 0.3, 0.6, 1, 3};

    private static final int MAX_RECORDS = 200_000;
    private static final int TOPICS_AT_ONCE = 50;
    private static final long TIMEOUT_SECONDS = 120;

    /** Small index files: these are preallocated for every partition. */
    private static final Map<String, String> CONFIGS =
            Map.of("segment.index.bytes", "8192", "segment.ms", "315360000000");

    /** How a topic is written: codec and batch.size. */
    private record Style(Codec codec, int batchSize) {
        static Style parse(String codec, int batchSize) {
            return new Style(Codec.parse(codec), batchSize);
        }
    }

    private static final List<Style> STYLES = List.of(
            Style.parse("none", 16_384),
            Style.parse("lz4", 16_384),
            Style.parse("none", 1_024),
            Style.parse("zstd", 65_536),
            Style.parse("snappy", 4_096),
            Style.parse("gzip", 16_384),
            Style.parse("zstd", 1_024));

    @Parameters(paramLabel = "SOURCE", description = "Records; the topics take them in turn.")
    List<String> sources = List.of();

    @Option(names = "--bootstrap-server", required = true)
    String bootstrap = "";

    @Option(names = "--topics", defaultValue = "200")
    int topics;

    @Option(names = "--names", split = ",", description = "Names of the first topics. Default: many-0000 and so on.")
    List<String> names = List.of();

    @Option(names = "--mean-bytes", defaultValue = "4MiB", description = "Payload of a topic, on average.")
    ByteCount meanBytes = new ByteCount(4 << 20);

    @Option(names = "--span", defaultValue = "1d", description = "Time that the records' timestamps span, until now.")
    Duration span = Duration.ofDays(1);

    public static void main(String[] args) {
        System.exit(CommandLines.run(new ManyTopics(), args));
    }

    @Override
    public Integer call() throws Exception {
        long startNanos = System.nanoTime();
        if (sources.isEmpty()) {
            throw new IllegalArgumentException("give a SOURCE, such as sample:access-log");
        }
        List<List<BatchRecord>> payloads =
                sources.stream().map(ManyTopics::records).toList();
        int partitions = create();
        long records = 0;
        try (Writers writers = new Writers()) {
            for (int i = 0; i < topics; i++) {
                records += fill(i, payloads.get(i % payloads.size()), writers);
            }
        }
        System.out.printf(
                Locale.ROOT,
                "%,d topics with %,d partitions and %,d records in %.0f s%n",
                topics,
                partitions,
                records,
                (System.nanoTime() - startNanos) / 1e9);
        return 0;
    }

    private static List<BatchRecord> records(String source) {
        RecordSource opened = Sources.open(List.of(source), ReadOptions.DEFAULT, () -> System.in);
        List<BatchRecord> records = new ArrayList<>();
        opened.read(
                record -> {
                    records.add(record);
                    return records.size() < MAX_RECORDS;
                },
                (read, total) -> {});
        return records;
    }

    private String name(int topic) {
        return topic < names.size() ? names.get(topic) : String.format(Locale.ROOT, "many-%04d", topic);
    }

    private int create() throws Exception {
        int partitions = 0;
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrap))) {
            for (int from = 0; from < topics; from += TOPICS_AT_ONCE) {
                List<NewTopic> some = IntStream.range(from, Math.min(topics, from + TOPICS_AT_ONCE))
                        .mapToObj(i ->
                                new NewTopic(name(i), PARTITIONS[i % PARTITIONS.length], (short) 1).configs(CONFIGS))
                        .toList();
                admin.createTopics(some).all().get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
                partitions += some.stream().mapToInt(NewTopic::numPartitions).sum();
            }
        }
        return partitions;
    }

    private int fill(int topic, List<BatchRecord> payload, Writers writers) {
        KafkaProducer<byte[], byte[]> producer = writers.of(STYLES.get(topic % STYLES.size()));
        double wanted = meanBytes.bytes() * SIZES[topic % SIZES.length];
        double mean =
                payload.stream().mapToInt(BatchRecord::payloadBytes).average().orElseThrow();
        int records = (int) Math.max(1, wanted / mean);
        long endMillis = System.currentTimeMillis();
        double stepMillis = (double) span.toMillis() / records;
        for (int i = 0; i < records; i++) {
            BatchRecord record = payload.get((topic * 31 + i) % payload.size());
            long millis = endMillis - (long) ((records - 1 - i) * stepMillis);
            producer.send(new ProducerRecord<>(name(topic), null, millis, record.key(), record.value()));
        }
        producer.flush();
        return records;
    }

    /** One producer for each style. */
    private final class Writers implements AutoCloseable {
        private final Map<Style, KafkaProducer<byte[], byte[]>> producers = new HashMap<>();

        KafkaProducer<byte[], byte[]> of(Style style) {
            return producers.computeIfAbsent(style, this::open);
        }

        private KafkaProducer<byte[], byte[]> open(Style style) {
            Map<String, Object> settings = new HashMap<>(Map.of("bootstrap.servers", bootstrap));
            settings.put("batch.size", style.batchSize());
            settings.put("linger.ms", 100);
            settings.putAll(ClientSetup.properties(style.codec()));
            return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
        }

        @Override
        public void close() {
            producers.values().forEach(KafkaProducer::close);
        }
    }
}
