package dev.squeeze.engine.predict;

import dev.squeeze.engine.measure.ClientQuotient;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecType;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Size of a batch compressed by another client library, relative to Java's codec of the same name and level. It differs
 * because of other implementations, block sizes and windows, and depends on the records: it is measured on the user's
 * records if the library's driver is available; otherwise the values published for other data sets are used.
 *
 * @param points in ascending order of size, at least one
 */
record ClientCompression(List<Point> points) {
    private static final int SMALL_BYTES = 4 << 10;
    private static final int MEDIUM_BYTES = 16 << 10;
    private static final int LARGE_BYTES = 256 << 10;

    /** Java's own codecs. */
    private static final ClientCompression AS_JAVA = new ClientCompression(List.of(new Point(1, 1, 0)));

    /**
     * Measured by {@code benchmarks/run client-codecs} with live producers of the versions in {@code clients/go.mod}:
     * medians over flights in JSON, an access log, rows of taxi trips and a broker's log, at each codec's default level
     * and at zstd 9. Go's libraries at gzip 6 and zstd 6 were measured by {@code squeeze measure --client}: medians
     * over 29 data sets.
     */
    private static final List<ClientCodecRow<ClientCompression>> PUBLISHED = List.of(
            row(ClientProfile.LIBRDKAFKA, CodecType.GZIP, ClientCodecRow.ANY_LEVEL, 1.000, 1.000, 1.000, 0.000),
            row(ClientProfile.LIBRDKAFKA, CodecType.SNAPPY, ClientCodecRow.ANY_LEVEL, 0.982, 0.990, 0.913, 0.036),
            row(ClientProfile.LIBRDKAFKA, CodecType.LZ4, ClientCodecRow.ANY_LEVEL, 1.000, 1.000, 1.000, 0.000),
            row(ClientProfile.LIBRDKAFKA, CodecType.ZSTD, ClientCodecRow.ANY_LEVEL, 0.997, 0.999, 1.001, 0.002),
            row(ClientProfile.LIBRDKAFKA, CodecType.ZSTD, 7, 0.997, 0.999, 1.000, 0.001),
            row(ClientProfile.FRANZ_GO, CodecType.GZIP, ClientCodecRow.ANY_LEVEL, 1.010, 1.017, 1.016, 0.067),
            row(ClientProfile.FRANZ_GO, CodecType.SNAPPY, ClientCodecRow.ANY_LEVEL, 0.971, 1.007, 0.841, 0.087),
            row(ClientProfile.FRANZ_GO, CodecType.LZ4, ClientCodecRow.ANY_LEVEL, 1.028, 0.988, 0.836, 0.072),
            row(ClientProfile.FRANZ_GO, CodecType.ZSTD, ClientCodecRow.ANY_LEVEL, 0.999, 1.004, 1.060, 0.032),
            row(ClientProfile.FRANZ_GO, CodecType.ZSTD, 6, 1.014, 1.028, 1.061, 0.071),
            row(ClientProfile.FRANZ_GO, CodecType.ZSTD, 7, 1.020, 1.054, 1.153, 0.056),
            row(ClientProfile.SARAMA, CodecType.GZIP, ClientCodecRow.ANY_LEVEL, 1.010, 1.017, 1.016, 0.067),
            row(ClientProfile.SARAMA, CodecType.SNAPPY, ClientCodecRow.ANY_LEVEL, 0.990, 1.012, 1.012, 0.062),
            row(ClientProfile.SARAMA, CodecType.LZ4, ClientCodecRow.ANY_LEVEL, 1.028, 0.990, 0.927, 0.069),
            row(ClientProfile.SARAMA, CodecType.ZSTD, ClientCodecRow.ANY_LEVEL, 0.999, 1.005, 1.020, 0.010),
            row(ClientProfile.SARAMA, CodecType.ZSTD, 6, 1.013, 1.028, 1.044, 0.066),
            row(ClientProfile.SARAMA, CodecType.ZSTD, 7, 1.020, 1.054, 1.107, 0.038));

    /**
     * The factor for batches of one size.
     *
     * @param recordBytes uncompressed
     * @param factor compressed bytes relative to Java's
     * @param halfWidth at 95 %, as a fraction
     */
    record Point(double recordBytes, double factor, double halfWidth) {
        static Point of(ClientQuotient quotient) {
            return new Point(
                    quotient.recordBytesPerBatch(),
                    quotient.bytes().estimate(),
                    quotient.bytes().relativeHalfWidth());
        }
    }

    ClientCompression {
        points = List.copyOf(points);
    }

    /** Measured on other data; the same as Java's for Java and for codecs that were not measured. */
    static ClientCompression published(ClientProfile client, Codec codec) {
        return ClientCodecRow.of(PUBLISHED, client, codec).orElse(AS_JAVA);
    }

    /**
     * Measured on the user's records.
     *
     * @param quotients of one client, for all of its codecs
     * @return of the nearest measured level at or below this one, or of the lowest measured; empty if the codec was not
     *     measured
     */
    static Optional<ClientCompression> measured(List<ClientQuotient> quotients, Codec codec) {
        Comparator<Codec> byLevel = Comparator.comparingInt(Codec::level);
        List<Codec> levels = quotients.stream()
                .map(ClientQuotient::codec)
                .filter(measured -> measured.type() == codec.type())
                .distinct()
                .toList();
        return levels.stream()
                .filter(measured -> measured.level() <= codec.level())
                .max(byLevel)
                .or(() -> levels.stream().min(byLevel))
                .map(nearest -> new ClientCompression(quotients.stream()
                        .filter(quotient -> quotient.codec().equals(nearest))
                        .map(Point::of)
                        .sorted(Comparator.comparingDouble(Point::recordBytes))
                        .toList()));
    }

    /**
     * Compressed bytes relative to Java's. Interpolated between the measured sizes; below and above them, the nearest
     * value applies.
     *
     * @param recordBytes of the batch, uncompressed
     */
    double factor(double recordBytes) {
        Point below = points.get(0);
        if (recordBytes <= below.recordBytes) {
            return below.factor;
        }
        for (Point above : points.subList(1, points.size())) {
            if (recordBytes < above.recordBytes) {
                double share =
                        Math.log(recordBytes / below.recordBytes) / Math.log(above.recordBytes / below.recordBytes);
                return below.factor + share * (above.factor - below.factor);
            }
            below = above;
        }
        return below.factor;
    }

    /** Half-width at 95 % of the factor for batches of this size, as a fraction of the factor. */
    double relativeHalfWidth(double recordBytes) {
        return points.stream()
                .min(Comparator.comparingDouble(point -> Math.abs(Math.log(point.recordBytes / recordBytes))))
                .map(Point::halfWidth)
                .orElseThrow();
    }

    /** @param spread half of the range over the data sets, at the size where it is largest, as a fraction */
    private static ClientCodecRow<ClientCompression> row(
            ClientProfile client,
            CodecType codec,
            int minLevel,
            double small,
            double medium,
            double large,
            double spread) {
        return new ClientCodecRow<>(
                client,
                codec,
                minLevel,
                new ClientCompression(List.of(
                        new Point(SMALL_BYTES, small, spread),
                        new Point(MEDIUM_BYTES, medium, spread),
                        new Point(LARGE_BYTES, large, spread))));
    }
}
