package dev.squeeze.benchmarks.explain;

import dev.squeeze.ResultKinds;
import dev.squeeze.benchmarks.ChildProgram;
import dev.squeeze.benchmarks.CommandLines;
import dev.squeeze.benchmarks.Countdown;
import dev.squeeze.benchmarks.Folders;
import dev.squeeze.benchmarks.RunHeader;
import dev.squeeze.benchmarks.SourceRecords;
import dev.squeeze.feature.explain.ExplainResult;
import dev.squeeze.feature.explain.FieldCost;
import dev.squeeze.feature.explain.ValueKind;
import dev.squeeze.kit.environment.Environment;
import dev.squeeze.kit.unit.ByteCount;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Checks whether fields cost what {@code squeeze explain} reports. */
@Command(
        name = "explain-accuracy",
        mixinStandardHelpOptions = true,
        description =
                "For each SOURCE: runs ./squeeze explain; then, for each of the fields that cost the most, writes all records"
                        + " of the file again without it, forms batches with the same settings, compresses all of them, and compares what"
                        + " the whole file is smaller by with what explain said.")
public final class ExplainAccuracy implements Callable<Integer> {
    private static final long TIMEOUT_SECONDS = 600;
    private static final double SECONDS_OF_A_SOURCE = 60;

    @Parameters(
            arity = "1..*",
            paramLabel = "SOURCE",
            description =
                    "Files of JSON documents, rows of CSV, lines of text, or Avro with --schema; each file of a folder is a source of its own.")
    List<String> sources = List.of();

    @Option(
            names = "--fields",
            defaultValue = "10",
            description = "Fields of each source, the most expensive first (default: ${DEFAULT-VALUE}).")
    int fields;

    @Option(
            names = "--seed",
            split = ",",
            paramLabel = "N",
            defaultValue = "1",
            description = "Seeds that explain is run with (default: ${DEFAULT-VALUE}).")
    List<Long> seeds = List.of();

    @Option(
            names = "--current",
            paramLabel = "KEY=VALUE,...",
            description = "Producer settings, as explain takes them.")
    @Nullable
    String current;

    @Option(
            names = "--pass-bytes",
            paramLabel = "BYTES",
            defaultValue = "512MiB",
            description =
                    "Uncompressed bytes that go through the simulated producer for each field: the whole file over and over, with"
                            + " records coming at other moments; more know the truth better (default: ${DEFAULT-VALUE}).")
    ByteCount bytesOfPasses = new ByteCount(512 * ByteCount.MIB);

    @Option(names = "--schema", paramLabel = "FILE", description = "Avro schema of the values, as explain takes it.")
    @Nullable
    Path schema;

    @Option(names = "--csv", paramLabel = "FILE", description = "Write every comparison there, as soon as it is known.")
    @Nullable
    Path csv;

    private final Path root =
            Path.of(System.getProperty("squeeze.root", ".")).toAbsolutePath().normalize();
    private final List<FieldComparison> all = new ArrayList<>();

    public static void main(String[] args) {
        System.exit(CommandLines.run(new ExplainAccuracy(), args));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        List<String> each = SourceRecords.expanded(sources);
        Path folder = Folders.emptied(root.resolve("benchmarks/target/explain-accuracy"));
        Countdown countdown = new Countdown(each.size());
        double wallSeconds = 0;
        for (String source : each) {
            countdown.begin(source, SECONDS_OF_A_SOURCE);
            wallSeconds = Math.max(wallSeconds, compare(source, folder, countdown));
            countdown.done();
        }
        System.out.printf(
                "# What fields cost, explained and counted%n%n%s; %d sources; seeds %s; explain took %.0f s at most.%n%n",
                RunHeader.versions(Environment.current()), each.size(), seeds, wallSeconds);
        System.out.print(new AccuracyReport(all).render());
        return 0;
    }

    /** @return the maximum duration of explain in seconds */
    private double compare(String source, Path folder, Countdown countdown) throws IOException, InterruptedException {
        double seconds = 0;
        Optional<WholeFile> whole = Optional.empty();
        Map<Optional<String>, double[]> known = new HashMap<>();
        for (long seed : seeds) {
            ExplainResult explained = explain(source, seed, folder);
            seconds = Math.max(seconds, explained.run().elapsedSeconds());
            WholeFile file = whole.isPresent()
                    ? whole.get()
                    : new WholeFile(source, explained, avroSchema(), bytesOfPasses.bytes());
            whole = Optional.of(file);
            List<FieldCost> some = explained.fields().stream()
                    .filter(ExplainAccuracy::isOneField)
                    .limit(fields)
                    .toList();
            double[] before =
                    known.computeIfAbsent(Optional.empty(), none -> file.storedBytesPerRecord(Optional.empty()));
            for (FieldCost field : some) {
                double[] after = known.computeIfAbsent(Optional.of(field.path()), file::storedBytesPerRecord);
                all.add(comparison(source, seed, field, before, after));
            }
            countdown.say("seed %d: %,d records, %d passes, %s"
                    .formatted(seed, file.records(), file.passes(), errors(source, seed)));
            if (csv != null) {
                Files.writeString(csv, new AccuracyReport(all).csv());
            }
        }
        return seconds;
    }

    private Optional<String> avroSchema() throws IOException {
        return schema == null ? Optional.empty() : Optional.of(Files.readString(schema));
    }

    private ExplainResult explain(String source, long seed, Path folder) throws IOException, InterruptedException {
        Path output = folder.resolve(all.size() + "-" + seed + ".json");
        List<String> command = new ArrayList<>(List.of(
                root.resolve("squeeze").toString(),
                "explain",
                source,
                "--seed",
                String.valueOf(seed),
                "--output",
                output.toString()));
        if (current != null) {
            command.addAll(List.of("--current", current));
        }
        if (schema != null) {
            command.addAll(List.of("--schema", schema.toString()));
        }
        ChildProgram.runToEnd(command, folder.resolve("explain.log"), TIMEOUT_SECONDS);
        return (ExplainResult) ResultKinds.reader().read(output);
    }

    /**
     * Whether the path denotes a single field: keys of maps that are data are combined as {@code *}, and combinations
     * of several fields are not compared.
     */
    private static boolean isOneField(FieldCost field) {
        return field.fields() == 1
                && field.kind() != ValueKind.KEY
                && field.kind() != ValueKind.HEADER
                && !field.path().contains("*")
                && !field.path().startsWith("template ")
                && !field.path().equals("other text")
                && !field.path().endsWith("...");
    }

    private static FieldComparison comparison(
            String source, long seed, FieldCost field, double[] before, double[] after) {
        double[] saved = new double[before.length];
        Arrays.setAll(saved, pass -> before[pass] - after[pass]);
        double mean = Arrays.stream(saved).average().orElse(0);
        double squares =
                Arrays.stream(saved).map(each -> (each - mean) * (each - mean)).sum();
        return new FieldComparison(
                source,
                seed,
                field.path(),
                field.storedBytesPerRecord(),
                mean,
                Math.sqrt(squares / (saved.length - 1) / saved.length));
    }

    private String errors(String source, long seed) {
        return all.stream()
                .filter(each -> each.source().equals(source) && each.seed() == seed)
                .map(each -> "%s %+.1f %%".formatted(each.path(), 100 * each.error()))
                .toList()
                .toString();
    }
}
