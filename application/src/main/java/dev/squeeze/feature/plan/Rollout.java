package dev.squeeze.feature.plan;

import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.feature.plan.PlannedChange.Progress;
import dev.squeeze.feature.plan.PlannedChange.State;
import dev.squeeze.feature.survey.TopicAppraisal;
import dev.squeeze.kit.format.CodecType;
import java.util.Optional;

/** How far a change has come, by what a later survey read of the topic. A log holds older batches until its retention is over. */
final class Rollout {
    /** A rest of older batches, or of a producer that nobody knew of. */
    private static final double ALL_BUT_A_REST = 0.95;

    /** Predicted records in a batch are off by so much, and older batches are among them. */
    private static final double NEARLY_AS_DEEP = 0.8;

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
            return new Progress(State.UNKNOWN, Optional.empty(), Optional.empty());
        }
        double wasOfCodec = share(before, to.codec().type());
        double ofCodec = share(now.get(), to.codec().type());
        double depth = now.get().recordsPerBatch();
        double enough = NEARLY_AS_DEEP * plannedRecordsPerBatch;
        if (wasOfCodec >= ALL_BUT_A_REST && before.recordsPerBatch() >= enough) {
            return new Progress(State.UNKNOWN, Optional.of(ofCodec), Optional.of(depth));
        }
        boolean deep = before.recordsPerBatch() >= enough || depth >= enough;
        State state;
        if (ofCodec >= ALL_BUT_A_REST && deep) {
            state = State.DONE;
        } else if (ofCodec >= wasOfCodec + NOTABLE_RISE) {
            state = State.UNDER_WAY;
        } else if (othersThanBefore(before, now.get(), to.codec().type())) {
            state = State.OTHERWISE;
        } else {
            state = depth > (before.recordsPerBatch() + enough) / 2 && !deep ? State.UNDER_WAY : State.LEFT;
        }
        return new Progress(state, Optional.of(ofCodec), Optional.of(depth));
    }

    private static boolean othersThanBefore(TopicAppraisal.Seen before, TopicAppraisal.Seen now, CodecType planned) {
        double others = now.codecs().stream()
                .filter(stored -> !stored.codec().equals(planned.label()))
                .mapToDouble(stored -> Math.max(0, stored.share() - share(before, stored.codec())))
                .sum();
        return others > 1 - ALL_BUT_A_REST;
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
