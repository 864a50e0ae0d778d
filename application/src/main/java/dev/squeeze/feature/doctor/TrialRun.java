package dev.squeeze.feature.doctor;

import dev.squeeze.feature.doctor.Recompressor.Cost;
import dev.squeeze.feature.doctor.TrialFigure.Plain;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.kafka.BatchRecordReader;
import dev.squeeze.kit.kafka.UnreadableBatchException;
import dev.squeeze.kit.source.TopicBatches;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Rebuilds a random part of a topic's recent batches, stretch by stretch, in every form that a check needs. */
final class TrialRun {
    static final Codec ZSTD = Codec.ofDefaultLevel(CodecType.ZSTD);
    static final Codec GZIP = Codec.ofDefaultLevel(CodecType.GZIP);
    static final Codec LZ4 = Codec.ofDefaultLevel(CodecType.LZ4);
    static final Codec SNAPPY = Codec.ofDefaultLevel(CodecType.SNAPPY);

    /** Maximum uncompressed bytes of a topic to rebuild, which takes about a second with all codecs. */
    private static final long MAX_BYTES = 2 << 20;

    /** Codecs that {@link ProposedCodec} may propose instead of compressing values individually. */
    private static final List<Codec> PROPOSED = List.of(ZSTD, GZIP);

    private static final int MIN_UNITS = 3;
    private static final int PIECES = 6;

    private final Recompressor recompressor;
    private final LogFacts facts;
    private final Thresholds thresholds;
    private final Codec packer;
    private final boolean shallow;
    private final TrialFigures totals = new TrialFigures();
    private int batches;
    private long uncompressedBytes;

    private TrialRun(Recompressor recompressor, LogFacts facts, Thresholds thresholds) {
        this.recompressor = recompressor;
        this.facts = facts;
        this.thresholds = thresholds;
        this.packer = packer(facts.recent());
        this.shallow = LogFacts.bytesPerBatch(facts.recent()) < thresholds.get(Threshold.SHALLOW_BATCH_BYTES)
                || facts.recent().stream().anyMatch(fact -> fact.records() == 1);
    }

    /** Empty if there are no recent readable batches. */
    static Optional<CompressionTrial> run(
            TopicBatches topic, LogFacts facts, Thresholds thresholds, Recompressor recompressor, long seed) {
        if (facts.recent().isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new TrialRun(recompressor, facts, thresholds).run(topic, seed));
    }

    /** The codec of most of the bytes, or zstd if these are uncompressed. */
    private static Codec packer(List<BatchFact> recent) {
        Map<Integer, Long> bytes = recent.stream()
                .collect(Collectors.groupingBy(
                        BatchFact::codecId, Collectors.summingLong(BatchFact::uncompressedBytes)));
        int largest = bytes.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElse(BatchFact.RAW);
        return largest == BatchFact.RAW
                ? ZSTD
                : Codec.ofDefaultLevel(CodecType.withId(largest).orElse(CodecType.ZSTD));
    }

    private CompressionTrial run(TopicBatches topic, long seed) {
        Map<Integer, List<BatchFact>> chosen = chosen(seed);
        Map<BatchFact, BatchRecord[]> records = records(topic, chosen);
        boolean exact = topic.whole() && records.size() == facts.recent().size();
        List<List<BatchFact>> units = exact || chosen.size() >= MIN_UNITS
                ? List.copyOf(chosen.values())
                : chosen.values().stream().flatMap(TrialRun::pieces).toList();
        units.forEach(of -> stretch(of.stream().filter(records::containsKey).toList(), records));
        double recentShare = (double) stretches(facts.recent()) / Math.max(1, topic.stretches());
        double unitsOfAll = topic.stretchesOfAll() * recentShare * units.size() / Math.max(1, chosen.size());
        return trial(exact ? totals.stretches() : Math.max(totals.stretches() + 1L, Math.round(unitsOfAll)));
    }

    /** If batches are so large that few stretches were fetched, the samples of intervals are pieces of stretches. */
    private static Stream<List<BatchFact>> pieces(List<BatchFact> stretch) {
        int each = Math.max(1, stretch.size() / PIECES);
        return IntStream.iterate(0, from -> from < stretch.size(), from -> from + each)
                .mapToObj(from -> stretch.subList(from, Math.min(stretch.size(), from + each)));
    }

    private static int stretches(List<BatchFact> of) {
        return (int) of.stream().mapToInt(BatchFact::stretch).distinct().count();
    }

    /**
     * Whole stretches in random order, up to {@link #MAX_BYTES}; the last one may be cut. However large batches are,
     * enough are chosen for an interval, from several stretches if possible.
     */
    private Map<Integer, List<BatchFact>> chosen(long seed) {
        Map<Integer, List<BatchFact>> byStretch = facts.recent().stream()
                .collect(Collectors.groupingBy(BatchFact::stretch, TreeMap::new, Collectors.toList()));
        SplittableRandom random = new SplittableRandom(seed);
        Map<Integer, Long> ranks = new HashMap<>();
        byStretch.keySet().forEach(stretch -> ranks.put(stretch, random.nextLong()));
        List<Integer> order = byStretch.keySet().stream()
                .sorted(Comparator.comparing(ranks::get))
                .toList();
        Map<Integer, List<BatchFact>> chosen = new LinkedHashMap<>();
        long bytes = 0;
        int number = 0;
        for (int stretch : order) {
            List<BatchFact> kept = new ArrayList<>();
            for (BatchFact fact : byStretch.getOrDefault(stretch, List.of())) {
                boolean tooFew = number < MIN_UNITS && (kept.isEmpty() || order.size() < MIN_UNITS);
                if (bytes < MAX_BYTES || tooFew) {
                    kept.add(fact);
                    bytes += fact.uncompressedBytes();
                    number++;
                }
            }
            if (!kept.isEmpty()) {
                chosen.put(stretch, kept);
            }
        }
        return chosen;
    }

    private static Map<BatchFact, BatchRecord[]> records(TopicBatches topic, Map<Integer, List<BatchFact>> chosen) {
        Map<BatchFact.Lane, Map<Long, BatchFact>> wanted = new HashMap<>();
        chosen.values().stream().flatMap(List::stream).forEach(fact -> wanted.computeIfAbsent(
                        new BatchFact.Lane(fact.partition(), fact.stretch()), place -> new HashMap<>())
                .put(fact.baseOffset(), fact));
        Map<BatchFact, BatchRecord[]> records = new HashMap<>();
        try (BatchRecordReader reader = new BatchRecordReader()) {
            topic.walk((partition, stretch, header) -> {
                BatchFact fact = wanted.getOrDefault(new BatchFact.Lane(partition.partition(), stretch), Map.of())
                        .get(header.baseOffset());
                if (fact != null) {
                    List<BatchRecord> read = new ArrayList<>(fact.records());
                    try {
                        reader.read(header.batch(), (offset, record) -> read.add(record));
                        records.put(fact, read.toArray(BatchRecord[]::new));
                    } catch (UnreadableBatchException e) {
                        // Does not happen, since the batch was readable before; without it, the trial is only smaller.
                    }
                }
                return true;
            });
        }
        return records;
    }

    private void stretch(List<BatchFact> of, Map<BatchFact, BatchRecord[]> records) {
        if (of.isEmpty()) {
            return;
        }
        totals.next();
        batches += of.size();
        uncompressedBytes += LogFacts.uncompressed(of);
        totals.add(Plain.STORED, LogFacts.stored(of));
        totals.add(Plain.UNCOMPRESSED, LogFacts.uncompressed(of));
        List<BatchRecord[]> asTheyAre = of.stream().map(records::get).toList();
        int[] zstd = new int[0];
        for (Codec codec : List.of(Codec.NONE, ZSTD, LZ4, SNAPPY)) {
            Cost cost = timed(codec, asTheyAre, of);
            zstd = codec.equals(ZSTD) ? cost.batchBytes() : zstd;
        }
        otherCodecs(of, asTheyAre, zstd);
        otherValues(of, asTheyAre);
        if (shallow) {
            merged(of, records);
        }
    }

    private Cost timed(Codec codec, List<BatchRecord[]> these, List<BatchFact> of) {
        Cost cost = recompressor.run(codec, these);
        add(new TrialFigure.InCodec(codec), cost, of);
        return cost;
    }

    private void add(TrialFigure form, Cost cost, List<BatchFact> of) {
        totals.add(form, cost.bytes());
        totals.time(form, LogFacts.uncompressed(of), cost.compressNanos(), cost.decompressNanos());
    }

    /** Uncompressed and gzip batches as zstd, the others as they are. */
    private void otherCodecs(List<BatchFact> of, List<BatchRecord[]> asTheyAre, int[] zstd) {
        boolean gzip = facts.recent().stream().anyMatch(fact -> fact.codecId() == CodecType.GZIP.id());
        if (gzip) {
            timed(GZIP, asTheyAre, of);
        }
        long raw = 0;
        long gzipAsZstd = 0;
        for (int i = 0; i < of.size(); i++) {
            int stored = of.get(i).storedBytes();
            // Kafka's MemoryRecordsBuilder uses the producer's codec even if that makes a batch larger.
            raw += of.get(i).isRaw() ? zstd[i] : stored;
            gzipAsZstd += of.get(i).codecId() == CodecType.GZIP.id() ? zstd[i] : stored;
        }
        totals.add(Plain.RAW_PACKED, raw);
        totals.add(Plain.GZIP_AS_ZSTD, gzipAsZstd);
    }

    private void otherValues(List<BatchFact> of, List<BatchRecord[]> asTheyAre) {
        ValueMarks marks = facts.marks();
        if (marks.packed() > 0) {
            List<BatchRecord[]> unwrapped = changed(asTheyAre, TrialRun::unwrapped);
            for (Codec codec : PROPOSED) {
                add(new TrialFigure.Unwrapped(codec), recompressor.run(codec, unwrapped), of);
            }
        }
        if (marks.schemas() > 0) {
            Codec own = LogFacts.share(of, BatchFact::isRaw) > 0.5 ? Codec.NONE : packer;
            totals.add(Plain.WITH_SCHEMA, recompressor.run(own, asTheyAre).bytes());
            totals.add(
                    Plain.WITHOUT_SCHEMA,
                    recompressor
                            .run(own, changed(asTheyAre, SchemaEnvelope::withoutSchema))
                            .bytes());
        }
    }

    private static byte[] unwrapped(byte[] value) {
        return InnerFrame.of(value).flatMap(frame -> frame.unpack(value)).orElse(value);
    }

    private static List<BatchRecord[]> changed(List<BatchRecord[]> batches, Function<byte[], byte[]> change) {
        return batches.stream()
                .map(records -> Arrays.stream(records)
                        .map(record -> {
                            byte[] value = record.value();
                            return new BatchRecord(
                                    record.key(),
                                    value == null ? null : change.apply(value),
                                    record.headers(),
                                    record.timestampMillis());
                        })
                        .toArray(BatchRecord[]::new))
                .toList();
    }

    private void merged(List<BatchFact> of, Map<BatchFact, BatchRecord[]> records) {
        totals.add(Plain.ALONE, bytes(packer, Grouping.neighbours(of, 1), records));
        for (int number : CompressionTrial.MERGED) {
            totals.add(new TrialFigure.Merged(number), bytes(packer, Grouping.neighbours(of, number), records));
        }
        List<List<BatchFact>> most = Grouping.neighbours(of, CompressionTrial.MAX_MERGED);
        totals.add(Plain.MOST_MERGED_IN_ZSTD, bytes(ZSTD, most, records));
        totals.add(Plain.MOST_MERGED_RAW, bytes(Codec.NONE, most, records));
        List<List<BatchFact>> lingered = Grouping.lingering(of, thresholds.get(Threshold.LINGER_MILLIS));
        totals.add(Plain.LINGERED, bytes(packer, lingered, records));
        totals.add(Plain.BATCHES, of.size());
        totals.add(Plain.LINGERED_BATCHES, lingered.size());
    }

    private long bytes(Codec codec, List<List<BatchFact>> groups, Map<BatchFact, BatchRecord[]> records) {
        return recompressor
                .run(
                        codec,
                        groups.stream()
                                .map(group -> group.stream()
                                        .flatMap(fact -> Arrays.stream(records.getOrDefault(fact, new BatchRecord[0])))
                                        .toArray(BatchRecord[]::new))
                                .toList())
                .bytes();
    }

    private Map<Codec, CompressionTrial.Unwrapped> unwrapped(long population) {
        Map<Codec, CompressionTrial.Unwrapped> unwrapped = new HashMap<>();
        for (Codec codec : PROPOSED) {
            TrialFigure form = new TrialFigure.Unwrapped(codec);
            totals.ratio(form, Plain.STORED, population)
                    .ifPresent(left -> unwrapped.put(codec, new CompressionTrial.Unwrapped(left, totals.speed(form))));
        }
        return unwrapped;
    }

    private CompressionTrial trial(long population) {
        Map<Codec, ConfidenceInterval> asCodec = new HashMap<>();
        for (Codec codec : totals.codecs()) {
            totals.ratio(new TrialFigure.InCodec(codec), Plain.UNCOMPRESSED, population)
                    .ifPresent(found -> asCodec.put(codec, found));
        }
        Map<Integer, ConfidenceInterval> merged = new HashMap<>();
        for (int number : CompressionTrial.MERGED) {
            totals.ratio(new TrialFigure.Merged(number), Plain.ALONE, population)
                    .ifPresent(found -> merged.put(number, found));
        }
        boolean raw = facts.recent().stream().anyMatch(BatchFact::isRaw);
        return new CompressionTrial(
                batches,
                uncompressedBytes,
                packer,
                asCodec,
                raw ? totals.ratio(Plain.RAW_PACKED, Plain.STORED, population) : Optional.empty(),
                asCodec.containsKey(GZIP)
                        ? totals.ratio(Plain.GZIP_AS_ZSTD, Plain.STORED, population)
                        : Optional.empty(),
                merged,
                shallow
                        ? Map.of(ZSTD, totals.sum(Plain.MOST_MERGED_RAW) / totals.sum(Plain.MOST_MERGED_IN_ZSTD))
                        : Map.of(),
                totals.ratio(Plain.LINGERED, Plain.ALONE, population)
                        .map(fraction -> new CompressionTrial.Lingered(
                                totals.sum(Plain.BATCHES) / totals.sum(Plain.LINGERED_BATCHES), fraction)),
                unwrapped(population),
                totals.ratio(Plain.WITHOUT_SCHEMA, Plain.WITH_SCHEMA, population),
                totals.speeds());
    }
}
