package dev.squeeze.engine.predict;

import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecType;
import java.util.List;
import java.util.Optional;

/**
 * CPU time of compression with the codecs of other client libraries, relative to Java's codec of the same name and
 * level. Measured by {@code squeeze measure --client} with the versions in {@code clients/go.mod}. Factors by batch
 * size are geometric means over three data sets, measured twice each on an otherwise idle machine; data sets differ by
 * a third, and by half or more in batches of 1 and 4 KiB (see the table in docs/clients.md). Single factors are means
 * over batches of 16 and 256 KiB of an access log, on two machines; each may be off by a fifth. Small batches cost
 * more: librdkafka creates a zstd context for each batch, of the size needed for input of unknown length, and Go's
 * libraries build tables.
 */
public final class ClientCodecCpu {
    /** From this zstd level up, creating the context for a batch takes librdkafka tens of milliseconds. */
    private static final int SLOW_ZSTD_LEVEL = 10;

    private static final List<Double> FROM_256_BYTES = List.of(256.0, 1_024.0, 4_096.0, 16_384.0, 262_144.0);

    private static final List<Double> FROM_1_KIB = FROM_256_BYTES.subList(1, 5);

    private static final List<ClientCodecRow<Factors>> ROWS = List.of(
            row(ClientProfile.LIBRDKAFKA, CodecType.GZIP, ClientCodecRow.ANY_LEVEL, 2.35),
            row(ClientProfile.LIBRDKAFKA, CodecType.SNAPPY, ClientCodecRow.ANY_LEVEL, 1.16),
            row(ClientProfile.LIBRDKAFKA, CodecType.LZ4, ClientCodecRow.ANY_LEVEL, 1.11),
            zstdOfLibrdkafka(ClientCodecRow.ANY_LEVEL, 2.4, 1.7, 1.4, 1.2),
            zstdOfLibrdkafka(3, 3.4, 2.2, 1.5, 1.1),
            zstdOfLibrdkafka(6, 3.5, 2.1, 1.2, 1.0),
            zstdOfLibrdkafka(9, 6.5, 2.7, 0.94, 0.94),
            zstdOfLibrdkafka(SLOW_ZSTD_LEVEL, 630.0, 170.0, 26.0, 2.4),
            ofGo(ClientProfile.FRANZ_GO, CodecType.GZIP, 0.76, 0.70, 0.61, 0.53, 0.35),
            ofGo(ClientProfile.FRANZ_GO, CodecType.SNAPPY, 1.1, 1.2, 1.2, 1.0, 1.1),
            ofGo(ClientProfile.FRANZ_GO, CodecType.LZ4, 2.1, 2.1, 1.9, 1.9, 2.1),
            row(ClientProfile.FRANZ_GO, CodecType.ZSTD, ClientCodecRow.ANY_LEVEL, 1.68),
            // Go's zstd has four levels; the third covers levels 6 to 9.
            row(ClientProfile.FRANZ_GO, CodecType.ZSTD, 6, 0.95),
            row(ClientProfile.FRANZ_GO, CodecType.ZSTD, 9, 0.58),
            ofGo(ClientProfile.SARAMA, CodecType.GZIP, 0.82, 0.76, 0.69, 0.58, 0.36),
            ofGo(ClientProfile.SARAMA, CodecType.SNAPPY, 1.9, 1.7, 1.5, 1.2, 1.3),
            ofGo(ClientProfile.SARAMA, CodecType.LZ4, 2.7, 2.5, 1.9, 2.0, 1.8),
            row(ClientProfile.SARAMA, CodecType.ZSTD, ClientCodecRow.ANY_LEVEL, 1.72),
            row(ClientProfile.SARAMA, CodecType.ZSTD, 6, 0.96),
            row(ClientProfile.SARAMA, CodecType.ZSTD, 9, 0.58));

    /**
     * Factors by batch size.
     *
     * @param recordBytes uncompressed record bytes of a batch, ascending
     * @param factors one for each size
     */
    private record Factors(List<Double> recordBytes, List<Double> factors) {
        /**
         * Interpolates the logarithms between sizes; below the smallest and above the largest, the nearest factor
         * applies.
         */
        double at(double bytes) {
            for (int i = 0; i < recordBytes.size(); i++) {
                if (bytes <= recordBytes.get(i)) {
                    return i == 0 ? factors.get(0) : between(i - 1, bytes);
                }
            }
            return factors.get(factors.size() - 1);
        }

        private double between(int below, double bytes) {
            double share = Math.log(bytes / recordBytes.get(below))
                    / Math.log(recordBytes.get(below + 1) / recordBytes.get(below));
            return factors.get(below) * Math.pow(factors.get(below + 1) / factors.get(below), share);
        }
    }

    private ClientCodecCpu() {}

    /**
     * CPU time of compression relative to Java's codec; 1 for Java and for codecs that were not measured.
     *
     * @param recordBytes uncompressed record bytes of a batch
     */
    public static double factor(ClientProfile client, Codec codec, double recordBytes) {
        return ClientCodecRow.of(ROWS, client, codec)
                .map(factors -> factors.at(recordBytes))
                .orElse(1.0);
    }

    /** Why a codec should not be used with a client that supports it, as a clause; empty if there is no objection. */
    public static Optional<String> outOfProportion(ClientProfile client, Codec codec) {
        boolean slow = client == ClientProfile.LIBRDKAFKA
                && codec.type() == CodecType.ZSTD
                && codec.level() >= SLOW_ZSTD_LEVEL;
        return slow
                ? Optional.of("from level " + SLOW_ZSTD_LEVEL + " up, " + client.title()
                        + " needs tens of milliseconds of CPU time for each batch, however small")
                : Optional.empty();
    }

    private static ClientCodecRow<Factors> row(ClientProfile client, CodecType codec, int minLevel, double factor) {
        return new ClientCodecRow<>(client, codec, minLevel, new Factors(List.of(1.0), List.of(factor)));
    }

    private static ClientCodecRow<Factors> zstdOfLibrdkafka(int minLevel, Double... factors) {
        return new ClientCodecRow<>(
                ClientProfile.LIBRDKAFKA, CodecType.ZSTD, minLevel, new Factors(FROM_1_KIB, List.of(factors)));
    }

    private static ClientCodecRow<Factors> ofGo(ClientProfile client, CodecType codec, Double... factors) {
        return new ClientCodecRow<>(
                client, codec, ClientCodecRow.ANY_LEVEL, new Factors(FROM_256_BYTES, List.of(factors)));
    }
}
