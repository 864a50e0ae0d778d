package dev.squeeze.benchmarks;

import dev.squeeze.cluster.ClusterOptions;
import dev.squeeze.cluster.EmbeddedCluster;
import dev.squeeze.codec.Codec;
import dev.squeeze.environment.Environment;
import dev.squeeze.environment.JvmUsage;
import dev.squeeze.kafka.OffsetRange;
import dev.squeeze.kafka.PartitionId;
import dev.squeeze.kafka.RawClient;
import dev.squeeze.kafka.RawClientOptions;
import dev.squeeze.kafka.RawFetcher;
import dev.squeeze.load.Payload;
import dev.squeeze.source.ReadOptions;
import dev.squeeze.source.Sampler;
import dev.squeeze.source.SamplingPlan;
import dev.squeeze.source.Segments;
import dev.squeeze.source.Sources;
import dev.squeeze.stats.PairedComparison;
import dev.squeeze.unit.ByteCount;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Our walk over batch headers beside Kafka's dump tool, and our raw fetches beside Kafka's consumer. */
@Command(
        name = "raw-reading",
        mixinStandardHelpOptions = true,
        description =
                "Fills topics of one embedded broker, and reads their segments and themselves in alternating rounds.")
public final class RawReading implements Callable<Integer> {
    private static final int FETCH_BYTES = 8 << 20;

    @Parameters(index = "0", paramLabel = "SOURCE")
    String source = "";

    @Option(names = "--codecs", split = ",", defaultValue = "none,zstd:3")
    List<String> codecs = List.of();

    @Option(names = "--stored", paramLabel = "BYTES", defaultValue = "1GiB", description = "Of each topic.")
    ByteCount stored = new ByteCount(1 << 30);

    @Option(names = "--batch-size", paramLabel = "BYTES", defaultValue = "16KiB")
    ByteCount batchSize = new ByteCount(16 << 10);

    @Option(names = "--partitions", defaultValue = "6")
    int partitions;

    @Option(names = "--rounds", defaultValue = "6")
    int rounds;

    @Option(names = "--warm-up", defaultValue = "2", description = "Rounds before them.")
    int warmUp;

    @Option(names = "--seed", defaultValue = "1")
    long seed;

    private long lastRead;

    public static void main(String[] args) {
        System.exit(CommandLines.run(new RawReading(), args));
    }

    /** Reads all, and tells how many batches or records it saw. */
    private interface Reader {
        long read() throws Exception;
    }

    /**
     * One reading.
     *
     * @param gibPerSecond of stored bytes, by the clock
     * @param mibPerCpuSecond of stored bytes, by the CPU of this JVM less its collector and compilers
     */
    private record Run(double gibPerSecond, double mibPerCpuSecond) {}

    @Override
    public Integer call() throws Exception {
        Environment environment = Environment.current();
        Payload payload = Payload.of(Sampler.draw(
                Sources.open(List.of(source), ReadOptions.DEFAULT, () -> System.in),
                new SamplingPlan(
                        List.of(Payload.STRETCH_BYTES), 64 << 20, Integer.MAX_VALUE, seed, environment.cores()),
                (read, total) -> {}));
        System.out.printf(
                "# Raw reading%n%n%s, %,d records of %.0f bytes on average; %s stored, batch.size %s, %d partitions;"
                        + " %d rounds after %d; seed %d;%n%s, %d cores, %s%n%n",
                source,
                payload.size(),
                payload.bytesPerRecord(),
                stored,
                batchSize,
                partitions,
                rounds,
                warmUp,
                seed,
                environment.processor(),
                environment.cores(),
                environment.java());
        Table table = new Table(3, "codec", "what", "figure", "ours", "Kafka's", "ours/theirs", "95 % interval");
        for (String codec : codecs) {
            try (DumpTool dump = new DumpTool();
                    EmbeddedCluster cluster = EmbeddedCluster.start(ClusterOptions.temporary(1));
                    StoredTopic topic = StoredTopic.fill(
                            cluster,
                            payload,
                            Codec.parse(codec),
                            partitions,
                            Math.toIntExact(batchSize.bytes()),
                            stored.bytes())) {
                long bytes = topic.storedBytes();
                List<Path> segments = topic.segments();
                compare(table, codec, "headers of segments", bytes, () -> walk(segments), () -> dump.dump(segments));
                compare(table, codec, "topic", bytes, () -> fetch(cluster, topic), () -> consume(cluster, topic));
            }
        }
        System.out.print(table.render());
        return 0;
    }

    private void compare(Table table, String codec, String what, long bytes, Reader ours, Reader theirs)
            throws Exception {
        Random random = new Random(seed);
        List<Run> own = new ArrayList<>();
        List<Run> other = new ArrayList<>();
        for (int round = 0; round < warmUp + rounds; round++) {
            System.err.printf("%s, %s, round %d of %d%n", codec, what, round + 1, warmUp + rounds);
            boolean first = random.nextBoolean();
            Run a = run(first ? ours : theirs, bytes);
            long read = lastRead;
            Run b = run(first ? theirs : ours, bytes);
            if (read != lastRead) {
                throw new IllegalStateException("one read " + read + ", the other " + lastRead);
            }
            if (round >= warmUp) {
                own.add(first ? a : b);
                other.add(first ? b : a);
            }
        }
        row(table, codec, what, "GiB/s by the clock", "%.2f", own, other, Run::gibPerSecond);
        row(table, codec, what, "MiB per CPU second", "%,.0f", own, other, Run::mibPerCpuSecond);
    }

    private Run run(Reader reader, long bytes) throws Exception {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long threadBefore = threads.getCurrentThreadCpuTime();
        JvmUsage before = JvmUsage.current();
        lastRead = reader.read();
        JvmUsage used = JvmUsage.current().minus(before);
        long cpuNanos = used.processCpuNanos()
                - used.gcCpuNanos().orElse(0)
                - used.jitCpuNanos().orElse(0);
        // The process is only known to 10 ms, the reading thread to far less.
        long thread = threads.getCurrentThreadCpuTime() - threadBefore;
        return new Run(
                bytes / (used.clockNanos() / 1e9) / (1 << 30), bytes / (Math.max(cpuNanos, thread) / 1e9) / (1 << 20));
    }

    private static void row(
            Table table,
            String codec,
            String what,
            String figure,
            String format,
            List<Run> ours,
            List<Run> theirs,
            ToDoubleFunction<Run> value) {
        double[] own = ours.stream().mapToDouble(value).toArray();
        double[] other = theirs.stream().mapToDouble(value).toArray();
        PairedComparison compared = PairedComparison.of(own, other, 1);
        table.row(
                codec,
                what,
                figure,
                Table.number(format, Arrays.stream(own).average().orElse(0)),
                Table.number(format, Arrays.stream(other).average().orElse(0)),
                Table.number("%.1f", compared.ratio().estimate()),
                Table.number(
                        "%.1f to %.1f", compared.ratio().low(), compared.ratio().high()));
    }

    private static long walk(List<Path> segments) {
        long[] batches = new long[1];
        Segments.find(segments.stream().map(Path::toString).toList())
                .walk(
                        (file, position, header) -> {
                            batches[0]++;
                            return true;
                        },
                        (read, total) -> {});
        return batches[0];
    }

    private long fetch(EmbeddedCluster cluster, StoredTopic topic) {
        long[] records = new long[1];
        try (RawClient client = RawClient.open(cluster.connection(), RawClientOptions.DEFAULTS)) {
            RawFetcher fetcher = new RawFetcher(client);
            List<PartitionId> all = client.topic(topic.name()).leaders().keySet().stream()
                    .map(partition -> new PartitionId(topic.name(), partition))
                    .toList();
            for (Map.Entry<PartitionId, OffsetRange> entry :
                    fetcher.offsets(all).entrySet()) {
                fetcher.stream(
                        entry.getKey(),
                        entry.getValue().earliest(),
                        entry.getValue().latest(),
                        FETCH_BYTES,
                        header -> {
                            records[0] += header.recordCount();
                            return true;
                        });
            }
        }
        return records[0];
    }

    /** With the consumer's defaults, all partitions assigned: no group. */
    private long consume(EmbeddedCluster cluster, StoredTopic topic) {
        Map<String, Object> properties = new TreeMap<>(cluster.connection());
        properties.put("auto.offset.reset", "earliest");
        properties.put("enable.auto.commit", false);
        long records = 0;
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> all = new ArrayList<>();
            for (int partition = 0; partition < partitions; partition++) {
                all.add(new TopicPartition(topic.name(), partition));
            }
            consumer.assign(all);
            consumer.seekToBeginning(all);
            long end = consumer.endOffsets(all).values().stream()
                    .mapToLong(offset -> offset)
                    .sum();
            while (records < end) {
                records += consumer.poll(Duration.ofMillis(200)).count();
            }
        }
        return records;
    }
}
