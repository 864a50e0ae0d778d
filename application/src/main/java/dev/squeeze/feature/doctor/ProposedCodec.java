package dev.squeeze.feature.doctor;

import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.format.TopicCompression;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The codec that all findings on a topic propose for its producers, so that fixes do not contradict each other. Today's
 * codec stays unless a measured one is better; levels are left to {@code squeeze advise}.
 */
final class ProposedCodec {
    /** Minimum share of the recent bytes with a codec for the topic to count as having it. */
    private static final double MOSTLY = 0.8;

    private ProposedCodec() {}

    /** The value for {@code compression.type}. */
    static String of(TopicCase examined) {
        Optional<TopicExamination.Log> log = examined.topic().log();
        if (log.isPresent() && CodecFacts.nothingCompresses(examined, log.get())) {
            return CodecType.NONE.label();
        }
        if (examined.cluster().takesGzipAlone()) {
            return CodecType.GZIP.label();
        }
        return today(examined, log).orElse(CodecType.ZSTD).label();
    }

    /**
     * The codec of nearly all batches or, without batches, of the topic's setting. Empty if there is none, or if a
     * finding proposes another one.
     */
    private static Optional<CodecType> today(TopicCase examined, Optional<TopicExamination.Log> log) {
        if (log.isEmpty()) {
            return examined.topic()
                    .compression()
                    .flatMap(TopicCompression::codec)
                    .filter(type -> type != CodecType.NONE);
        }
        List<BatchFact> recent = log.get().facts().recent();
        CodecType most = log.get().trial().packer().type();
        return LogFacts.share(recent, fact -> fact.codecId() == most.id()) >= MOSTLY
                        && LogFacts.rawStoredShare(recent) < examined.limit(Threshold.RAW_PRODUCER_SHARE)
                        && !CodecFacts.compressedAlone(examined, log.get())
                        && CodecFacts.zstdInsteadOfGzip(examined, log.get()).isEmpty()
                ? Optional.of(most)
                : Optional.empty();
    }

    /**
     * The fix: producers first, then the topic if its setting would undo what they send. In this order, nothing is
     * stored uncompressed in the meantime.
     *
     * @param producers which producers, such as {@code every producer of the topic}
     */
    static List<String> fix(TopicCase examined, String producers) {
        List<String> lines = new ArrayList<>(List.of("compression.type=" + of(examined) + "    # on " + producers));
        if (examined.topic()
                .compression()
                .filter(topic -> !topic.keepsWhatIsSent())
                .isPresent()) {
            lines.add("# then on the topic, so that brokers keep what producers send:");
            lines.addAll(examined.alter(TopicCompression.PRODUCER.configLine()));
        }
        return lines;
    }
}
