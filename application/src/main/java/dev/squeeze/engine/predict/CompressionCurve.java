package dev.squeeze.engine.predict;

import dev.squeeze.engine.measure.ClientQuotient;
import dev.squeeze.engine.measure.CodecAlone;
import dev.squeeze.engine.measure.CodecMeasurement;
import dev.squeeze.engine.measure.PathFigures;
import dev.squeeze.engine.measure.SweepResult;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.RecordFormatV2;
import dev.squeeze.kit.kafka.KafkaBatchCodec;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.Arrays;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * Compression ratio and CPU cost of one codec and level as a function of batch size. Values between two measured batch
 * sizes are interpolated on logarithmic scales, since ratios and costs per byte follow powers of the batch size over
 * short ranges. Below the smallest and above the largest measured batch, the nearest value applies.
 */
public final class CompressionCurve {
    private final Codec codec;
    private final Optional<CompressionCurve> guide;
    private final Optional<ClientCompression> ofClient;
    private final List<CodecMeasurement> points;
    private final Map<CodecMeasurement, Spread> spreads = new IdentityHashMap<>();

    /** @param points measurements of one codec that have both a ratio and speeds; at least one */
    public CompressionCurve(Codec codec, List<CodecMeasurement> points) {
        this(codec, points, Optional.empty(), Optional.empty());
    }

    /**
     * A setting that was dropped at some batch sizes follows a guide curve between and beyond its own points: the
     * quotient of the two, which is nearly constant, is interpolated instead.
     *
     * @param guide a curve of the same codec with more points
     * @param ofClient output of the sending client's codec relative to Java's; empty for Java's, and if it was not
     *     measured
     */
    private CompressionCurve(
            Codec codec,
            List<CodecMeasurement> points,
            Optional<CompressionCurve> guide,
            Optional<ClientCompression> ofClient) {
        this.guide = guide;
        this.ofClient = ofClient;
        if (points.isEmpty()) {
            throw new IllegalArgumentException("no measurement of " + codec);
        }
        this.codec = codec;
        this.points = points.stream()
                .sorted(Comparator.comparingDouble(CodecMeasurement::recordBytesPerBatch))
                .toList();
        this.points.forEach(point -> spreads.put(point, Spread.of(point)));
    }

    /**
     * A curve for each codec that has measurements with both a ratio and speeds. Levels that were dropped at some batch
     * sizes follow their codec's default level there.
     */
    public static Map<Codec, CompressionCurve> byCodec(SweepResult sweep) {
        Map<Codec, List<CodecMeasurement>> byCodec = sweep.measurements().stream()
                .filter(point -> point.ratio().isPresent() && point.kafka().isPresent())
                .collect(Collectors.groupingBy(CodecMeasurement::codec));
        Map<Codec, CompressionCurve> curves = new TreeMap<>();
        byCodec.forEach((codec, points) -> curves.put(
                codec,
                new CompressionCurve(
                        codec,
                        points,
                        guide(codec, byCodec, sweep.quotients()),
                        ClientCompression.measured(sweep.quotients(), codec))));
        return curves;
    }

    private static Optional<CompressionCurve> guide(
            Codec codec, Map<Codec, List<CodecMeasurement>> byCodec, List<ClientQuotient> quotients) {
        Codec standard = Codec.ofDefaultLevel(codec.type());
        List<CodecMeasurement> points = byCodec.getOrDefault(standard, List.of());
        return points.isEmpty() || standard.equals(codec)
                ? Optional.empty()
                : Optional.of(new CompressionCurve(
                        standard, points, Optional.empty(), ClientCompression.measured(quotients, standard)));
    }

    public Codec codec() {
        return codec;
    }

    /** Output size of a client's codec for these records, relative to Java's. */
    ClientCompression ofClient(ClientProfile client) {
        return ofClient.orElseGet(() -> ClientCompression.published(client, codec));
    }

    /** The curve of the codec's default level if known, otherwise this one. */
    CompressionCurve ofDefaultLevel() {
        return guide.orElse(this);
    }

    /** Whether batches of all sizes compress to the same size with both curves, regardless of speed. */
    public boolean hasRatiosOf(CompressionCurve other) {
        return codec.equals(other.codec)
                && ofClient.equals(other.ofClient)
                && ratios().equals(other.ratios())
                && guide.map(CompressionCurve::ratios).equals(other.guide.map(CompressionCurve::ratios));
    }

    private List<MeasuredRatio> ratios() {
        return points.stream().map(MeasuredRatio::of).toList();
    }

    private record MeasuredRatio(double recordBytesPerBatch, ConfidenceInterval ratio, List<Double> batchFractions) {
        static MeasuredRatio of(CodecMeasurement point) {
            return new MeasuredRatio(point.recordBytesPerBatch(), ratioOf(point), point.batchFractions());
        }
    }

    /** Uncompressed over compressed bytes, headers included, for a batch with this many uncompressed record bytes. */
    public double ratio(double recordBytesPerBatch) {
        return interpolate(recordBytesPerBatch, point -> ratioOf(point).estimate());
    }

    /** Half-width of the ratio's 95 % interval, as a fraction of the ratio. */
    public double ratioRelativeHalfWidth(double recordBytesPerBatch) {
        return nearest(recordBytesPerBatch).ratio().orElseThrow().relativeHalfWidth();
    }

    /** Producer CPU nanoseconds per uncompressed byte. */
    public double compressNanosPerByte(double recordBytesPerBatch) {
        return interpolate(
                recordBytesPerBatch, point -> nanosPerByte(compressOf(point).estimate()));
    }

    /** CPU nanoseconds per uncompressed byte of a consumer, or of a broker that validates. */
    public double decompressNanosPerByte(double recordBytesPerBatch) {
        return interpolate(
                recordBytesPerBatch, point -> nanosPerByte(decompressOf(point).estimate()));
    }

    /** The larger relative half-width of the compression and decompression times, as a fraction. */
    public double speedRelativeHalfWidth(double recordBytesPerBatch) {
        PathFigures kafka = nearest(recordBytesPerBatch).kafka().orElseThrow();
        return Math.max(
                kafka.compress().nanosPerRecord().relativeHalfWidth(),
                kafka.decompress().nanosPerRecord().relativeHalfWidth());
    }

    /**
     * Compressed over uncompressed bytes of one batch of this size, headers included.
     *
     * @param rank rank of the batch among all of its size, from 0 (compresses best) to 1
     */
    private double fractionOfBatch(double recordBytesPerBatch, double rank) {
        return between(recordBytesPerBatch, point -> spreads.getOrDefault(point, Spread.NONE)
                        .at(rank))
                / ratio(recordBytesPerBatch);
    }

    /** The same without the batch headers, which is what a producer's estimate refers to. */
    double fraction(double recordBytes, double rank) {
        double header = RecordFormatV2.BATCH_HEADER_BYTES;
        return Math.max(0, (fractionOfBatch(recordBytes, rank) * (recordBytes + header) - header) / recordBytes);
    }

    /** Compressed fractions of single batches relative to their mean, ascending. */
    private record Spread(double[] ascending) {
        static final Spread NONE = new Spread(new double[0]);

        static Spread of(CodecMeasurement point) {
            double[] sorted = point.batchFractions().stream()
                    .mapToDouble(Double::doubleValue)
                    .sorted()
                    .toArray();
            double mean = Arrays.stream(sorted).average().orElse(1);
            return new Spread(
                    Arrays.stream(sorted).map(fraction -> fraction / mean).toArray());
        }

        double at(double rank) {
            return ascending.length == 0 ? 1 : ascending[(int) Math.min(ascending.length - 1, rank * ascending.length)];
        }
    }

    private static double nanosPerByte(double mebibytesPerSecond) {
        return 1e9 / (mebibytesPerSecond * (1 << 20));
    }

    private static ConfidenceInterval ratioOf(CodecMeasurement point) {
        return point.ratio().orElseThrow();
    }

    private static ConfidenceInterval compressOf(CodecMeasurement point) {
        return point.kafka().orElseThrow().compress().mebibytesPerSecond();
    }

    private static ConfidenceInterval decompressOf(CodecMeasurement point) {
        return point.kafka().orElseThrow().decompress().mebibytesPerSecond();
    }

    private CodecMeasurement nearest(double recordBytesPerBatch) {
        double at = Math.log(recordBytesPerBatch);
        return points.stream()
                .min(Comparator.comparingDouble(point -> Math.abs(Math.log(point.recordBytesPerBatch()) - at)))
                .orElseThrow();
    }

    private double interpolate(double recordBytesPerBatch, ToDoubleFunction<CodecMeasurement> value) {
        if (guide.isEmpty()) {
            return between(recordBytesPerBatch, value);
        }
        CompressionCurve course = guide.get();
        return course.between(recordBytesPerBatch, value)
                * between(
                        recordBytesPerBatch,
                        point -> value.applyAsDouble(point) / course.between(point.recordBytesPerBatch(), value));
    }

    private double between(double recordBytesPerBatch, ToDoubleFunction<CodecMeasurement> value) {
        CodecMeasurement below = points.get(0);
        if (recordBytesPerBatch <= below.recordBytesPerBatch()) {
            return value.applyAsDouble(below);
        }
        for (CodecMeasurement above : points.subList(1, points.size())) {
            if (recordBytesPerBatch <= above.recordBytesPerBatch()) {
                double share = Math.log(recordBytesPerBatch / below.recordBytesPerBatch())
                        / Math.log(above.recordBytesPerBatch() / below.recordBytesPerBatch());
                return Math.exp((1 - share) * Math.log(value.applyAsDouble(below))
                        + share * Math.log(value.applyAsDouble(above)));
            }
            below = above;
        }
        return value.applyAsDouble(below);
    }

    /**
     * Costs of the codec itself: the total less the cost of handling batches of that size without compression.
     *
     * @param uncompressed the curve without a codec, for the same records
     * @param bytesPerBatch uncompressed
     */
    public CodecAlone alone(CompressionCurve uncompressed, double bytesPerBatch) {
        double compress =
                Math.max(0, compressNanosPerByte(bytesPerBatch) - uncompressed.compressNanosPerByte(bytesPerBatch));
        return new CodecAlone(
                compress,
                compress * KafkaBatchCodec.heldBackShare(codec.type(), bytesPerBatch),
                Math.max(
                        0, decompressNanosPerByte(bytesPerBatch) - uncompressed.decompressNanosPerByte(bytesPerBatch)));
    }
}
