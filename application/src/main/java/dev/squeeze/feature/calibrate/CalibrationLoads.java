package dev.squeeze.feature.calibrate;

import dev.squeeze.engine.experiment.Arm;
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
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * The loads that tell what a machine's clients and brokers take: they differ in how many requests, batches, records and
 * bytes there are of each to the other, from a trickle to all that goes, without a codec and with each.
 */
public final class CalibrationLoads {
    private static final int MOST_BYTES = 8 << 20;
    private static final int PARTITIONS = 12;
    private static final int KEYS = 5_000;

    /** Batches that fill and that are sent with crumbs, by which the network thread's reaction is told. */
    static final String CRUMBS = "crumbs";

    /** What the labels of loads end with whose batches only their linger closes. */
    static final String LINGERING = ", moderate";

    private static final String TEXT = "sample:access-log";
    private static final List<Integer> BATCH_BYTES = List.of(1 << 12, 1 << 14, 1 << 16, 1 << 18, Payload.STRETCH_BYTES);
    private static final long MOST_TEXT_BYTES = 16L << 20;
    private static final long SEED = 1;

    private static final Set<String> REFERENCES = Set.of(
            "300 B, a trickle",
            "zstd:3, a trickle",
            "zstd:3" + LINGERING,
            "300 B, as fast as it goes",
            "zstd:3, as fast as it goes");

    private final List<BatchRecord> text;

    /**
     * Prepares the loads.
     *
     * @param text of {@link #drawText}, which is cut to the lengths that are wanted
     */
    public CalibrationLoads(Sample text) {
        this.text = Payload.of(text).records();
    }

    /** The text of all calibrations, so that they can be compared. */
    public static Sample drawText(int cores, RecordSource.ReadProgress progress) {
        return Sampler.draw(
                Sources.open(List.of(TEXT), ReadOptions.DEFAULT, InputStream::nullInputStream),
                new SamplingPlan(BATCH_BYTES, MOST_TEXT_BYTES, SamplingPlan.DEFAULT_BATCHES_PER_SIZE, SEED, cores),
                progress);
    }

    /**
     * One load.
     *
     * @param rate records/s; empty for as many as go
     */
    record Load(String label, ProducerSettings settings, int partitions, OptionalDouble rate, Payload payload) {
        /** Batches that are being filled at the same time. */
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
    }

    /** All of them, each with a label of its own. */
    List<Load> all() {
        Payload small = ofLength(100, false);
        Payload usual = ofLength(300, false);
        Payload keyed = ofLength(300, true);
        Payload kilobyte = ofLength(1_000, false);
        Payload large = ofLength(8_000, false);
        List<Load> loads = new ArrayList<>();
        loads.add(none("300 B, as fast as it goes", 64, 5, 1, 0, usual));
        loads.add(none("300 B, 64 batches a second", 64, 50, 1, 15_000, usual));
        loads.add(none("300 B, a record a request", 16, 0, 1, 3_000, usual));
        loads.add(none("300 B, a trickle", 16, 5, 1, 100, usual));
        loads.add(none("300 B, half", 64, 5, 1, 120_000, usual));
        loads.add(none("300 B, 12 partitions by key, a trickle", 16, 20, PARTITIONS, 50, keyed));
        loads.add(none("300 B, 12 partitions by key, 5 batches a request", 64, 50, PARTITIONS, 120, keyed));
        loads.add(none("300 B, 12 partitions by key", 16, 10, PARTITIONS, 8_000, keyed));
        loads.add(none("300 B, 12 partitions by key, a record a request", 16, 0, PARTITIONS, 1_000, keyed));
        loads.add(none("300 B, 12 partitions by key, as fast as it goes", 16, 5, PARTITIONS, 0, keyed));
        loads.add(none("300 B, 12 partitions, 20 batches a second", 256, 50, PARTITIONS, 7_000, usual));
        loads.add(none("300 B, 12 partitions, 200 batches a second", 16, 5, PARTITIONS, 6_000, usual));
        loads.add(none(CRUMBS, 16, 100, PARTITIONS, 60_000, usual));
        loads.add(none("100 B, 20,000 a second", 16, 5, 1, 20_000, small));
        loads.add(none("100 B, as fast as it goes", 256, 5, 1, 0, small));
        loads.add(none("1 KB, as fast as it goes", 16, 5, 1, 0, kilobyte));
        loads.add(none("1 KB, 5,000 a second", 128, 20, 1, 5_000, kilobyte));
        loads.add(none("8 KB, 1,500 a second", 16, 5, 1, 1_500, large));
        loads.add(none("8 KB, as fast as it goes", 512, 5, 1, 0, large));
        Payload lines = Payload.of(text);
        Payload keyedLines = Payload.of(withKeys());
        for (CodecType type : CodecType.values()) {
            if (type != CodecType.NONE) {
                Codec codec = Codec.ofDefaultLevel(type);
                loads.add(load(codec + LINGERING, codec, 16, 10, 1, 8_000, lines));
                double rate = type == CodecType.GZIP ? 40_000 : 120_000;
                loads.add(load(codec + ", half", codec, 64, 10, 1, rate, lines));
                loads.add(load(codec + ", half, 12 partitions by key", codec, 64, 20, PARTITIONS, rate, keyedLines));
                loads.add(load(codec + ", as fast as it goes", codec, 128, 20, 1, 0, lines));
                loads.add(load(codec + ", a trickle", codec, 16, 5, 1, 100, lines));
                loads.add(load(codec + ", 200 batches a second", codec, 16, 5, 1, 8_000, lines));
                loads.add(load(codec + ", 20 batches a second", codec, 256, 50, 1, 8_000, lines));
            }
        }
        Codec zstd = Codec.ofDefaultLevel(CodecType.ZSTD);
        loads.add(load(zstd + ", 12 partitions by key, a trickle", zstd, 64, 50, PARTITIONS, 100, keyedLines));
        return loads;
    }

    /** Those that stand for the others when they are run again: some rest most of the time, some never. */
    List<Load> references() {
        return all().stream().filter(load -> REFERENCES.contains(load.label())).toList();
    }

    /** The codecs among them. */
    public static List<Codec> codecs() {
        return Arrays.stream(CodecType.values()).map(Codec::ofDefaultLevel).toList();
    }

    private static Load none(
            String label, int batchKibibytes, int lingerMillis, int partitions, double rate, Payload payload) {
        return load(label, Codec.NONE, batchKibibytes, lingerMillis, partitions, rate, payload);
    }

    private static Load load(
            String label,
            Codec codec,
            int batchKibibytes,
            int lingerMillis,
            int partitions,
            double rate,
            Payload payload) {
        return new Load(
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

    /** The text in pieces of a length, one after the other. */
    private Payload ofLength(int bytes, boolean keyed) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (BatchRecord record : text) {
            byte[] value = record.value();
            if (value != null && all.size() < MOST_BYTES) {
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
