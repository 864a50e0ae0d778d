package dev.squeeze.benchmarks;

import dev.squeeze.engine.load.Payload;
import dev.squeeze.kit.cluster.ClusterOptions;
import dev.squeeze.kit.cluster.EmbeddedCluster;
import dev.squeeze.kit.environment.Environment;
import dev.squeeze.kit.environment.JvmUsage;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.source.ReadOptions;
import dev.squeeze.kit.source.RecordFormat;
import dev.squeeze.kit.source.Sampler;
import dev.squeeze.kit.source.SamplingPlan;
import dev.squeeze.kit.source.Sources;
import dev.squeeze.kit.stats.PairedComparison;
import dev.squeeze.kit.unit.ByteCount;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Our load compared with Kafka's own performance tools, in alternating runs against one broker.
 * <p>Both run in this JVM, since a new JVM for each run would spend the run compiling the Kafka client that both use:
 * after the warm-up rounds that code is compiled for both. Kafka's tool draws lines at random; ours sends them in
 * order, so both get lines in a random order, with equal compression ratios.
 */
@Command(
        name = "perf-tools",
        mixinStandardHelpOptions = true,
        description = "Runs our load and Kafka's performance tools in turns, with equal settings and records.")
public final class PerfTools implements Callable<Integer> {
    /**
     * Kafka's tool ends after a number of records: it gets the number that our own run reached in the same time, times
     * this factor.
     */
    private static final double MARGIN = 1.5;

    private static final int MAX_TRIES = 8;

    @Parameters(paramLabel = "FILE", description = "A file of lines, or a sample by sample:NAME; a line is a record.")
    String source = "";

    @Option(names = "--codecs", split = ",", paramLabel = "LIST", defaultValue = "none,lz4")
    List<String> codecs = List.of();

    @Option(names = "--rounds", defaultValue = "8", description = "Rounds that count.")
    int rounds;

    @Option(names = "--warm-up", defaultValue = "2", description = "Rounds before them.")
    int warmUp;

    @Option(names = "--ramp", paramLabel = "TIME", defaultValue = "1s")
    Duration ramp = Duration.ofSeconds(1);

    @Option(names = "--window", paramLabel = "TIME", defaultValue = "6s", description = "Measured sending.")
    Duration window = Duration.ofSeconds(6);

    @Option(names = "--batch-size", paramLabel = "BYTES", defaultValue = "16KiB")
    ByteCount batchSize = new ByteCount(16 << 10);

    @Option(names = "--linger", paramLabel = "MS", defaultValue = "5")
    int linger;

    @Option(names = "--partitions", defaultValue = "12")
    int partitions;

    @Option(names = "--payload", paramLabel = "BYTES", defaultValue = "16MiB", description = "Lines that are sent.")
    ByteCount payloadBytes = new ByteCount(16 << 20);

    @Option(names = "--seed", defaultValue = "1")
    long seed;

    public static void main(String[] args) {
        System.exit(CommandLines.run(new PerfTools(), args));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (rounds < PairedComparison.MIN_ROUNDS) {
            throw new IllegalArgumentException("--rounds " + rounds + ": at least " + PairedComparison.MIN_ROUNDS);
        }
        Environment environment = Environment.current();
        Path lines = Files.createTempFile("squeeze", ".txt");
        try (EmbeddedCluster cluster = EmbeddedCluster.start(ClusterOptions.temporary(1))) {
            Files.write(lines, shuffledLines(), StandardCharsets.UTF_8);
            Payload payload = Payload.of(Sampler.draw(
                    Sources.open(List.of(lines.toString()), asLines(), () -> System.in),
                    new SamplingPlan(
                            List.of(Payload.STRETCH_BYTES),
                            payloadBytes.bytes() + Payload.STRETCH_BYTES,
                            Integer.MAX_VALUE,
                            seed,
                            environment.cores()),
                    (read, total) -> {}));
            List<ClientSetup> setups = codecs.stream()
                    .map(codec -> new ClientSetup(
                            Codec.parse(codec), Math.toIntExact(batchSize.bytes()), linger, partitions, ramp, window))
                    .toList();
            Map<ClientSetup, Pairs> pairs = rounds(
                    new OurLoad(cluster, payload), new KafkaTools(cluster, lines, payload.bytesPerRecord()), setups);
            print(environment, payload, pairs);
            return 0;
        } finally {
            Files.deleteIfExists(lines);
        }
    }

    private static ReadOptions asLines() {
        return new ReadOptions(
                Optional.of(RecordFormat.LINES),
                Optional.empty(),
                Optional.empty(),
                ReadOptions.DEFAULT_ASSUMED_RECORDS_PER_SECOND);
    }

    private List<String> shuffledLines() {
        List<String> lines = new ArrayList<>();
        long[] left = {payloadBytes.bytes()};
        ReadOptions options = source.startsWith("sample:") ? ReadOptions.DEFAULT : asLines();
        Sources.open(List.of(source), options, () -> System.in)
                .read(
                        record -> {
                            byte[] value = record.value();
                            // Kafka's tool skips empty lines.
                            if (value != null && value.length > 0) {
                                lines.add(new String(value, StandardCharsets.UTF_8));
                                left[0] -= value.length;
                            }
                            return left[0] > 0;
                        },
                        (read, total) -> {});
        Collections.shuffle(lines, new Random(seed));
        return lines;
    }

    private Map<ClientSetup, Pairs> rounds(OurLoad ours, KafkaTools theirs, List<ClientSetup> setups)
            throws InterruptedException {
        Random random = new Random(seed);
        Map<ClientSetup, Pairs> pairs = new LinkedHashMap<>();
        setups.forEach(setup -> pairs.put(setup, new Pairs()));
        for (int round = 0; round < warmUp + rounds; round++) {
            List<ClientSetup> order = new ArrayList<>(setups);
            Collections.shuffle(order, random);
            for (ClientSetup setup : order) {
                Pairs known = pairs.get(setup);
                boolean oursFirst = random.nextBoolean() || known.fastest == 0;
                System.err.printf("round %d of %d, %s%n", round + 1, warmUp + rounds, setup.codec());
                ClientRun own = oursFirst ? ours(ours, setup, known) : null;
                ClientRun other = theirs(theirs, setup, known);
                own = own == null ? ours(ours, setup, known) : own;
                if (round >= warmUp) {
                    known.ours.add(own);
                    known.theirs.add(other);
                }
            }
        }
        return pairs;
    }

    /** Measures the time of every wait for a monitor, as {@code squeeze bench} does: that is part of its cost. */
    private static ClientRun ours(OurLoad ours, ClientSetup setup, Pairs known) {
        JvmUsage.timeContention();
        ClientRun run = ours.run("perf-ours-" + known.nextNumber++, setup);
        known.saw(run);
        return run;
    }

    private static ClientRun theirs(KafkaTools theirs, ClientSetup setup, Pairs known) throws InterruptedException {
        ManagementFactory.getThreadMXBean().setThreadContentionMonitoringEnabled(false);
        for (int tries = 0; tries < MAX_TRIES; tries++) {
            double seconds = setup.ramp().plus(setup.window()).toMillis() / 1e3 + 1;
            long records = (long) (known.fastest * seconds * MARGIN);
            Optional<ClientRun> run = theirs.run("perf-theirs-" + known.nextNumber++, setup, records);
            if (run.isPresent()) {
                known.saw(run.get());
                return run.get();
            }
            // On a busy machine the first run may be many times slower than later ones.
            known.fastest *= 2;
        }
        throw new IllegalStateException("Kafka's tool was done before its window closed, " + MAX_TRIES + " times");
    }

    private void print(Environment environment, Payload payload, Map<ClientSetup, Pairs> pairs) {
        System.out.printf(
                "# Our load and Kafka's performance tools%n%n%s, %,d lines of %.0f bytes on average; batch.size %s,"
                        + " linger.ms %d, acks all, %d partitions; %d rounds, %d s measured after %d s; seed %d;%n"
                        + "%s, load %s%n%n",
                source,
                payload.size(),
                payload.bytesPerRecord(),
                batchSize,
                linger,
                partitions,
                rounds,
                window.toSeconds(),
                ramp.toSeconds(),
                seed,
                RunHeader.machine(environment),
                environment.loadAverageBefore().isPresent()
                        ? Table.number("%.2f", environment.loadAverageBefore().getAsDouble())
                        : "unknown");
        Table table = new Table(2, "codec", "figure", "ours", "Kafka's tool", "ours/theirs", "95 % interval");
        pairs.forEach((setup, pair) -> {
            String codec = setup.codec().toString();
            row(table, codec, "sent records/s", "%,.0f", pair, run -> run.producer()
                    .recordsPerSecond());
            row(table, codec, "producer threads, s/GB", "%.2f", pair, run -> run.producer()
                    .threads());
            row(table, codec, "JVM while sending, s/GB", "%.2f", pair, run -> run.producer()
                    .process());
            row(table, codec, "allocated per record sent, bytes", "%.0f", pair, run -> run.producer()
                    .allocatedPerRecord());
            row(table, codec, "read records/s", "%,.0f", pair, run -> run.consumer()
                    .recordsPerSecond());
            row(table, codec, "consumer threads, s/GB", "%.2f", pair, run -> run.consumer()
                    .threads());
            row(table, codec, "JVM while reading, s/GB", "%.2f", pair, run -> run.consumer()
                    .process());
            row(table, codec, "the same less comparing, s/GB", "%.2f", pair, run -> run.consumer()
                    .processLessChecking());
        });
        System.out.print(table.render());
    }

    private static void row(
            Table table, String codec, String what, String format, Pairs pairs, ToDoubleFunction<ClientRun> figure) {
        double[] ours = pairs.ours.stream().mapToDouble(figure).toArray();
        double[] theirs = pairs.theirs.stream().mapToDouble(figure).toArray();
        PairedComparison compared = PairedComparison.of(ours, theirs, 1);
        table.row(
                codec,
                what,
                Table.number(format, median(ours)),
                Table.number(format, median(theirs)),
                Table.number("%.3f", compared.ratio().estimate()),
                Table.number(
                        "%.3f to %.3f", compared.ratio().low(), compared.ratio().high()));
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }

    /** The rounds that count, in order, and the highest records/s of any run. */
    private static final class Pairs {
        private final List<ClientRun> ours = new ArrayList<>();
        private final List<ClientRun> theirs = new ArrayList<>();
        private double fastest;
        private int nextNumber;

        void saw(ClientRun run) {
            fastest = Math.max(fastest, run.producer().recordsPerSecond());
        }
    }
}
