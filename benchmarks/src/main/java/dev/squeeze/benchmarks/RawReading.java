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
import dev.squeeze.kit.source.Segments;
import dev.squeeze.kit.unit.ByteCount;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Compares our iteration over batch headers with Kafka's dump tool, and our raw fetches with Kafka's consumer. */
@Command(
        name = "raw-reading",
        mixinStandardHelpOptions = true,
        description =
                "Fills topics of one embedded broker, and reads their segments and themselves in alternating rounds.")
public final class RawReading implements Callable<Integer> {
    private static final int FETCH_BYTES = 8 << 20;
    /** CPU time has a resolution of 10 ms: a shorter reading is repeated. */
    private static final long MIN_NANOS = 500_000_000;

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

    /** Number of batches or records of the first reading, which all others have to match. */
    private OptionalLong expected = OptionalLong.empty();

    public static void main(String[] args) {
        System.exit(CommandLines.run(new RawReading(), args));
    }

    /** Reads everything, and returns the number of batches or records. */
    private interface Reader {
        long read() throws Exception;
    }

    /**
     * One reading.
     *
     * @param gibPerSecond stored GiB per second of elapsed time
     * @param mibPerCpuSecond stored MiB per second of this JVM's CPU time without garbage collection and JIT
     *     compilation
     */
    private record Run(double gibPerSecond, double mibPerCpuSecond) {}

    @Override
    public Integer call() throws Exception {
        Environment environment = Environment.current();
        Payload payload = SourceRecords.payload(source, seed, environment.cores());
        System.out.printf(
                "# Raw reading%n%n%s; %s stored, %d partitions; %d rounds after %d; seed %d;%n%s%n%n",
                RunHeader.records(source, payload),
                stored,
                partitions,
                rounds,
                warmUp,
                seed,
                RunHeader.machine(environment));
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
            PairedRounds<Run> headers =
                    rounds(name + ", headers", bytes, () -> walk(segments), () -> dump.dump(segments));
            rows(table, headers, codec, batchSize, "headers of segments");
            PairedRounds<Run> scan =
                    rounds(name + ", topic", bytes, () -> fetch(cluster, topic), () -> consume(cluster, topic));
            rows(table, scan, codec, batchSize, "topic");
        }
    }

    private PairedRounds<Run> rounds(String name, long bytes, Reader ours, Reader theirs) throws Exception {
        expected = OptionalLong.empty();
        return PairedRounds.run(name, warmUp, rounds, seed, () -> run(ours, bytes), () -> run(theirs, bytes));
    }

    private static void rows(Table table, PairedRounds<Run> rounds, String codec, ByteCount batchSize, String what) {
        row(table, codec, batchSize, what, "GiB/s by the clock", rounds.cells("%.2f", Run::gibPerSecond));
        row(table, codec, batchSize, what, "MiB per CPU second", rounds.cells("%,.0f", Run::mibPerCpuSecond));
    }

    private static void row(
            Table table, String codec, ByteCount batchSize, String what, String figure, List<String> cells) {
        List<String> row = new ArrayList<>(List.of(codec, batchSize.toString(), what, figure));
        row.addAll(cells);
        table.row(row.toArray(String[]::new));
    }

    private Run run(Reader reader, long bytes) throws Exception {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long threadBefore = threads.getCurrentThreadCpuTime();
        JvmUsage before = JvmUsage.current();
        long endNanos = System.nanoTime() + MIN_NANOS;
        int readings = 0;
        do {
            requireSame(reader.read());
            readings++;
        } while (System.nanoTime() < endNanos);
        JvmUsage used = JvmUsage.current().minus(before);
        long cpuNanos = WorkCpu.nanos(used);
        // The process's CPU time has a resolution of 10 ms, that of the reading thread is far higher.
        long thread = threads.getCurrentThreadCpuTime() - threadBefore;
        double read = (double) bytes * readings;
        return new Run(
                read / (used.clockNanos() / 1e9) / (1 << 30), read / (Math.max(cpuNanos, thread) / 1e9) / (1 << 20));
    }

    private void requireSame(long read) {
        if (expected.isPresent() && expected.getAsLong() != read) {
            throw new IllegalStateException("one read " + expected.getAsLong() + ", the other " + read);
        }
        expected = OptionalLong.of(read);
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

    private long consume(EmbeddedCluster cluster, StoredTopic topic) {
        try (TopicConsumer consumer = new TopicConsumer(cluster, topic.name(), partitions)) {
            return consumer.readAll(records -> {});
        }
    }
}
