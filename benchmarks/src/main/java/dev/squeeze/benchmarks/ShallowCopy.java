package dev.squeeze.benchmarks;

import dev.squeeze.engine.load.LoadTopics;
import dev.squeeze.engine.load.Payload;
import dev.squeeze.feature.copy.CopyListener;
import dev.squeeze.feature.copy.CopyPlan;
import dev.squeeze.feature.copy.CopyReport;
import dev.squeeze.feature.copy.CopyStart;
import dev.squeeze.feature.copy.CopyTarget;
import dev.squeeze.feature.copy.TopicCopier;
import dev.squeeze.kit.cluster.BrokerUsage;
import dev.squeeze.kit.cluster.ClusterOptions;
import dev.squeeze.kit.cluster.EmbeddedCluster;
import dev.squeeze.kit.cluster.LiveCluster;
import dev.squeeze.kit.cluster.TopicSpec;
import dev.squeeze.kit.cluster.Topics;
import dev.squeeze.kit.environment.Environment;
import dev.squeeze.kit.environment.JvmUsage;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.kafka.broker.BrokerRole;
import dev.squeeze.kit.unit.ByteCount;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.ToDoubleFunction;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Compares our copying of unchanged batches with a Kafka consumer and producer that copy the same topic record by
 * record.
 */
@Command(
        name = "copy",
        mixinStandardHelpOptions = true,
        description =
                "Fills topics of one embedded broker, and copies each with both in alternating rounds. Ours commits"
                        + " transactions; the consumer and producer copy without.")
public final class ShallowCopy implements Callable<Integer> {
    private static final Duration TIMEOUT = Duration.ofMinutes(1);

    @Parameters(index = "0", paramLabel = "SOURCE")
    String source = "";

    @Option(names = "--codecs", split = ",", defaultValue = "gzip,snappy,lz4,zstd:3")
    List<String> codecs = List.of();

    @Option(names = "--stored", paramLabel = "BYTES", defaultValue = "128MiB", description = "Of each topic.")
    ByteCount stored = new ByteCount(128 << 20);

    @Option(names = "--batch-sizes", split = ",", paramLabel = "BYTES", defaultValue = "16KiB,128KiB")
    List<ByteCount> batchSizes = List.of();

    @Option(names = "--partitions", defaultValue = "6")
    int partitions;

    @Option(names = "--rounds", defaultValue = "5")
    int rounds;

    @Option(names = "--warm-up", defaultValue = "1", description = "Rounds before them.")
    int warmUp;

    @Option(names = "--seed", defaultValue = "1")
    long seed;

    private int copies;

    public static void main(String[] args) {
        System.exit(CommandLines.run(new ShallowCopy(), args));
    }

    /** Copies a topic into another and returns the number of records written. */
    private interface Copier {
        long copy(String from, String to) throws Exception;
    }

    /**
     * One copy.
     *
     * @param mibPerSecond stored MiB per second of elapsed time
     * @param mibPerCpuSecond stored MiB per second of CPU time of this JVM and of the broker, both without garbage
     *     collection and JIT compilation
     * @param mibPerClientSecond the same for the CPU time of this JVM
     * @param mibPerBrokerSecond the same for the CPU time of the broker
     */
    private record Run(
            double mibPerSecond, double mibPerCpuSecond, double mibPerClientSecond, double mibPerBrokerSecond) {}

    @Override
    public Integer call() throws Exception {
        Environment environment = Environment.current();
        Payload payload = SourceRecords.payload(source, seed, environment.cores());
        System.out.printf(
                "# Copying batches as they are%n%n%s; %s stored, %d partitions; %d rounds after %d; seed %d;%n%s%n%n",
                RunHeader.records(source, payload),
                stored,
                partitions,
                rounds,
                warmUp,
                seed,
                RunHeader.machine(environment));
        Table table = new Table(
                3, "codec", "batch.size", "figure", "ours", "consumer and producer", "ours/theirs", "95 % interval");
        for (String codec : codecs) {
            for (ByteCount batchSize : batchSizes) {
                topic(table, payload, Codec.parse(codec), batchSize);
            }
        }
        System.out.print(table.render());
        return 0;
    }

    private void topic(Table table, Payload payload, Codec codec, ByteCount batchSize) throws Exception {
        try (EmbeddedCluster cluster = EmbeddedCluster.start(ClusterOptions.temporary(1));
                StoredTopic topic = StoredTopic.fill(
                        cluster, payload, codec, partitions, Math.toIntExact(batchSize.bytes()), stored.bytes())) {
            Copier ours = (from, to) -> keep(cluster, from, to);
            Copier theirs = (from, to) -> consumeAndProduce(cluster, codec, batchSize, from, to);
            PairedRounds<Run> runs = PairedRounds.run(
                    codec + " " + batchSize,
                    warmUp,
                    rounds,
                    seed,
                    () -> run(cluster, topic, ours),
                    () -> run(cluster, topic, theirs));
            row(table, codec, batchSize, "MiB per CPU second, client and broker", runs, Run::mibPerCpuSecond);
            row(table, codec, batchSize, "MiB per CPU second of the client", runs, Run::mibPerClientSecond);
            row(table, codec, batchSize, "MiB per CPU second of the broker", runs, Run::mibPerBrokerSecond);
            row(table, codec, batchSize, "MiB/s by the clock", runs, Run::mibPerSecond);
        }
    }

    private static void row(
            Table table,
            Codec codec,
            ByteCount batchSize,
            String figure,
            PairedRounds<Run> runs,
            ToDoubleFunction<Run> value) {
        List<String> row = new ArrayList<>(List.of(codec.toString(), batchSize.toString(), figure));
        row.addAll(runs.cells("%,.1f", value));
        table.row(row.toArray(String[]::new));
    }

    private Run run(EmbeddedCluster cluster, StoredTopic topic, Copier copier) throws Exception {
        String to = "copied-" + copies++;
        Topics.create(cluster, List.of(new TopicSpec(to, partitions, 1, LoadTopics.NEEDED)));
        try {
            List<BrokerUsage> brokersBefore = cluster.usage();
            JvmUsage before = JvmUsage.current();
            long copied = copier.copy(topic.name(), to);
            JvmUsage used = JvmUsage.current().minus(before);
            long brokerNanos = 0;
            List<BrokerUsage> brokersAfter = cluster.usage();
            for (int i = 0; i < brokersAfter.size(); i++) {
                for (var role :
                        brokersAfter.get(i).minus(brokersBefore.get(i)).byRole().entrySet()) {
                    boolean ofTheJvm = role.getKey() == BrokerRole.GC || role.getKey() == BrokerRole.JIT;
                    brokerNanos += ofTheJvm ? 0 : role.getValue().cpuNanos();
                }
            }
            long wanted = records(cluster, topic.name());
            if (copied != wanted) {
                throw new IllegalStateException("copied " + copied + " of " + wanted + " records");
            }
            double clientSeconds = WorkCpu.nanos(used) / 1e9;
            double brokerSeconds = brokerNanos / 1e9;
            double mib = topic.storedBytes() / (double) ByteCount.MIB;
            return new Run(
                    mib / (used.clockNanos() / 1e9),
                    mib / (clientSeconds + brokerSeconds),
                    mib / clientSeconds,
                    mib / brokerSeconds);
        } finally {
            Topics.delete(cluster, to, TIMEOUT);
        }
    }

    private long records(EmbeddedCluster cluster, String topic) {
        try (TopicConsumer consumer = new TopicConsumer(cluster, topic, partitions)) {
            return consumer.records();
        }
    }

    private static long keep(EmbeddedCluster cluster, String from, String to) {
        CopyPlan plan = new CopyPlan(
                from,
                List.of(new CopyTarget(Optional.empty(), to)),
                0,
                new CopyStart.Earliest(),
                false,
                Optional.empty(),
                Optional.empty(),
                OptionalInt.empty(),
                Map.of(),
                Runtime.getRuntime().availableProcessors(),
                Duration.ofSeconds(30),
                TIMEOUT,
                Duration.ofSeconds(30));
        CopyReport report = TopicCopier.run(
                plan,
                cluster,
                new LiveCluster(cluster, Optional.empty(), cluster::requireAlive),
                new Silent(),
                () -> false);
        return report.copies().get(0).records();
    }

    private static final class Silent implements CopyListener {
        @Override
        public void copied(long records, long bytes, double fraction) {}

        @Override
        public void waiting(String why) {
            throw new IllegalStateException(why);
        }
    }

    /** With default settings except for codec and batch size: no transactions, acks=all. */
    private long consumeAndProduce(EmbeddedCluster cluster, Codec codec, ByteCount batchSize, String from, String to)
            throws Exception {
        Map<String, Object> properties = new TreeMap<>(cluster.connection());
        properties.put("batch.size", (int) batchSize.bytes());
        properties.put("linger.ms", 20);
        properties.putAll(ClientSetup.properties(codec));
        AtomicReference<Exception> failure = new AtomicReference<>();
        long copied;
        try (TopicConsumer consumer = new TopicConsumer(cluster, from, partitions);
                KafkaProducer<byte[], byte[]> producer =
                        new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer())) {
            copied = consumer.readAll(records -> records.forEach(record -> producer.send(
                    new ProducerRecord<>(
                            to, record.partition(), record.timestamp(), record.key(), record.value(), record.headers()),
                    (metadata, problem) -> {
                        if (problem != null) {
                            failure.compareAndSet(null, problem);
                        }
                    })));
            producer.flush();
        }
        if (failure.get() != null) {
            throw failure.get();
        }
        return copied;
    }
}
