package dev.squeeze.feature.plan;

import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.feature.plan.PlannedChange.Progress;
import dev.squeeze.feature.plan.PlannedChange.State;
import dev.squeeze.feature.survey.TopicAppraisal;
import dev.squeeze.kit.format.CodecType;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Determines the progress of a change from a later survey of the topic. A log keeps older batches until retention
 * deletes them.
 */
final class Rollout {
    /** The remainder may be older batches, or a forgotten producer. */
    private static final double ALL_BUT_A_REST = 0.95;

    /** Predicted records per batch may be off by this factor, and the log also contains older batches. */
    private static final double NEARLY_AS_DEEP = 0.8;

    /**
     * Share of the records in batches of the planned depth. Batches also grow with the rate, so a smaller share may
     * only reflect the time of day. With this threshold, a change shows in a log of one week after two days, not four.
     */
    private static final double NOTABLE_SHARE_OF_DEEPER = 0.25;

    /** A smaller rise may be due to another sample of the same log. */
    private static final double NOTABLE_RISE = 0.05;

    private Rollout() {}

    /**
     * @param to planned settings
     * @param plannedRecordsPerBatch predicted for these settings
     * @param before what the plan's survey read
     * @param now what the later survey read; empty if it did not read the topic
     */
    static Progress of(
            ProducerSettings to,
            double plannedRecordsPerBatch,
            TopicAppraisal.Seen before,
            Optional<TopicAppraisal.Seen> now) {
        if (now.isEmpty()) {
            return new Progress(State.UNKNOWN, Optional.empty(), Optional.empty(), Optional.empty());
        }
        Optional<String> other = otherCodec(before, now.get(), to.codec().type());
        return new Progress(
                state(to.codec().type(), plannedRecordsPerBatch, before, now.get(), other.isPresent()),
                Optional.of(share(now.get(), to.codec().type())),
                Optional.of(now.get().recordsPerBatch()),
                other);
    }

    private static State state(
            CodecType planned,
            double plannedRecordsPerBatch,
            TopicAppraisal.Seen before,
            TopicAppraisal.Seen now,
            boolean otherCodec) {
        double wasOfCodec = share(before, planned);
        double ofCodec = share(now, planned);
        double enough = NEARLY_AS_DEEP * plannedRecordsPerBatch;
        boolean wasDeep = before.recordsPerBatch() >= enough;
        if (ofCodec >= ALL_BUT_A_REST && (wasDeep || now.recordsPerBatch() >= enough)) {
            return wasDeep && wasOfCodec >= ALL_BUT_A_REST ? State.UNKNOWN : State.DONE;
        }
        if (ofCodec >= wasOfCodec + NOTABLE_RISE) {
            return State.UNDER_WAY;
        }
        if (otherCodec) {
            return State.OTHER_CODEC;
        }
        if (wasDeep) {
            return wasOfCodec >= ALL_BUT_A_REST ? State.UNKNOWN : State.NOT_STARTED;
        }
        return shareOfDeeper(before.recordsPerBatch(), now.recordsPerBatch(), plannedRecordsPerBatch)
                        >= NOTABLE_SHARE_OF_DEEPER
                ? State.UNDER_WAY
                : State.NOT_STARTED;
    }

    /**
     * Share of the records in batches of the planned depth, if all others are in batches as before: batches per record
     * are additive.
     */
    private static double shareOfDeeper(double before, double now, double planned) {
        return planned <= before ? 0 : (1 / before - 1 / now) / (1 / before - 1 / planned);
    }

    /**
     * The codec other than the planned one whose share rose most; empty unless such codecs together rose noticeably.
     */
    private static Optional<String> otherCodec(TopicAppraisal.Seen before, TopicAppraisal.Seen now, CodecType planned) {
        List<TopicAppraisal.Share> risen = now.codecs().stream()
                .filter(stored -> !stored.codec().equals(planned.label()))
                // Shares in a mixture vary between samples, so a codec that was present before counts as old.
                .filter(stored -> share(before, stored.codec()) <= 1 - ALL_BUT_A_REST)
                .map(stored -> new TopicAppraisal.Share(stored.codec(), stored.share() - share(before, stored.codec())))
                .filter(rise -> rise.share() > 0)
                .toList();
        return risen.stream().mapToDouble(TopicAppraisal.Share::share).sum() > 1 - ALL_BUT_A_REST
                ? risen.stream()
                        .max(Comparator.comparingDouble(TopicAppraisal.Share::share))
                        .map(TopicAppraisal.Share::codec)
                : Optional.empty();
    }

    private static double share(TopicAppraisal.Seen seen, CodecType type) {
        return share(seen, type.label());
    }

    private static double share(TopicAppraisal.Seen seen, String codec) {
        return seen.codecs().stream()
                .filter(stored -> stored.codec().equals(codec))
                .mapToDouble(TopicAppraisal.Share::share)
                .sum();
    }
}
