package dev.squeeze.feature.doctor;

import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;

/**
 * The effect of other codecs and other batches on a topic's recent batches, measured on randomly drawn stretches of
 * them. Fractions are bytes after / bytes before, over the recent batches.
 *
 * @param batches number of batches that were rebuilt
 * @param uncompressedBytes of these batches
 * @param packer codec that neighbours were merged with: the topic's own, or zstd if it has none
 * @param asCodec fraction of the uncompressed bytes with each codec, with batches as they are
 * @param rawPacked fraction with uncompressed batches as zstd; absent if there are none
 * @param gzipAsZstd fraction with gzip batches as zstd; absent if there are none
 * @param merged fraction with this many neighbours in one batch, with the packer before and after
 * @param mergedRatio uncompressed / stored bytes of eight neighbours in one batch, by codec
 * @param lingered the effect of a longer linger.ms
 * @param unwrapped the effect of decompressing individually compressed values, by codec; empty if there are no such
 *     values
 * @param withoutSchema fraction without schemas in values
 * @param speeds by codec
 */
record CompressionTrial(
        int batches,
        long uncompressedBytes,
        Codec packer,
        Map<Codec, ConfidenceInterval> asCodec,
        Optional<ConfidenceInterval> rawPacked,
        Optional<ConfidenceInterval> gzipAsZstd,
        Map<Integer, ConfidenceInterval> merged,
        Map<Codec, Double> mergedRatio,
        Optional<Lingered> lingered,
        Map<Codec, Unwrapped> unwrapped,
        Optional<ConfidenceInterval> withoutSchema,
        Map<Codec, CodecSpeed> speeds) {
    /** Numbers of neighbours that are merged. */
    static final int[] MERGED = {2, 4, 8};

    static final int MAX_MERGED = 8;

    CompressionTrial {
        asCodec = Map.copyOf(asCodec);
        merged = Map.copyOf(merged);
        mergedRatio = Map.copyOf(mergedRatio);
        unwrapped = Map.copyOf(unwrapped);
        speeds = Map.copyOf(speeds);
    }

    /**
     * The topic without compression of individual values.
     *
     * @param speed per byte of today's batches, although there are more bytes without compressed values
     */
    record Unwrapped(ConfidenceInterval fraction, CodecSpeed speed) {}

    /**
     * The effect of a longer linger.ms, by the stored timestamps.
     *
     * @param times batches merged into one, on average
     * @param fraction fraction of the bytes, compressed before and after
     */
    record Lingered(double times, ConfidenceInterval fraction) {}

    CodecSpeed speed(Codec codec) {
        return speeds.getOrDefault(codec, CodecSpeed.FREE);
    }

    /** The best ratio of any codec, including with eight neighbours in one batch; empty if too little was rebuilt. */
    OptionalDouble bestRatio() {
        return DoubleStream.concat(
                        asCodec.values().stream().mapToDouble(fraction -> 1 / fraction.estimate()),
                        mergedRatio.values().stream().mapToDouble(Double::doubleValue))
                .max();
    }
}
