package dev.squeeze.feature.doctor;

import dev.squeeze.feature.doctor.TopicExamination.Log;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.Optional;

/** What checks of a topic and the codec that they propose both go by. */
final class CodecFacts {
    /** zstd that is no larger than gzip, but for what a sample leaves open. */
    private static final double AS_SMALL = 1.02;

    private CodecFacts() {}

    /** No codec makes the records smaller; values that are compressed one by one are another matter. */
    static boolean nothingCompresses(TopicCase examined, Log log) {
        return log.trial().bestRatio().orElse(Double.MAX_VALUE) < examined.limit(Threshold.INCOMPRESSIBLE_RATIO)
                && examined.hasEnough(log.facts().recent())
                && !compressedAlone(examined, log);
    }

    /**
     * What zstd would leave of the topic, where its gzip batches became zstd: as small, but for what a sample leaves open, in
     * less CPU time. Empty where gzip should stay.
     */
    static Optional<ConfidenceInterval> zstdInsteadOfGzip(TopicCase examined, Log log) {
        boolean gzip = LogFacts.share(log.facts().recent(), fact -> fact.codecId() == CodecType.GZIP.id())
                >= examined.limit(Threshold.GZIP_SHARE);
        boolean faster = log.trial().speed(TrialRun.ZSTD).compressNanosPerByte()
                < log.trial().speed(TrialRun.GZIP).compressNanosPerByte();
        return gzip && faster && !examined.cluster().takesGzipAlone()
                ? log.trial().gzipAsZstd().filter(left -> left.estimate() <= AS_SMALL)
                : Optional.empty();
    }

    /** Whether most values are compressed one by one. */
    static boolean compressedAlone(TopicCase examined, Log log) {
        return log.facts().marks().packedShare() >= examined.limit(Threshold.COMPRESSED_VALUE_SHARE);
    }
}
