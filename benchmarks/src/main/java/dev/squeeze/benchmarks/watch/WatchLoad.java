package dev.squeeze.benchmarks.watch;

import dev.squeeze.benchmarks.CommandLines;
import dev.squeeze.engine.history.HistoryFolder;
import dev.squeeze.engine.history.HistorySlot;
import dev.squeeze.engine.history.HistoryVisitor;
import dev.squeeze.engine.history.ReadingLoad;
import dev.squeeze.kit.cluster.BrokerUsage;
import dev.squeeze.kit.cluster.ClusterOptions;
import dev.squeeze.kit.cluster.EmbeddedCluster;
import dev.squeeze.kit.cluster.TopicSpec;
import dev.squeeze.kit.cluster.Topics;
import dev.squeeze.kit.environment.JvmUsage;
import dev.squeeze.kit.unit.ByteCount;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures the load on a cluster, and the memory, that {@code squeeze watch} needs with many partitions. */
@Command(
        name = "watch-load",
        mixinStandardHelpOptions = true,
        description =
                "Creates many topics on an embedded broker, writes to all of them, and runs squeeze watch next to it.")
public final class WatchLoad implements Callable<Integer> {
    private static final int TOPICS_AT_ONCE = 50;
    private static final int RECORD_BYTES = 400;
    private static final int SLICE_SECONDS = 10;
    private static final Map<String, String> CONFIGS = Map.of("segment.index.bytes", "8192");

    @Option(names = "--topics", defaultValue = "1000", description = "Topics (default: ${DEFAULT-VALUE}).")
    int topics;

    @Option(names = "--partitions", defaultValue = "10", description = "Of each (default: ${DEFAULT-VALUE}).")
    int partitions;

    @Option(names = "--seconds", defaultValue = "180", description = "How long it watches (default: ${DEFAULT-VALUE}).")
    int seconds;

    @Option(
            names = "--rate",
            defaultValue = "5000",
            description = "Records/s of all topics (default: ${DEFAULT-VALUE}).")
    int recordsPerSecond;

    @Option(
            names = "--interval",
            defaultValue = "30s",
            description = "As of squeeze watch (default: ${DEFAULT-VALUE}).")
    String interval = "30s";

    @Option(names = "--heap", defaultValue = "256m", description = "Of squeeze watch (default: ${DEFAULT-VALUE}).")
    String heap = "256m";

    @Option(
            names = "--alone",
            defaultValue = "60",
            description = "Seconds without watch before and after it, for the broker's CPU time"
                    + " (default: ${DEFAULT-VALUE}).")
    int aloneSeconds;

    @Option(names = "--program", description = "Default: ./squeeze of this folder.")
    Path program = Path.of(System.getProperty("squeeze.root", "."), "squeeze");

    private volatile boolean ended;
    private volatile boolean watching;
    private final BrokerCpu alone = new BrokerCpu();
    private final BrokerCpu watched = new BrokerCpu();

    public static void main(String[] args) {
        System.exit(CommandLines.run(new WatchLoad(), args));
    }

    @Override
    public Integer call() throws Exception {
        Path folder = Files.createTempDirectory("squeeze-watch-load-");
        ClusterOptions options = ClusterOptions.temporary(1);
        try (EmbeddedCluster cluster = EmbeddedCluster.start(options)) {
            for (int from = 0; from < topics; from += TOPICS_AT_ONCE) {
                Topics.create(
                        cluster,
                        IntStream.range(from, Math.min(topics, from + TOPICS_AT_ONCE))
                                .mapToObj(topic -> new TopicSpec(name(topic), partitions, 1, CONFIGS))
                                .toList());
            }
            Thread writing = new Thread(() -> write(cluster.bootstrap()));
            writing.start();
            Thread metering = new Thread(() -> meter(cluster));
            metering.start();
            TimeUnit.SECONDS.sleep(aloneSeconds);
            watching = true;
            watch(cluster.bootstrap(), folder);
            watching = false;
            TimeUnit.SECONDS.sleep(aloneSeconds);
            ended = true;
            writing.join();
            metering.join();
            System.out.printf(
                    Locale.ROOT,
                    "CPU of the broker, cores: %s next to watch, %s without; slices of %d s%n",
                    watched,
                    alone,
                    SLICE_SECONDS);
        } finally {
            delete(folder);
        }
        return 0;
    }

    /** Cores used by the broker, slice by slice; slices in which watch began or ended do not count. */
    private void meter(EmbeddedCluster cluster) {
        try {
            while (!ended) {
                boolean before = watching;
                List<BrokerUsage> from = cluster.usage();
                TimeUnit.SECONDS.sleep(SLICE_SECONDS);
                JvmUsage used = cluster.usage().get(0).minus(from.get(0)).jvm();
                if (before == watching) {
                    (before ? watched : alone).add((double) used.processCpuNanos() / used.clockNanos());
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static String name(int topic) {
        return String.format(Locale.ROOT, "watched-%05d", topic);
    }

    /** Writes records that hardly compress, to all partitions in turn. */
    private void write(String bootstrap) {
        Map<String, Object> settings =
                new HashMap<>(Map.of("bootstrap.servers", bootstrap, "linger.ms", 20, "compression.type", "lz4"));
        Random random = new Random(1);
        byte[] value = new byte[RECORD_BYTES];
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
            long start = System.nanoTime();
            for (long sent = 0; !ended; sent++) {
                random.nextBytes(value);
                int topic = (int) (sent % topics);
                producer.send(
                        new ProducerRecord<>(name(topic), (int) (sent / topics % partitions), null, value.clone()));
                long due = start + (long) (sent * 1e9 / recordsPerSecond);
                while (System.nanoTime() < due) {
                    TimeUnit.MICROSECONDS.sleep(500);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void watch(String bootstrap, Path folder) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(
                        program.toString(),
                        "watch",
                        "--bootstrap-server",
                        bootstrap,
                        "--history",
                        folder.toString(),
                        "--interval",
                        interval,
                        "--slot",
                        interval,
                        "--for",
                        seconds + "s")
                .inheritIO();
        builder.environment().put("SQUEEZE_HEAP", heap);
        Process process = builder.start();
        Path status = Path.of("/proc", String.valueOf(process.pid()), "status");
        String peak = "";
        while (process.isAlive()) {
            peak = Files.exists(status) ? peak(status, peak) : peak;
            process.waitFor(1, TimeUnit.SECONDS);
        }
        report(folder, peak, process.exitValue());
    }

    /** Peak memory of the process, as reported by Linux. */
    private static String peak(Path status, String before) {
        try {
            return Files.readAllLines(status).stream()
                    .filter(line -> line.startsWith("VmHWM:"))
                    .map(line -> line.substring("VmHWM:".length()).strip())
                    .findFirst()
                    .orElse(before);
        } catch (IOException e) {
            return before;
        }
    }

    private void report(Path folder, String peak, int code) throws IOException {
        ReadingLoad[] load = {ReadingLoad.NONE};
        double[] sums = new double[3];
        new HistoryFolder(folder).read(Instant.EPOCH, new HistoryVisitor() {
            @Override
            public void slot(HistorySlot slot) {
                load[0] = load[0].plus(slot.load());
                sums[0] += slot.length().toMillis() / 1e3;
                sums[1]++;
                sums[2] = Math.max(sums[2], slot.topics().size());
            }
        });
        long bytes = 0;
        for (Path file : list(folder)) {
            bytes += Files.size(file);
        }
        System.out.printf(
                Locale.ROOT,
                "%,d topics with %,d partitions, %,d records/s; heap %s, exit code %d%n"
                        + "peak memory of the process: %s%n"
                        + "received %s/s, sent %s/s, %.1f requests/s over %.0f s; %.0f topics of a row at most%n"
                        + "history: %s in %.0f rows%n",
                topics,
                topics * partitions,
                recordsPerSecond,
                heap,
                code,
                peak,
                ByteCount.binary(load[0].receivedBytes() / sums[0]),
                ByteCount.binary(load[0].sentBytes() / sums[0]),
                load[0].requests() / sums[0],
                sums[0],
                sums[2],
                ByteCount.binary(bytes),
                sums[1]);
    }

    private static List<Path> list(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            return files.toList();
        }
    }

    private static void delete(Path folder) throws IOException {
        for (Path file : list(folder)) {
            Files.delete(file);
        }
        Files.delete(folder);
    }
}
