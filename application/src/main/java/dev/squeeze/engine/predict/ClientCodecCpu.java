package dev.squeeze.engine.predict;

import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecType;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What compressing takes with the codecs of other client libraries, over what it takes with Java's of the same name and level.
 * Measured by {@code squeeze measure --client} with the versions in {@code clients/go.mod}. Single figures: means of batches of 16
 * and 256 KiB of an access log, on two machines (docs/clients.md); one may be off by a fifth. Those by size: batches of an access
 * log and of commits in JSON, geometric means of both sets' medians over two to five runs on a busy machine, from 16 KiB on averaged
 * with the former; one may be off by a half, as sets differ by more than runs. They are larger for small batches: librdkafka makes a
 * context of zstd for each, of the size that input of unknown length needs, and Go's libraries make tables.
 */
public final class ClientCodecCpu {
    /** At this level of zstd and above, the context that librdkafka makes for a batch takes tens of milliseconds. */
    private static final int SLOW_ZSTD_LEVEL = 10;

    private static final List<ClientCodecRow<Factors>> ROWS = List.of(
            row(ClientProfile.LIBRDKAFKA, CodecType.GZIP, ClientCodecRow.ANY_LEVEL, 2.35),
            row(ClientProfile.LIBRDKAFKA, CodecType.SNAPPY, ClientCodecRow.ANY_LEVEL, 1.16),
            row(ClientProfile.LIBRDKAFKA, CodecType.LZ4, ClientCodecRow.ANY_LEVEL, 1.11),
            bySize(ClientProfile.LIBRDKAFKA, CodecType.ZSTD, ClientCodecRow.ANY_LEVEL, 2.2, 1.9, 1.56, 1.22),
            bySize(ClientProfile.LIBRDKAFKA, CodecType.ZSTD, 3, 3.3, 2.5, 1.7, 1.3),
            bySize(ClientProfile.LIBRDKAFKA, CodecType.ZSTD, 6, 3.2, 2.2, 1.4, 1.1),
            bySize(ClientProfile.LIBRDKAFKA, CodecType.ZSTD, 9, 7.5, 3.5, 1.5, 1.2),
            // The access log alone, in two runs that differ by half.
            bySize(ClientProfile.LIBRDKAFKA, CodecType.ZSTD, SLOW_ZSTD_LEVEL, 970.0, 170.0, 41.0, 2.5),
            row(ClientProfile.FRANZ_GO, CodecType.GZIP, ClientCodecRow.ANY_LEVEL, 0.47),
            row(ClientProfile.FRANZ_GO, CodecType.SNAPPY, ClientCodecRow.ANY_LEVEL, 1.02),
            small(ClientProfile.FRANZ_GO, CodecType.LZ4, 2.3, 2.0, 1.9, 1.81),
            row(ClientProfile.FRANZ_GO, CodecType.ZSTD, ClientCodecRow.ANY_LEVEL, 1.68),
            // The third of the four levels that Go's zstd has stands for 6 to 9.
            row(ClientProfile.FRANZ_GO, CodecType.ZSTD, 6, 0.95),
            row(ClientProfile.FRANZ_GO, CodecType.ZSTD, 9, 0.58),
            row(ClientProfile.SARAMA, CodecType.GZIP, ClientCodecRow.ANY_LEVEL, 0.49),
            small(ClientProfile.SARAMA, CodecType.SNAPPY, 2.5, 2.5, 1.9, 1.24),
            small(ClientProfile.SARAMA, CodecType.LZ4, 3.4, 2.5, 2.0, 1.73),
            row(ClientProfile.SARAMA, CodecType.ZSTD, ClientCodecRow.ANY_LEVEL, 1.72),
            row(ClientProfile.SARAMA, CodecType.ZSTD, 6, 0.96),
            row(ClientProfile.SARAMA, CodecType.ZSTD, 9, 0.58));

    /**
     * Factors by the size of batches.
     *
     * @param recordBytes uncompressed bytes of records, ascending
     * @param factors one for each
     */
    private record Factors(List<Double> recordBytes, List<Double> factors) {
        /** Between sizes the logarithms are interpolated; below and above them the nearest is taken. */
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
     * CPU time of compression over that with Java's; 1 for Java and for codecs that were not measured.
     *
     * @param recordBytes of a batch, uncompressed
     */
    public static double factor(ClientProfile client, Codec codec, double recordBytes) {
        return ClientCodecRow.of(ROWS, client, codec)
                .map(factors -> factors.at(recordBytes))
                .orElse(1.0);
    }

    /** Why nobody should send with a codec that a client has, as a clause; empty where nothing is against it. */
    public static Optional<String> outOfProportion(ClientProfile client, Codec codec) {
        boolean slow = client == ClientProfile.LIBRDKAFKA
                && codec.type() == CodecType.ZSTD
                && codec.level() >= SLOW_ZSTD_LEVEL;
        return slow
                ? Optional.of("from level " + SLOW_ZSTD_LEVEL + " up, " + client.title()
                        + " takes tens of milliseconds of CPU time for each batch, however small")
                : Optional.empty();
    }

    private static ClientCodecRow<Factors> row(ClientProfile client, CodecType codec, int minLevel, double factor) {
        return new ClientCodecRow<>(client, codec, minLevel, new Factors(List.of(1.0), List.of(factor)));
    }

    /** For batches of 1, 4, 16 and 256 KiB. */
    private static ClientCodecRow<Factors> bySize(
            ClientProfile client, CodecType codec, int minLevel, Double... factors) {
        return new ClientCodecRow<>(
                client,
                codec,
                minLevel,
                new Factors(List.of(1_024.0, 4_096.0, 16_384.0, 262_144.0), Arrays.asList(factors)));
    }

    /** For batches of 256 bytes, 1 and 4 KiB, and for those of 16 KiB and more. */
    private static ClientCodecRow<Factors> small(ClientProfile client, CodecType codec, Double... factors) {
        return new ClientCodecRow<>(
                client,
                codec,
                ClientCodecRow.ANY_LEVEL,
                new Factors(List.of(256.0, 1_024.0, 4_096.0, 16_384.0), Arrays.asList(factors)));
    }
}
