package dev.squeeze.engine.predict;

import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecType;
import java.util.List;

/**
 * What the codecs of other client libraries make of a batch, over what Java's of the same name and level make of it: other
 * implementations, block sizes and windows. Measured by {@code benchmarks/run client-codecs} with live producers of the
 * versions in {@code clients/go.mod}: medians over flights in JSON, an access log, rows of taxi trips and a broker's log,
 * at each codec's default level and at zstd 9.
 */
final class ClientCompression {
    /** Uncompressed bytes of the batches that {@link Bytes#factors} are for. */
    private static final double[] BYTES = {4 << 10, 16 << 10, 256 << 10};

    /**
     * @param factors compressed bytes over Java's, of batches of 4, 16 and 256 KiB
     * @param spread half of the distance from the least to the most of a size, over sets of data, at its largest
     */
    private record Bytes(List<Double> factors, double spread) {}

    private static final Bytes AS_JAVA = new Bytes(List.of(1.0, 1.0, 1.0), 0);

    private static final List<ClientCodecRow<Bytes>> ROWS = List.of(
            row(ClientProfile.LIBRDKAFKA, CodecType.GZIP, ClientCodecRow.ANY_LEVEL, 1.000, 1.000, 1.000, 0.000),
            row(ClientProfile.LIBRDKAFKA, CodecType.SNAPPY, ClientCodecRow.ANY_LEVEL, 0.982, 0.990, 0.913, 0.036),
            row(ClientProfile.LIBRDKAFKA, CodecType.LZ4, ClientCodecRow.ANY_LEVEL, 1.000, 1.000, 1.000, 0.000),
            row(ClientProfile.LIBRDKAFKA, CodecType.ZSTD, ClientCodecRow.ANY_LEVEL, 0.997, 0.999, 1.001, 0.002),
            row(ClientProfile.LIBRDKAFKA, CodecType.ZSTD, 7, 0.997, 0.999, 1.000, 0.001),
            row(ClientProfile.FRANZ_GO, CodecType.GZIP, ClientCodecRow.ANY_LEVEL, 1.032, 1.050, 1.095, 0.053),
            row(ClientProfile.FRANZ_GO, CodecType.SNAPPY, ClientCodecRow.ANY_LEVEL, 0.971, 1.007, 0.841, 0.087),
            row(ClientProfile.FRANZ_GO, CodecType.LZ4, ClientCodecRow.ANY_LEVEL, 1.028, 0.988, 0.836, 0.072),
            row(ClientProfile.FRANZ_GO, CodecType.ZSTD, ClientCodecRow.ANY_LEVEL, 0.999, 1.004, 1.060, 0.032),
            row(ClientProfile.FRANZ_GO, CodecType.ZSTD, 7, 1.020, 1.054, 1.153, 0.056),
            row(ClientProfile.SARAMA, CodecType.GZIP, ClientCodecRow.ANY_LEVEL, 1.032, 1.051, 1.093, 0.050),
            row(ClientProfile.SARAMA, CodecType.SNAPPY, ClientCodecRow.ANY_LEVEL, 0.990, 1.012, 1.012, 0.062),
            row(ClientProfile.SARAMA, CodecType.LZ4, ClientCodecRow.ANY_LEVEL, 1.028, 0.990, 0.927, 0.069),
            row(ClientProfile.SARAMA, CodecType.ZSTD, ClientCodecRow.ANY_LEVEL, 0.999, 1.005, 1.020, 0.010),
            row(ClientProfile.SARAMA, CodecType.ZSTD, 7, 1.020, 1.054, 1.107, 0.038));

    private ClientCompression() {}

    /**
     * Compressed bytes over Java's; 1 for Java and for codecs that were not measured. Between the measured sizes it is
     * interpolated; below 4 KiB, above 256 KiB and for other levels the nearest that was measured is taken.
     *
     * @param recordBytes of the batch, uncompressed
     */
    static double factor(ClientProfile client, Codec codec, double recordBytes) {
        List<Double> factors = bytes(client, codec).factors;
        for (int i = 1; i < BYTES.length; i++) {
            if (recordBytes < BYTES[i]) {
                double share = Math.log(recordBytes / BYTES[i - 1]) / Math.log(BYTES[i] / BYTES[i - 1]);
                return factors.get(i - 1) + Math.max(0, share) * (factors.get(i) - factors.get(i - 1));
            }
        }
        return factors.get(BYTES.length - 1);
    }

    /** How far the factor differs between sets of data, as a fraction. */
    static double spread(ClientProfile client, Codec codec) {
        return bytes(client, codec).spread;
    }

    private static Bytes bytes(ClientProfile client, Codec codec) {
        return ClientCodecRow.of(ROWS, client, codec).orElse(AS_JAVA);
    }

    private static ClientCodecRow<Bytes> row(
            ClientProfile client,
            CodecType codec,
            int minLevel,
            double small,
            double medium,
            double large,
            double spread) {
        return new ClientCodecRow<>(client, codec, minLevel, new Bytes(List.of(small, medium, large), spread));
    }
}
