package dev.squeeze.benchmarks;

import dev.squeeze.engine.drivers.DriverLoad;
import dev.squeeze.engine.drivers.DriverPace;
import dev.squeeze.engine.drivers.DriverProcess;
import dev.squeeze.engine.drivers.DriverPrograms;
import dev.squeeze.engine.drivers.DriverResult;
import dev.squeeze.engine.drivers.DriverSettings;
import dev.squeeze.engine.drivers.RecordsFile;
import dev.squeeze.engine.load.LoadTopics;
import dev.squeeze.engine.predict.ClientProfile;
import dev.squeeze.engine.predict.ClientSupport;
import dev.squeeze.kit.cluster.ClusterOptions;
import dev.squeeze.kit.cluster.EmbeddedCluster;
import dev.squeeze.kit.cluster.TopicLease;
import dev.squeeze.kit.cluster.TopicSpec;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.BatchScanner;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecGrid;
import dev.squeeze.kit.format.RecordFormatV2;
import dev.squeeze.kit.kafka.BatchRecordReader;
import dev.squeeze.kit.kafka.KafkaBatchCodec;
import dev.squeeze.kit.kafka.UnreadableBatchException;
import dev.squeeze.kit.unit.ByteCount;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Compares the compressed size of other clients' batches with that of the Java codec of the same name and level:
 * batches are read from the log of a live broker, decompressed, and compressed again as the Java producer does.
 */
@Command(
        name = "client-codecs",
        mixinStandardHelpOptions = true,
        description = "Compressed bytes of other clients' batches over those of Java's, on the same records.")
public final class ClientCodecs implements Callable<Integer> {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final int LINGER_MILLIS = 100;
    private static final long NO_TIMESTAMP = -1;

    @Parameters(arity = "1..*", paramLabel = "SOURCE", description = "Files, sample:NAME, or folders of files.")
    List<String> sources = List.of();

    @Option(names = "--clients", split = ",", defaultValue = "librdkafka,franz-go,sarama")
    List<String> clients = List.of();

    @Option(names = "--codecs", paramLabel = "LIST", defaultValue = "gzip,gzip:1,gzip:9,snappy,lz4,zstd,zstd:1,zstd:9")
    CodecGrid codecs = CodecGrid.all();

    @Option(names = "--batch-bytes", split = ",", paramLabel = "BYTES", defaultValue = "8KiB,64KiB,512KiB")
    List<ByteCount> batchBytes = List.of();

    @Option(names = "--mib", defaultValue = "4", description = "Most MiB of each source (default: ${DEFAULT-VALUE}).")
    int mib;

    private final Path root =
            Path.of(System.getProperty("squeeze.root", ".")).toAbsolutePath().normalize();
    private final Map<String, List<Double>> ratios = new TreeMap<>();

    public static void main(String[] args) {
        System.exit(CommandLines.run(new ClientCodecs(), args));
    }

    @Override
    public Integer call() throws IOException {
        Path folder = Folders.emptied(root.resolve("benchmarks/target/client-codecs"));
        Table table =
                new Table(4, "client", "codec", "source", "batch.size", "batches", "bytes", "Java's", "over Java's");
        try (EmbeddedCluster cluster = EmbeddedCluster.start(ClusterOptions.temporary(1))) {
            for (String source : SourceRecords.expanded(sources)) {
                Path records = folder.resolve("records");
                int largest = write(source, records);
                for (String client : clients) {
                    for (ByteCount size : batchBytes) {
                        // Two of the clients refuse records larger than a batch.
                        if (largest + 200 < size.bytes()) {
                            measure(cluster, ClientProfile.parse(client), source, (int) size.bytes(), records, table);
                        }
                    }
                }
            }
        }
        System.out.print(table.render());
        Table summary = new Table(3, "client", "codec", "batch.size", "sources", "least", "median", "most");
        ratios.forEach((name, values) -> {
            double[] sorted =
                    values.stream().mapToDouble(value -> value).sorted().toArray();
            String[] parts = name.split(" ");
            summary.row(
                    parts[0],
                    parts[1],
                    parts[2],
                    String.valueOf(sorted.length),
                    Table.number("%.3f", sorted[0]),
                    Table.number("%.3f", Quantile.of(sorted, 0.5)),
                    Table.number("%.3f", sorted[sorted.length - 1]));
        });
        System.out.print("\n" + summary.render());
        return 0;
    }

    /** @return bytes of the largest record */
    private int write(String source, Path file) throws IOException {
        List<BatchRecord> records = new ArrayList<>();
        long bytes = 0;
        int largest = 0;
        for (BatchRecord record : SourceRecords.payload(source, 1, 1).records()) {
            bytes += record.payloadBytes();
            if (bytes > (long) mib << 20) {
                break;
            }
            largest = Math.max(largest, record.payloadBytes());
            records.add(new BatchRecord(null, record.value(), BatchRecord.NO_HEADERS, NO_TIMESTAMP));
        }
        RecordsFile.write(file, records);
        return largest;
    }

    private void measure(
            EmbeddedCluster cluster, ClientProfile client, String source, int size, Path records, Table table)
            throws IOException {
        for (Codec codec : codecs.codecs()) {
            if (ClientSupport.refusalOfNewest(client, codec).isPresent()) {
                continue;
            }
            TopicSpec spec = new TopicSpec("codecs", 1, 1, LoadTopics.NEEDED);
            try (TopicLease topic = TopicLease.create(cluster, spec, false, TIMEOUT)) {
                send(cluster, client, codec, size, topic.topic(), records);
                Sums sums = compare(cluster.logDirs().get(0).resolve(topic.topic() + "-0"), codec);
                double ratio = (double) sums.bytes / sums.javas;
                ratios.computeIfAbsent(client.label() + " " + codec + " " + size, name -> new ArrayList<>())
                        .add(ratio);
                table.row(
                        client.label(),
                        codec.toString(),
                        SourceRecords.shortName(source),
                        String.valueOf(size),
                        String.valueOf(sums.batches),
                        String.valueOf(sums.bytes),
                        String.valueOf(sums.javas),
                        Table.number("%.3f", ratio));
                System.err.printf("%s %s %s %d: %.3f%n", client.label(), codec, source, size, ratio);
            }
        }
    }

    private static void send(
            EmbeddedCluster cluster, ClientProfile client, Codec codec, int size, String topic, Path records) {
        Map<String, String> kafka = new LinkedHashMap<>();
        for (String line : codec.configLines()) {
            kafka.put(line.substring(0, line.indexOf('=')), line.substring(line.indexOf('=') + 1));
        }
        kafka.put("batch.size", String.valueOf(size));
        kafka.put("linger.ms", String.valueOf(LINGER_MILLIS));
        try (DriverProcess driver =
                DriverProcess.start(new DriverPrograms(System.err::println, () -> false).command(client))) {
            driver.load(new DriverLoad(
                    cluster.bootstrap(),
                    List.of(topic),
                    DriverSettings.translated(client, kafka),
                    records,
                    0,
                    1,
                    new DriverPace.Unthrottled(),
                    1,
                    OptionalLong.of(recordsIn(records)),
                    Duration.ofMillis(1),
                    TIMEOUT));
            driver.start(Instant.now());
            DriverResult result = driver.finish();
            if (!result.errors().isEmpty()) {
                throw new IllegalStateException(client.label() + " failed to send: " + result.errors());
            }
        }
    }

    private static long recordsIn(Path records) {
        try (var in = new DataInputStream(Files.newInputStream(records))) {
            in.skipNBytes(8);
            return in.readLong();
        } catch (IOException e) {
            throw new IllegalStateException("the records cannot be read again", e);
        }
    }

    /** Sizes without batch headers. */
    private static final class Sums {
        private long batches;
        private long bytes;
        private long javas;
    }

    private static Sums compare(Path partition, Codec codec) throws IOException {
        Sums sums = new Sums();
        ByteBuffer target = ByteBuffer.allocate(16 << 20);
        try (KafkaBatchCodec java = new KafkaBatchCodec(codec);
                BatchRecordReader reader = new BatchRecordReader();
                DirectoryStream<Path> segments = Files.newDirectoryStream(partition, "*.log")) {
            for (Path segment : segments) {
                new BatchScanner().scan(ByteBuffer.wrap(Files.readAllBytes(segment)), batch -> {
                    List<BatchRecord> records = new ArrayList<>();
                    try {
                        reader.read(batch.batch(), (offset, record) -> records.add(record));
                    } catch (UnreadableBatchException e) {
                        throw new IllegalStateException(
                                "a client wrote a batch that cannot be read: " + e.getMessage(), e);
                    }
                    target.clear();
                    sums.batches++;
                    sums.bytes += batch.recordBytes();
                    sums.javas += java.encode(records.toArray(BatchRecord[]::new), target)
                                    .remaining()
                            - RecordFormatV2.BATCH_HEADER_BYTES;
                    return true;
                });
            }
        }
        return sums;
    }
}
