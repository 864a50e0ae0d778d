package dev.squeeze.engine.predict;

import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecType;
import java.util.List;

/**
 * What compressing takes with the codecs of other client libraries, over what it takes with Java's of the same name and level.
 * Measured by {@code squeeze measure --client} with the versions in {@code clients/go.mod}: means of batches of 16 and 256 KiB of
 * an access log, on two machines (docs/clients.md). A single quotient may be off by a fifth.
 */
public final class ClientCodecCpu {
    private static final int ANY_LEVEL = Integer.MIN_VALUE;

    /** @param minLevel the row is for this level of Java's and higher ones, up to the next row's */
    private record Row(ClientProfile client, CodecType codec, int minLevel, double factor) {}

    private static final List<Row> ROWS = List.of(
            new Row(ClientProfile.LIBRDKAFKA, CodecType.GZIP, ANY_LEVEL, 2.35),
            new Row(ClientProfile.LIBRDKAFKA, CodecType.SNAPPY, ANY_LEVEL, 1.16),
            new Row(ClientProfile.LIBRDKAFKA, CodecType.LZ4, ANY_LEVEL, 1.11),
            new Row(ClientProfile.LIBRDKAFKA, CodecType.ZSTD, ANY_LEVEL, 1.38),
            new Row(ClientProfile.LIBRDKAFKA, CodecType.ZSTD, 6, 1.36),
            new Row(ClientProfile.LIBRDKAFKA, CodecType.ZSTD, 9, 1.60),
            new Row(ClientProfile.FRANZ_GO, CodecType.GZIP, ANY_LEVEL, 0.47),
            new Row(ClientProfile.FRANZ_GO, CodecType.SNAPPY, ANY_LEVEL, 1.02),
            new Row(ClientProfile.FRANZ_GO, CodecType.LZ4, ANY_LEVEL, 1.81),
            new Row(ClientProfile.FRANZ_GO, CodecType.ZSTD, ANY_LEVEL, 1.68),
            // The third of the four levels that Go's zstd has stands for 6 to 9.
            new Row(ClientProfile.FRANZ_GO, CodecType.ZSTD, 6, 0.95),
            new Row(ClientProfile.FRANZ_GO, CodecType.ZSTD, 9, 0.58),
            new Row(ClientProfile.SARAMA, CodecType.GZIP, ANY_LEVEL, 0.49),
            new Row(ClientProfile.SARAMA, CodecType.SNAPPY, ANY_LEVEL, 1.24),
            new Row(ClientProfile.SARAMA, CodecType.LZ4, ANY_LEVEL, 1.73),
            new Row(ClientProfile.SARAMA, CodecType.ZSTD, ANY_LEVEL, 1.72),
            new Row(ClientProfile.SARAMA, CodecType.ZSTD, 6, 0.96),
            new Row(ClientProfile.SARAMA, CodecType.ZSTD, 9, 0.58));

    private ClientCodecCpu() {}

    /** CPU time of compression over that with Java's; 1 for Java and for codecs that were not measured. */
    public static double factor(ClientProfile client, Codec codec) {
        return ROWS.stream()
                .filter(row -> row.client == client && row.codec == codec.type() && row.minLevel <= codec.level())
                .reduce((lower, higher) -> higher)
                .map(Row::factor)
                .orElse(1.0);
    }
}
