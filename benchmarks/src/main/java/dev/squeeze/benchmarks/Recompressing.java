package dev.squeeze.benchmarks;

import dev.squeeze.engine.load.Payload;
import dev.squeeze.feature.recompress.RewritePlan;
import dev.squeeze.feature.recompress.SegmentRewriter;
import dev.squeeze.kit.environment.Environment;
import dev.squeeze.kit.environment.JvmUsage;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.stats.PairedComparison;
import dev.squeeze.kit.unit.ByteCount;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Compares rewriting segments from file to file with the codec's library alone, on the same records and with the same
 * number of threads.
 */
@Command(
        name = "recompress",
        mixinStandardHelpOptions = true,
        description =
                "Writes segments of real records, and in interleaved rounds rewrites them and gives the same batches to the"
                        + " bare libraries, which compress only; decompress what is stored and compress; or do that,"
                        + " decompress what they made and compare.")
public final class Recompressing implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "SOURCE")
    String source = "";

    @Option(names = "--from", split = ",", paramLabel = "CODEC", defaultValue = "none,lz4")
    List<String> from = List.of();

    @Option(names = "--to", split = ",", paramLabel = "CODEC", defaultValue = "lz4,snappy,zstd:3,zstd:6,gzip")
    List<String> to = List.of();

    @Option(names = "--batch-size", paramLabel = "BYTES", defaultValue = "16KiB", description = "Of what is stored.")
    ByteCount batchSize = new ByteCount(16 << 10);

    @Option(
            names = "--join",
            split = ",",
            paramLabel = "BYTES",
            defaultValue = "0B,128KiB",
            description = "Batches are joined up to so much; 0B for not at all.")
    List<ByteCount> joins = List.of();

    @Option(names = "--records", paramLabel = "BYTES", defaultValue = "192MiB", description = "Uncompressed, in all.")
    ByteCount recordBytes = new ByteCount(192 << 20);

    @Option(names = "--segment", paramLabel = "BYTES", defaultValue = "64MiB", description = "Of those in a segment.")
    ByteCount segmentBytes = new ByteCount(64 << 20);

    @Option(names = "--threads", paramLabel = "N", defaultValue = "0", description = "Of both; 0 for all cores.")
    int threads;

    @Option(names = "--rounds", defaultValue = "7")
    int rounds;

    @Option(names = "--warm-up", defaultValue = "2", description = "Rounds before them.")
    int warmUp;

    @Option(
            names = "--folder",
            paramLabel = "DIR",
            description = "Where segments go. Default: the system's temporary folder.")
    Path folder;

    @Option(names = "--seed", defaultValue = "1")
    long seed;

    public static void main(String[] args) {
        System.exit(CommandLines.run(new Recompressing(), args));
    }

    /** The side that is measured. */
    private enum Who {
        OURS,
        COMPRESS,
        REWRITE,
        REWRITE_AND_CHECK
    }

    /**
     * One run.
     *
     * @param clockNanos elapsed time
     * @param cpuNanos CPU time of this JVM without garbage collection and JIT compilation
     */
    private record Run(long clockNanos, long cpuNanos) {}

    @Override
    public Integer call() throws Exception {
        Environment environment = Environment.current();
        int workers = threads == 0 ? environment.cores() : threads;
        Payload payload = SourceRecords.payload(source, seed, environment.cores());
        System.out.printf(
                "# Recompressing%n%n%s; %s of records in segments of %s, batches of %s; %d threads;%n%d rounds after %d;"
                        + " seed %d; %s%n%n",
                RunHeader.records(source, payload),
                recordBytes,
                segmentBytes,
                batchSize,
                workers,
                rounds,
                warmUp,
                seed,
                RunHeader.machine(environment));
        Table table = new Table(
                4,
                "from",
                "to",
                "joined to",
                "MiB/s by",
                "recompress",
                "compress",
                "share",
                "95 % interval",
                "rewrite",
                "share",
                "and check",
                "share",
                "95 % interval");
        Path work = folder == null
                ? Files.createTempDirectory("squeeze-recompress")
                : Files.createTempDirectory(folder, "squeeze-recompress");
        try {
            for (String codec : from) {
                Path stored = work.resolve("from-" + codec.replace(':', '-')).resolve("records-0");
                WrittenSegments.write(
                        stored,
                        payload,
                        Codec.parse(codec),
                        Math.toIntExact(batchSize.bytes()),
                        recordBytes.bytes(),
                        segmentBytes.bytes());
                for (ByteCount join : joins) {
                    for (String target : to) {
                        cell(table, stored, Codec.parse(codec), Codec.parse(target), join, workers);
                    }
                }
                delete(stored);
            }
        } finally {
            delete(work);
        }
        System.out.print(table.render());
        return 0;
    }

    private void cell(Table table, Path stored, Codec codec, Codec target, ByteCount join, int workers)
            throws Exception {
        Path made = stored.resolveSibling("made");
        RewritePlan plan =
                new RewritePlan(List.of(stored), target, Math.toIntExact(join.bytes()), made, false, workers);
        rewrite(plan);
        Map<Who, List<Run>> runs = new EnumMap<>(Who.class);
        try (BareRewriting bare = new BareRewriting(stored, codec, made, target, workers)) {
            delete(made);
            List<Who> order = new ArrayList<>(List.of(Who.values()));
            Random random = new Random(seed);
            for (int round = 0; round < warmUp + rounds; round++) {
                System.err.printf(
                        "%s to %s, joined to %s, round %d of %d%n", codec, target, join, round + 1, warmUp + rounds);
                Collections.shuffle(order, random);
                for (Who who : order) {
                    Run run = run(who, plan, bare);
                    delete(made);
                    if (round >= warmUp) {
                        runs.computeIfAbsent(who, key -> new ArrayList<>()).add(run);
                    }
                }
            }
            row(
                    table,
                    List.of(codec.toString(), target.toString(), join.toString(), "clock"),
                    bare.bytes(),
                    runs,
                    true);
            row(table, List.of(codec.toString(), target.toString(), join.toString(), "CPU"), bare.bytes(), runs, false);
        }
    }

    private static Run run(Who who, RewritePlan plan, BareRewriting bare) throws InterruptedException {
        JvmUsage before = JvmUsage.current();
        switch (who) {
            case OURS -> rewrite(plan);
            case COMPRESS -> bare.run(BareRewriting.Work.COMPRESS);
            case REWRITE -> bare.run(BareRewriting.Work.REWRITE);
            case REWRITE_AND_CHECK -> bare.run(BareRewriting.Work.REWRITE_AND_CHECK);
        }
        JvmUsage used = JvmUsage.current().minus(before);
        long cpuNanos = WorkCpu.nanos(used);
        return new Run(used.clockNanos(), cpuNanos);
    }

    private static void rewrite(RewritePlan plan) {
        var report = SegmentRewriter.run(plan, (done, all) -> {}, () -> false);
        if (report.keptBatches() + report.keptBytes() > 0) {
            throw new IllegalStateException("not all was rewritten: " + report);
        }
    }

    private static void row(Table table, List<String> names, long bytes, Map<Who, List<Run>> runs, boolean clock) {
        double[] ours = rates(runs.get(Who.OURS), bytes, clock);
        double[] compress = rates(runs.get(Who.COMPRESS), bytes, clock);
        double[] rewrite = rates(runs.get(Who.REWRITE), bytes, clock);
        double[] check = rates(runs.get(Who.REWRITE_AND_CHECK), bytes, clock);
        PairedComparison alone = PairedComparison.of(ours, compress, 1);
        PairedComparison checked = PairedComparison.of(ours, check, 1);
        List<String> cells = new ArrayList<>(names);
        cells.add(mean(ours));
        cells.add(mean(compress));
        cells.add(Table.number("%.2f", alone.ratio().estimate()));
        cells.add(interval(alone));
        cells.add(mean(rewrite));
        cells.add(Table.number(
                "%.2f", PairedComparison.of(ours, rewrite, 1).ratio().estimate()));
        cells.add(mean(check));
        cells.add(Table.number("%.2f", checked.ratio().estimate()));
        cells.add(interval(checked));
        table.row(cells.toArray(String[]::new));
        // A run takes long; print intermediate results in case it is ended early.
        System.err.println(String.join(", ", cells));
    }

    private static double[] rates(List<Run> runs, long bytes, boolean clock) {
        return runs.stream()
                .mapToDouble(run -> bytes / (1024.0 * 1024) / ((clock ? run.clockNanos() : run.cpuNanos()) / 1e9))
                .toArray();
    }

    private static String mean(double[] values) {
        return Table.number("%,.0f", Arrays.stream(values).average().orElse(0));
    }

    private static String interval(PairedComparison compared) {
        return Table.number(
                "%.2f to %.2f", compared.ratio().low(), compared.ratio().high());
    }

    private static void delete(Path tree) throws IOException {
        if (!Files.exists(tree)) {
            return;
        }
        try (Stream<Path> files = Files.walk(tree)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
