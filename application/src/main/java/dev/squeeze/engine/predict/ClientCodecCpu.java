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
    private static final List<ClientCodecRow<Double>> ROWS = List.of(
            new ClientCodecRow<>(ClientProfile.LIBRDKAFKA, CodecType.GZIP, ClientCodecRow.ANY_LEVEL, 2.35),
            new ClientCodecRow<>(ClientProfile.LIBRDKAFKA, CodecType.SNAPPY, ClientCodecRow.ANY_LEVEL, 1.16),
            new ClientCodecRow<>(ClientProfile.LIBRDKAFKA, CodecType.LZ4, ClientCodecRow.ANY_LEVEL, 1.11),
            new ClientCodecRow<>(ClientProfile.LIBRDKAFKA, CodecType.ZSTD, ClientCodecRow.ANY_LEVEL, 1.38),
            new ClientCodecRow<>(ClientProfile.LIBRDKAFKA, CodecType.ZSTD, 6, 1.36),
            new ClientCodecRow<>(ClientProfile.LIBRDKAFKA, CodecType.ZSTD, 9, 1.60),
            new ClientCodecRow<>(ClientProfile.FRANZ_GO, CodecType.GZIP, ClientCodecRow.ANY_LEVEL, 0.47),
            new ClientCodecRow<>(ClientProfile.FRANZ_GO, CodecType.SNAPPY, ClientCodecRow.ANY_LEVEL, 1.02),
            new ClientCodecRow<>(ClientProfile.FRANZ_GO, CodecType.LZ4, ClientCodecRow.ANY_LEVEL, 1.81),
            new ClientCodecRow<>(ClientProfile.FRANZ_GO, CodecType.ZSTD, ClientCodecRow.ANY_LEVEL, 1.68),
            // The third of the four levels that Go's zstd has stands for 6 to 9.
            new ClientCodecRow<>(ClientProfile.FRANZ_GO, CodecType.ZSTD, 6, 0.95),
            new ClientCodecRow<>(ClientProfile.FRANZ_GO, CodecType.ZSTD, 9, 0.58),
            new ClientCodecRow<>(ClientProfile.SARAMA, CodecType.GZIP, ClientCodecRow.ANY_LEVEL, 0.49),
            new ClientCodecRow<>(ClientProfile.SARAMA, CodecType.SNAPPY, ClientCodecRow.ANY_LEVEL, 1.24),
            new ClientCodecRow<>(ClientProfile.SARAMA, CodecType.LZ4, ClientCodecRow.ANY_LEVEL, 1.73),
            new ClientCodecRow<>(ClientProfile.SARAMA, CodecType.ZSTD, ClientCodecRow.ANY_LEVEL, 1.72),
            new ClientCodecRow<>(ClientProfile.SARAMA, CodecType.ZSTD, 6, 0.96),
            new ClientCodecRow<>(ClientProfile.SARAMA, CodecType.ZSTD, 9, 0.58));

    private ClientCodecCpu() {}

    /** CPU time of compression over that with Java's; 1 for Java and for codecs that were not measured. */
    public static double factor(ClientProfile client, Codec codec) {
        return ClientCodecRow.of(ROWS, client, codec).orElse(1.0);
    }
}
