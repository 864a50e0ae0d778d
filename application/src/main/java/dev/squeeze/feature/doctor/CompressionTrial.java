package dev.squeeze.feature.doctor;

import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;

/**
 * What other codecs and other batches would make of a topic's recent batches, measured on stretches of them drawn at
 * random. Fractions are bytes after over bytes before, as far as the topic's recent batches go.
 *
 * @param batches that were rebuilt
 * @param uncompressedBytes of them
 * @param packer with which neighbours were merged: the topic's own codec, zstd where it has none
 * @param asCodec fraction of the uncompressed bytes with each codec, at the depth that was seen
 * @param rawPacked the topic after its raw batches became zstd; absent where there are none
 * @param gzipAsZstd the topic after its gzip batches became zstd; absent where there are none
 * @param merged so many neighbours in one batch, before: as they are; with the packer on both sides
 * @param mergedRatio uncompressed over stored bytes of eight neighbours in one, by codec
 * @param lingered what waiting would gather
 * @param unwrapped the topic with values that are compressed by themselves unpacked, by codec; none where there are no such values
 * @param withoutSchema the topic without schemas in its values
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
    /** As many neighbours are merged. */
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
     * The topic without compression in its values.
     *
     * @param speed for each byte of today's batches, although there are more bytes then
     */
    record Unwrapped(ConfidenceInterval fraction, CodecSpeed speed) {}

    /**
     * What waiting would gather, by the stored timestamps.
     *
     * @param times as many batches in one, on average
     * @param fraction of the bytes, packed on both sides
     */
    record Lingered(double times, ConfidenceInterval fraction) {}

    CodecSpeed speed(Codec codec) {
        return speeds.getOrDefault(codec, CodecSpeed.FREE);
    }

    /** The best ratio of any codec, also with eight neighbours in one batch; empty where too little was rebuilt to know any. */
    OptionalDouble bestRatio() {
        return DoubleStream.concat(
                        asCodec.values().stream().mapToDouble(fraction -> 1 / fraction.estimate()),
                        mergedRatio.values().stream().mapToDouble(Double::doubleValue))
                .max();
    }
}
