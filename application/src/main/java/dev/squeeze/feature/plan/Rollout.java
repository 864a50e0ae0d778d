package dev.squeeze.feature.plan;

import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.feature.plan.PlannedChange.Progress;
import dev.squeeze.feature.plan.PlannedChange.State;
import dev.squeeze.feature.survey.TopicAppraisal;
import dev.squeeze.kit.format.CodecType;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** How far a change has come, by what a later survey read of the topic. A log holds older batches until its retention is over. */
final class Rollout {
    /** A rest of older batches, or of a producer that nobody knew of. */
    private static final double ALL_BUT_A_REST = 0.95;

    /** Predicted records in a batch are off by so much, and older batches are among them. */
    private static final double NEARLY_AS_DEEP = 0.8;

    /**
     * Of the records, in batches of the planned depth. Batches grow with the rate too, so less may be another time of the day; and
     * what goes on in a log of a week is seen after two days, not after four.
     */
    private static final double NOTABLE_SHARE_OF_DEEPER = 0.25;

    /** Less may be another part of the same log. */
    private static final double NOTABLE_RISE = 0.05;

    private Rollout() {}

    /**
     * @param to planned settings
     * @param plannedRecordsPerBatch that these settings achieve
     * @param before what the plan's survey read
     * @param now what the later survey read; empty where it has not read the topic
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

    /** Of the records, those in batches of the planned depth where the others are as before: batches for a record add up. */
    private static double shareOfDeeper(double before, double now, double planned) {
        return planned <= before ? 0 : (1 / before - 1 / now) / (1 / before - 1 / planned);
    }

    /** The codec that rose most of those that are not planned, where they rose by more than a rest. */
    private static Optional<String> otherCodec(TopicAppraisal.Seen before, TopicAppraisal.Seen now, CodecType planned) {
        List<TopicAppraisal.Share> risen = now.codecs().stream()
                .filter(stored -> !stored.codec().equals(planned.label()))
                // Shares of a mixture move from one sample to the next: what was there before is an old codec.
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
