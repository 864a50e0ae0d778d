package dev.squeeze.benchmarks;

import dev.squeeze.engine.load.Payload;
import dev.squeeze.kit.cluster.ClusterOptions;
import dev.squeeze.kit.cluster.EmbeddedCluster;
import dev.squeeze.kit.environment.Environment;
import dev.squeeze.kit.environment.JvmUsage;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.kafka.OffsetRange;
import dev.squeeze.kit.kafka.PartitionId;
import dev.squeeze.kit.kafka.RawClient;
import dev.squeeze.kit.kafka.RawClientOptions;
import dev.squeeze.kit.kafka.RawFetcher;
import dev.squeeze.kit.source.ReadOptions;
import dev.squeeze.kit.source.Sampler;
import dev.squeeze.kit.source.SamplingPlan;
import dev.squeeze.kit.source.Segments;
import dev.squeeze.kit.source.Sources;
import dev.squeeze.kit.stats.PairedComparison;
import dev.squeeze.kit.unit.ByteCount;
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
    /** CPU time is known to 10 ms: a shorter reading is repeated. */
    private static final long LEAST_NANOS = 500_000_000;

    @Parameters(index = "0", paramLabel = "SOURCE")
    String source = "";

    @Option(names = "--codecs", split = ",", defaultValue = "none,zstd:3")
    List<String> codecs = List.of();

    @Option(names = "--stored", paramLabel = "BYTES", defaultValue = "1GiB", description = "Of each topic.")
    ByteCount stored = new ByteCount(1 << 30);

    @Option(names = "--batch-sizes", split = ",", paramLabel = "BYTES", defaultValue = "16KiB,64KiB,256KiB")
    List<ByteCount> batchSizes = List.of();

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
                "# Raw reading%n%n%s, %,d records of %.0f bytes on average; %s stored, %d partitions;"
                        + " %d rounds after %d; seed %d;%n%s, %d cores, %s%n%n",
                source,
                payload.size(),
                payload.bytesPerRecord(),
                stored,
                partitions,
                rounds,
                warmUp,
                seed,
                environment.processor(),
                environment.cores(),
                environment.java());
        Table table = new Table(
                4, "codec", "batch.size", "what", "figure", "ours", "Kafka's", "ours/theirs", "95 % interval");
        for (String codec : codecs) {
            for (ByteCount batchSize : batchSizes) {
                topic(table, payload, codec, batchSize);
            }
        }
        System.out.print(table.render());
        return 0;
    }

    private void topic(Table table, Payload payload, String codec, ByteCount batchSize) throws Exception {
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
            String name = codec + " " + batchSize;
            Rounds headers = rounds(name + ", headers", bytes, () -> walk(segments), () -> dump.dump(segments));
            headers.rows(table, codec, batchSize, "headers of segments");
            Rounds scan = rounds(name + ", topic", bytes, () -> fetch(cluster, topic), () -> consume(cluster, topic));
            scan.rows(table, codec, batchSize, "topic");
        }
    }

    private Rounds rounds(String name, long bytes, Reader ours, Reader theirs) throws Exception {
        Random random = new Random(seed);
        Rounds all = new Rounds(new ArrayList<>(), new ArrayList<>());
        for (int round = 0; round < warmUp + rounds; round++) {
            System.err.printf("%s, round %d of %d%n", name, round + 1, warmUp + rounds);
            boolean first = random.nextBoolean();
            Run a = run(first ? ours : theirs, bytes);
            long read = lastRead;
            Run b = run(first ? theirs : ours, bytes);
            if (read != lastRead) {
                throw new IllegalStateException("one read " + read + ", the other " + lastRead);
            }
            if (round >= warmUp) {
                all.ours().add(first ? a : b);
                all.theirs().add(first ? b : a);
            }
        }
        return all;
    }

    private Run run(Reader reader, long bytes) throws Exception {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long threadBefore = threads.getCurrentThreadCpuTime();
        JvmUsage before = JvmUsage.current();
        long endNanos = System.nanoTime() + LEAST_NANOS;
        int readings = 0;
        do {
            lastRead = reader.read();
            readings++;
        } while (System.nanoTime() < endNanos);
        JvmUsage used = JvmUsage.current().minus(before);
        long cpuNanos = used.processCpuNanos()
                - used.gcCpuNanos().orElse(0)
                - used.jitCpuNanos().orElse(0);
        // The process is only known to 10 ms, the reading thread to far less.
        long thread = threads.getCurrentThreadCpuTime() - threadBefore;
        double read = (double) bytes * readings;
        return new Run(
                read / (used.clockNanos() / 1e9) / (1 << 30), read / (Math.max(cpuNanos, thread) / 1e9) / (1 << 20));
    }

    /** What both read, round by round. */
    private record Rounds(List<Run> ours, List<Run> theirs) {
        void rows(Table table, String codec, ByteCount batchSize, String what) {
            List<String> names = List.of(codec, batchSize.toString(), what);
            row(table, names, "GiB/s by the clock", "%.2f", Run::gibPerSecond);
            row(table, names, "MiB per CPU second", "%,.0f", Run::mibPerCpuSecond);
        }

        private void row(Table table, List<String> names, String figure, String format, ToDoubleFunction<Run> value) {
            double[] own = ours.stream().mapToDouble(value).toArray();
            double[] other = theirs.stream().mapToDouble(value).toArray();
            PairedComparison compared = PairedComparison.of(own, other, 1);
            List<String> cells = new ArrayList<>(names);
            cells.add(figure);
            cells.add(Table.number(format, Arrays.stream(own).average().orElse(0)));
            cells.add(Table.number(format, Arrays.stream(other).average().orElse(0)));
            cells.add(Table.number("%.1f", compared.ratio().estimate()));
            cells.add(Table.number(
                    "%.1f to %.1f", compared.ratio().low(), compared.ratio().high()));
            table.row(cells.toArray(String[]::new));
        }
    }

    private static long walk(List<Path> segments) {
        long[] batches = new long[1];
        Segments.find(segments.stream().map(Path::toString).toList())
                .walkHeaders(
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
