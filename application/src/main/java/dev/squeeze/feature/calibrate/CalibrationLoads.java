package dev.squeeze.feature.calibrate;

import dev.squeeze.engine.experiment.Arm;
import dev.squeeze.engine.load.ForeignClient;
import dev.squeeze.engine.load.LoadProfile;
import dev.squeeze.engine.load.Payload;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.source.ReadOptions;
import dev.squeeze.kit.source.RecordSource;
import dev.squeeze.kit.source.Sample;
import dev.squeeze.kit.source.Sampler;
import dev.squeeze.kit.source.SamplingPlan;
import dev.squeeze.kit.source.Sources;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * The loads of a calibration. They differ in the proportions of requests, batches, records and bytes, from a low rate
 * to unthrottled, without compression and with each codec, so that the costs can be separated.
 */
public final class CalibrationLoads {
    private static final int MAX_BYTES = 8 << 20;
    private static final int PARTITIONS = 12;
    private static final int KEYS = 5_000;

    private static final String TEXT = "sample:access-log";
    private static final List<Integer> BATCH_BYTES = List.of(1 << 12, 1 << 14, 1 << 16, 1 << 18, Payload.STRETCH_BYTES);
    private static final long MAX_TEXT_BYTES = 16L << 20;
    private static final long SEED = 1;

    private static final Set<LoadKey> REFERENCES = Set.of(
            new LoadKey(LoadKind.LOW_RATE, CodecType.NONE),
            new LoadKey(LoadKind.LOW_RATE, CodecType.ZSTD),
            new LoadKey(LoadKind.LINGERING, CodecType.ZSTD),
            new LoadKey(LoadKind.UNTHROTTLED, CodecType.NONE),
            new LoadKey(LoadKind.UNTHROTTLED, CodecType.ZSTD));

    private final List<BatchRecord> text;

    /** @param text sample from {@link #drawText}, which is cut into records of several sizes */
    public CalibrationLoads(Sample text) {
        this.text = Payload.of(text).records();
    }

    /** Samples the text of the loads: the same for all calibrations, so that they can be compared. */
    public static Sample drawText(int cores, RecordSource.ReadProgress progress) {
        return Sampler.draw(
                Sources.open(List.of(TEXT), ReadOptions.DEFAULT, InputStream::nullInputStream),
                new SamplingPlan(BATCH_BYTES, MAX_TEXT_BYTES, SamplingPlan.DEFAULT_BATCHES_PER_SIZE, SEED, cores),
                progress);
    }

    /**
     * One load.
     *
     * @param label name for readers
     * @param rate records/s; empty for unthrottled
     */
    record Load(
            LoadKey key,
            String label,
            ProducerSettings settings,
            int partitions,
            OptionalDouble rate,
            Payload payload) {
        /** Number of batches that are filled at the same time. */
        int openBatches() {
            return payload.record(0).key() == null ? 1 : partitions;
        }

        Arm arm() {
            return Arm.ofOneProducer(
                    label,
                    settings,
                    partitions,
                    rate.isPresent() ? new LoadProfile.OpenLoop(rate.getAsDouble()) : new LoadProfile.ClosedLoop());
        }

        /** @param client client that sends instead of Java's */
        Arm arm(Optional<ForeignClient> client) {
            Arm arm = arm();
            return new Arm(arm.label(), arm.levels(), arm.settings().withClient(client));
        }
    }

    /** All loads, each with its own key and label. */
    List<Load> all() {
        List<Load> loads = new ArrayList<>(withoutCodec());
        Payload lines = Payload.of(text);
        Payload keyedLines = Payload.of(withKeys());
        for (CodecType type : CodecType.values()) {
            if (type != CodecType.NONE) {
                loads.addAll(with(Codec.ofDefaultLevel(type), lines, keyedLines));
            }
        }
        Codec zstd = Codec.ofDefaultLevel(CodecType.ZSTD);
        loads.add(load(
                LoadKind.KEYED_LOW_RATE,
                zstd + ", 12 partitions by key, low rate",
                zstd,
                64,
                50,
                PARTITIONS,
                100,
                keyedLines));
        return loads;
    }

    private List<Load> withoutCodec() {
        Payload small = ofLength(100, false);
        Payload medium = ofLength(300, false);
        Payload keyed = ofLength(300, true);
        Payload kilobyte = ofLength(1_000, false);
        Payload large = ofLength(8_000, false);
        return List.of(
                none(LoadKind.UNTHROTTLED, "300 B, unthrottled", 64, 5, 1, 0, medium),
                none(LoadKind.LARGE_BATCHES, "300 B, 64 batches/s", 64, 50, 1, 15_000, medium),
                none(LoadKind.SINGLE_RECORDS, "300 B, one record per request", 16, 0, 1, 3_000, medium),
                none(LoadKind.LOW_RATE, "300 B, low rate", 16, 5, 1, 100, medium),
                none(LoadKind.HALF_RATE, "300 B, half rate", 64, 5, 1, 120_000, medium),
                none(LoadKind.KEYED_LOW_RATE, "300 B, 12 partitions by key, low rate", 16, 20, PARTITIONS, 50, keyed),
                none(
                        LoadKind.KEYED_MANY_BATCHES_PER_REQUEST,
                        "300 B, 12 partitions by key, 5 batches per request",
                        64,
                        50,
                        PARTITIONS,
                        120,
                        keyed),
                none(LoadKind.KEYED, "300 B, 12 partitions by key", 16, 10, PARTITIONS, 8_000, keyed),
                none(
                        LoadKind.KEYED_SINGLE_RECORDS,
                        "300 B, 12 partitions by key, one record per request",
                        16,
                        0,
                        PARTITIONS,
                        1_000,
                        keyed),
                none(
                        LoadKind.KEYED_UNTHROTTLED,
                        "300 B, 12 partitions by key, unthrottled",
                        16,
                        5,
                        PARTITIONS,
                        0,
                        keyed),
                none(
                        LoadKind.PARTITIONED_LARGE_BATCHES,
                        "300 B, 12 partitions, 20 batches/s",
                        256,
                        50,
                        PARTITIONS,
                        7_000,
                        medium),
                none(
                        LoadKind.PARTITIONED_SMALL_BATCHES,
                        "300 B, 12 partitions, 200 batches/s",
                        16,
                        5,
                        PARTITIONS,
                        6_000,
                        medium),
                none(
                        LoadKind.PARTITIONED_PARTIAL_BATCHES,
                        "300 B, 12 partitions, partial batches",
                        16,
                        100,
                        PARTITIONS,
                        60_000,
                        medium),
                none(LoadKind.SMALL_RECORDS, "100 B, 20,000/s", 16, 5, 1, 20_000, small),
                none(LoadKind.SMALL_RECORDS_UNTHROTTLED, "100 B, unthrottled", 256, 5, 1, 0, small),
                none(LoadKind.KILOBYTE_RECORDS_UNTHROTTLED, "1 KB, unthrottled", 16, 5, 1, 0, kilobyte),
                none(LoadKind.KILOBYTE_RECORDS, "1 KB, 5,000/s", 128, 20, 1, 5_000, kilobyte),
                none(LoadKind.LARGE_RECORDS, "8 KB, 1,500/s", 16, 5, 1, 1_500, large),
                none(LoadKind.LARGE_RECORDS_UNTHROTTLED, "8 KB, unthrottled", 512, 5, 1, 0, large));
    }

    private static List<Load> with(Codec codec, Payload lines, Payload keyedLines) {
        double half = codec.type() == CodecType.GZIP ? 40_000 : 120_000;
        return List.of(
                load(LoadKind.LINGERING, codec + ", moderate rate", codec, 16, 10, 1, 8_000, lines),
                load(LoadKind.HALF_RATE, codec + ", half rate", codec, 64, 10, 1, half, lines),
                load(
                        LoadKind.KEYED_HALF_RATE,
                        codec + ", half rate, 12 partitions by key",
                        codec,
                        64,
                        20,
                        PARTITIONS,
                        half,
                        keyedLines),
                load(LoadKind.UNTHROTTLED, codec + ", unthrottled", codec, 128, 20, 1, 0, lines),
                load(LoadKind.LOW_RATE, codec + ", low rate", codec, 16, 5, 1, 100, lines),
                load(LoadKind.SMALL_BATCHES, codec + ", 200 batches/s", codec, 16, 5, 1, 8_000, lines),
                load(LoadKind.LARGE_BATCHES, codec + ", 20 batches/s", codec, 256, 50, 1, 8_000, lines));
    }

    /** The loads that are run again later to represent all: some are mostly idle, others never. */
    List<Load> references() {
        return all().stream().filter(load -> REFERENCES.contains(load.key())).toList();
    }

    /** The codecs of the loads, at their default levels. */
    public static List<Codec> codecs() {
        return Arrays.stream(CodecType.values()).map(Codec::ofDefaultLevel).toList();
    }

    private static Load none(
            LoadKind kind,
            String label,
            int batchKibibytes,
            int lingerMillis,
            int partitions,
            double rate,
            Payload payload) {
        return load(kind, label, Codec.NONE, batchKibibytes, lingerMillis, partitions, rate, payload);
    }

    private static Load load(
            LoadKind kind,
            String label,
            Codec codec,
            int batchKibibytes,
            int lingerMillis,
            int partitions,
            double rate,
            Payload payload) {
        return new Load(
                new LoadKey(kind, codec.type()),
                label,
                new ProducerSettings(codec, batchKibibytes << 10, lingerMillis),
                partitions,
                rate > 0 ? OptionalDouble.of(rate) : OptionalDouble.empty(),
                payload);
    }

    private static byte[] key(SplittableRandom random) {
        return String.format("key-%06d", random.nextInt(KEYS)).getBytes(StandardCharsets.US_ASCII);
    }

    private List<BatchRecord> withKeys() {
        SplittableRandom random = new SplittableRandom(SEED);
        return text.stream()
                .map(record -> new BatchRecord(key(random), record.value(), record.headers(), record.timestampMillis()))
                .toList();
    }

    /** Consecutive pieces of the text, each of the given length. */
    private Payload ofLength(int bytes, boolean keyed) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (BatchRecord record : text) {
            byte[] value = record.value();
            if (value != null && all.size() < MAX_BYTES) {
                all.writeBytes(value);
            }
        }
        byte[] together = all.toByteArray();
        SplittableRandom random = new SplittableRandom(SEED);
        List<BatchRecord> records = new ArrayList<>();
        for (int at = 0; at + bytes <= together.length; at += bytes) {
            records.add(new BatchRecord(
                    keyed ? key(random) : null,
                    Arrays.copyOfRange(together, at, at + bytes),
                    BatchRecord.NO_HEADERS,
                    text.get(0).timestampMillis()));
        }
        return Payload.of(records);
    }
}
