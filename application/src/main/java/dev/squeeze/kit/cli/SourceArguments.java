package dev.squeeze.kit.cli;

import dev.squeeze.kit.source.ReadOptions;
import dev.squeeze.kit.source.RecordFormat;
import dev.squeeze.kit.source.RecordSource;
import dev.squeeze.kit.source.Sample;
import dev.squeeze.kit.source.SampleCatalogue;
import dev.squeeze.kit.source.SampleEntry;
import dev.squeeze.kit.source.Sampler;
import dev.squeeze.kit.source.SamplingPlan;
import dev.squeeze.kit.source.Sources;
import dev.squeeze.kit.unit.ByteCount;
import dev.squeeze.kit.unit.Range;
import dev.squeeze.kit.unit.UsageException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Where records are read from, and how large the sample is. */
@HelpGroup.In(HelpGroup.SOURCE)
public final class SourceArguments {
    @Parameters(
            arity = "0..*",
            paramLabel = "SOURCE",
            completionCandidates = SampleNames.class,
            description = {
                "Records: a file or folder (or file:PATH), - for standard input, sample:NAME (see 'squeeze sources'),"
                        + " segment:PATH for a segment, a partition's folder or a broker's data folder, or topic:NAME with"
                        + " --bootstrap-server. Several files or segments may be given. gzip and zstd files are decompressed."
            })
    public List<String> sources = List.of();

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            completionCandidates = FormatLabels.class,
            description = "lines, jsonl, csv, length-prefixed (4 bytes, big-endian) or avro. Default: guessed.")
    @Nullable
    RecordFormat format;

    @Option(
            names = "--key-field",
            paramLabel = "FIELD",
            description = "JSON pointer (/user/id) or CSV column (name or number) that becomes the record's key.")
    @Nullable
    public String keyField;

    @Option(
            names = "--timestamp-field",
            paramLabel = "FIELD",
            description = "JSON pointer or CSV column that becomes the record's timestamp.")
    @Nullable
    String timestampField;

    @Option(
            names = "--sample",
            paramLabel = "BYTES",
            defaultValue = "64MiB",
            description =
                    "Maximum bytes kept in memory for each batch size, sampled as whole batches from the whole source; for"
                            + " topic:NAME also the maximum bytes fetched, compressed as stored (default: ${DEFAULT-VALUE}).")
    ByteCount sample = new ByteCount(64 * ByteCount.MIB);

    @HelpGroup.In(HelpGroup.ADVANCED)
    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Seed of every random choice (default: ${DEFAULT-VALUE}).")
    public long seed;

    /** The topic's name, if the source is a topic. */
    public Optional<String> topic() {
        return sources.stream().filter(ConnectionArguments::isTopic).findFirst().map(ConnectionArguments::topicName);
    }

    /**
     * Opens the source.
     *
     * @param connection for reading topics
     * @param timeout how long to wait for a broker's response
     */
    public RecordSource open(
            double assumedRecordsPerSecond, ConnectionArguments connection, Duration timeout, Terminal terminal) {
        requireSource();
        if (sources.stream().anyMatch(ConnectionArguments::isTopic)) {
            ConnectionArguments.requireRoom(sample);
        }
        ReadOptions options = new ReadOptions(
                Optional.ofNullable(format),
                Optional.ofNullable(keyField),
                Optional.ofNullable(timestampField),
                assumedRecordsPerSecond);
        checkSample();
        return Sources.open(sources, options, terminal::in, connection.topics(sample, seed, timeout));
    }

    /** Finds a mistake before any work is done; {@link #open} checks it as well. */
    public void checkSample() {
        Range.requireAtLeast("--sample", sample, new ByteCount(1));
    }

    private void requireSource() {
        if (sources.isEmpty()) {
            throw new UsageException(
                    "give a SOURCE: a file, a folder, segment:PATH, topic:NAME or sample:NAME ('squeeze sources' lists these)");
        }
    }

    /**
     * Reads the source and samples contiguous stretches of it, or all of it if it fits.
     *
     * @param maxBytes an additional limit besides {@link #sample}
     */
    public Sample drawStretches(RecordSource source, int stretchBytes, long maxBytes, ProgressLine progress) {
        long bytes = Math.min(maxBytes, sample.bytes());
        int stretches = (int) Math.min(Integer.MAX_VALUE, Math.max(1, bytes / stretchBytes));
        return draw(source, plan(List.of(stretchBytes), bytes, stretches), "", progress);
    }

    /** Reads the source and draws the sample. With {@code all}, the number of batches per size is not limited. */
    public Sample draw(RecordSource source, List<Integer> batchBytes, boolean all, ProgressLine progress) {
        int batchesPerSize = all ? Integer.MAX_VALUE : SamplingPlan.DEFAULT_BATCHES_PER_SIZE;
        return draw(source, plan(batchBytes, sample.bytes(), batchesPerSize), "fewer --batch-bytes, ", progress);
    }

    /** The same for records in memory, without progress. */
    public Sample drawHeld(RecordSource held, List<Integer> batchBytes) {
        return Sampler.draw(
                held, plan(batchBytes, sample.bytes(), SamplingPlan.DEFAULT_BATCHES_PER_SIZE), (read, total) -> {});
    }

    private SamplingPlan plan(List<Integer> batchBytes, long bytes, int batchesPerSize) {
        return new SamplingPlan(
                batchBytes, bytes, batchesPerSize, seed, Runtime.getRuntime().availableProcessors());
    }

    /** Whether timestamps are taken from a field of the records. */
    public boolean hasTimestamps() {
        return timestampField != null;
    }

    private Sample draw(RecordSource source, SamplingPlan plan, String remedy, ProgressLine progress) {
        long needed = plan.maxRetainedBytes();
        long heap = Runtime.getRuntime().maxMemory();
        if (needed > heap / 2) {
            throw new UsageException("--sample " + sample + " may keep " + new ByteCount(needed) + " for "
                    + plan.batchBytes().size() + " batch sizes, more than half of the heap of " + new ByteCount(heap)
                    + ": give " + remedy + "a smaller --sample, or a larger heap with SQUEEZE_HEAP=8g");
        }
        return Sampler.draw(source, plan, progress);
    }

    /** Names of the built-in samples, for shell completion. */
    public static final class SampleNames implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return SampleCatalogue.entries().stream().map(SampleEntry::notation).iterator();
        }
    }

    /** The formats, for shell completion of {@code --format}. */
    public static final class FormatLabels implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Arrays.stream(RecordFormat.values()).map(RecordFormat::label).iterator();
        }

        /** @throws IllegalArgumentException if there is no such format */
        public static RecordFormat parse(String label) {
            return RecordFormat.named(label)
                    .orElseThrow(() -> new IllegalArgumentException(
                            "unknown format '" + label + "' (lines, jsonl, csv, length-prefixed or avro)"));
        }
    }
}
