package dev.squeeze.feature.doctor;

import dev.squeeze.feature.doctor.TopicExamination.Log;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.Optional;

/** Conditions that are used both by checks of a topic and by the choice of the codec that they propose. */
final class CodecFacts {
    /** Up to this ratio of sizes, zstd counts as no larger than gzip, given the sampling error. */
    private static final double AS_SMALL = 1.02;

    private CodecFacts() {}

    /** No codec makes the records smaller. False if the reason is that values are compressed individually. */
    static boolean nothingCompresses(TopicCase examined, Log log) {
        return log.trial().bestRatio().orElse(Double.MAX_VALUE) < examined.limit(Threshold.INCOMPRESSIBLE_RATIO)
                && examined.hasEnough(log.facts().recent())
                && !compressedAlone(examined, log);
    }

    /**
     * The fraction of the topic's bytes that is left if its gzip batches become zstd. Empty if gzip should stay: unless
     * zstd is as small, within the sampling error, and takes less CPU time.
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

    /** Whether most values are compressed individually. */
    static boolean compressedAlone(TopicCase examined, Log log) {
        return log.facts().marks().packedShare() >= examined.limit(Threshold.COMPRESSED_VALUE_SHARE);
    }
}
