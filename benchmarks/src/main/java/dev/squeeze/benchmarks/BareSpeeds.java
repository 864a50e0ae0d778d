package dev.squeeze.benchmarks;

import dev.squeeze.kit.environment.Environment;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecGrid;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.format.PackedBatch;
import dev.squeeze.kit.source.BatchSample;
import dev.squeeze.kit.source.ReadOptions;
import dev.squeeze.kit.source.Sampler;
import dev.squeeze.kit.source.SamplingPlan;
import dev.squeeze.kit.source.Sources;
import dev.squeeze.kit.stats.ConfidenceInterval;
import dev.squeeze.kit.stats.TrimmedMean;
import dev.squeeze.kit.unit.ByteCount;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Compares the bare libraries, called as the product does, with the same libraries called from C, on the same blocks.
 */
@Command(
        name = "bare",
        mixinStandardHelpOptions = true,
        description = "Times the codec libraries from Java and, given --c-program, from C, in turns of a few rounds.")
public final class BareSpeeds implements Callable<Integer> {
    private static final int ROUNDS_PER_TURN = 3;
    private static final long WARM_UP_NANOS = 800_000_000L;

    @Parameters(paramLabel = "SOURCE", description = "A file, or sample:NAME.")
    String source = "";

    @Option(names = "--batch-bytes", split = ",", paramLabel = "BYTES", defaultValue = "64KiB,1MiB")
    List<ByteCount> batchBytes = List.of();

    @Option(
            names = "--codecs",
            paramLabel = "LIST",
            defaultValue = "zstd:1,zstd:3,zstd:9,lz4,snappy,gzip:1,gzip:6",
            description = "Default: ${DEFAULT-VALUE}.")
    CodecGrid codecs = CodecGrid.all();

    @Option(
            names = "--blocks-out",
            paramLabel = "PREFIX",
            description = "Keep the blocks in PREFIX-BYTES.blocks, in the form that the C program reads.")
    String blocksOut;

    @Option(
            names = "--mib",
            defaultValue = "8",
            description = "MiB of blocks for each size, drawn over the whole source.")
    int mib;

    @Option(names = "--rounds", defaultValue = "31", description = "Rounds, in turns of " + ROUNDS_PER_TURN + ".")
    int rounds;

    @Option(names = "--visit-millis", defaultValue = "10", description = "Least CPU time of one timed visit.")
    long visitMillis;

    @Option(names = "--seed", defaultValue = "1")
    long seed;

    @Option(names = "--c-program", paramLabel = "PATH", description = "The built benchmarks/c/target/codecs.")
    Path program;

    public static void main(String[] args) {
        System.exit(CommandLines.run(new BareSpeeds(), args));
    }

    @Override
    public Integer call() throws IOException {
        List<Codec> chosen = codecs.codecs().stream()
                .filter(codec -> codec.type() != CodecType.NONE)
                .toList();
        if (rounds < 2 * ROUNDS_PER_TURN) {
            throw new IllegalArgumentException("--rounds " + rounds + ": at least " + 2 * ROUNDS_PER_TURN);
        }
        Environment environment = Environment.current();
        CProgram c = program == null ? null : new CProgram(program.toAbsolutePath());
        Table table = new Table(
                3,
                "codec",
                "batch size",
                "direction",
                "ratio",
                "Java MiB/s median",
                "max",
                "C MiB/s median",
                "max",
                "Java/C",
                "95 % interval");
        Contention contention = new Contention();
        long blocks = 0;
        List<Integer> sizes = batchBytes.stream()
                .map(size -> Math.toIntExact(size.bytes()))
                .distinct()
                .sorted()
                .toList();
        SamplingPlan plan = new SamplingPlan(sizes, mib * ByteCount.MIB, Integer.MAX_VALUE, seed, environment.cores());
        for (BatchSample sample : Sampler.draw(
                        Sources.open(List.of(source), ReadOptions.DEFAULT, () -> System.in), plan, (read, total) -> {})
                .sizes()) {
            blocks += sample.batches().size();
            measure(sample, chosen, c, table, contention);
        }
        System.out.printf(
                "# Bare libraries%n%n%s, %d blocks, %d MiB a size, seed %d; %d rounds in turns of %d, visits of at least %d ms of"
                        + " thread CPU time; %s, %s, load %s; wall/CPU of the Java visits %.2f%n",
                source,
                blocks,
                mib,
                seed,
                rounds,
                ROUNDS_PER_TURN,
                visitMillis,
                environment.processor(),
                environment.java(),
                environment.loadAverageBefore().isPresent()
                        ? Table.number("%.2f", environment.loadAverageBefore().getAsDouble())
                        : "unknown",
                contention.wallOverCpu());
        System.out.println("Java: " + environment.libraries());
        if (c != null) {
            System.out.println("C: " + String.join("; ", c.circumstances()));
        }
        System.out.println();
        System.out.print(table.render());
        return 0;
    }

    private void measure(BatchSample sample, List<Codec> chosen, CProgram c, Table table, Contention contention)
            throws IOException {
        System.err.printf(
                "%s: %d blocks%n",
                new ByteCount(sample.nominalBytes()), sample.batches().size());
        Path file = blocksOut == null
                ? Files.createTempFile("squeeze", ".blocks")
                : Path.of(blocksOut + "-" + sample.nominalBytes() + ".blocks");
        List<BlockTimer> timers = new ArrayList<>();
        try {
            write(sample.batches(), file);
            for (Codec codec : chosen) {
                BlockTimer timer = new BlockTimer(codec, sample.batches());
                timers.add(timer);
                timer.settle(WARM_UP_NANOS, visitMillis * 1_000_000);
            }
            Map<String, Series> series = turns(timers, chosen, c, file);
            for (BlockTimer timer : timers) {
                for (BlockTimer.Direction direction : BlockTimer.Direction.values()) {
                    row(table, sample.nominalBytes(), timer, direction, series.get(key(timer, direction)), c != null);
                }
                contention.add(timer);
            }
        } finally {
            timers.forEach(BlockTimer::close);
            if (blocksOut == null) {
                Files.deleteIfExists(file);
            }
        }
    }

    /** C and Java take turns, and the order alternates, so that both see the same state of the machine. */
    private Map<String, Series> turns(List<BlockTimer> timers, List<Codec> chosen, CProgram c, Path file)
            throws IOException {
        Map<String, Series> series = new HashMap<>();
        for (BlockTimer timer : timers) {
            for (BlockTimer.Direction direction : BlockTimer.Direction.values()) {
                series.put(key(timer, direction), new Series());
            }
        }
        Random random = new Random(seed);
        int turns = (rounds + ROUNDS_PER_TURN - 1) / ROUNDS_PER_TURN;
        for (int turn = 0; turn < turns; turn++) {
            System.err.printf("  turn %d of %d%n", turn + 1, turns);
            for (int half = 0; half < 2; half++) {
                if ((turn + half) % 2 == 0) {
                    javaRounds(timers, random, series);
                } else if (c != null) {
                    c.run(file, ROUNDS_PER_TURN, visitMillis, seed + turn, chosen)
                            .forEach((key, rates) -> series.get(key).c.add(rates));
                }
            }
        }
        return series;
    }

    private static void javaRounds(List<BlockTimer> timers, Random random, Map<String, Series> series) {
        List<Runnable> visits = new ArrayList<>();
        for (BlockTimer timer : timers) {
            for (BlockTimer.Direction direction : BlockTimer.Direction.values()) {
                List<Double> rates = new ArrayList<>();
                series.get(key(timer, direction)).java.add(rates);
                visits.add(() -> rates.add(timer.visit(direction)));
            }
        }
        for (int round = 0; round < ROUNDS_PER_TURN; round++) {
            Collections.shuffle(visits, random);
            visits.forEach(Runnable::run);
        }
    }

    private static void row(
            Table table, int nominal, BlockTimer timer, BlockTimer.Direction direction, Series series, boolean withC) {
        String[] ofC = {"-", "-", "-", "-"};
        if (withC) {
            ConfidenceInterval quotient = series.quotient();
            ofC = new String[] {
                rate(median(flat(series.c))),
                rate(Collections.max(flat(series.c))),
                Table.number("%.3f", quotient.estimate()),
                Table.number("%.3f to %.3f", quotient.low(), quotient.high())
            };
        }
        table.row(
                timer.codec().toString(),
                new ByteCount(nominal).toString(),
                direction.label(),
                Table.number("%.2fx", timer.ratio()),
                rate(median(flat(series.java))),
                rate(Collections.max(flat(series.java))),
                ofC[0],
                ofC[1],
                ofC[2],
                ofC[3]);
    }

    private static String key(BlockTimer timer, BlockTimer.Direction direction) {
        return CProgram.key(timer.codec(), direction);
    }

    private static String rate(double mebibytesPerSecond) {
        return Table.number(mebibytesPerSecond < 100 ? "%.1f" : "%.0f", mebibytesPerSecond);
    }

    private static List<Double> flat(List<List<Double>> turns) {
        return turns.stream().flatMap(List::stream).toList();
    }

    private static double median(List<Double> values) {
        double[] sorted =
                values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        int n = sorted.length;
        return (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
    }

    private static void write(List<PackedBatch> batches, Path file) throws IOException {
        try (DataOutputStream out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
            for (PackedBatch batch : batches) {
                out.writeInt(batch.recordBytes());
                out.write(batch.encodedRecords());
            }
        }
    }

    /** MiB/s of one codec and direction, by turn. */
    private static final class Series {
        private final List<List<Double>> java = new ArrayList<>();
        private final List<List<Double>> c = new ArrayList<>();

        /** Java divided by C, from the medians of each turn, so that measurements close in time are compared. */
        ConfidenceInterval quotient() {
            double[] quotients = new double[java.size()];
            for (int turn = 0; turn < quotients.length; turn++) {
                quotients[turn] = median(java.get(turn)) / median(c.get(turn));
            }
            return TrimmedMean.of(quotients);
        }
    }

    /** Wall and CPU time over all visits. */
    private static final class Contention {
        private long wallNanos;
        private long cpuNanos;

        void add(BlockTimer timer) {
            wallNanos += timer.wallNanos();
            cpuNanos += timer.cpuNanos();
        }

        double wallOverCpu() {
            return (double) wallNanos / cpuNanos;
        }
    }
}
