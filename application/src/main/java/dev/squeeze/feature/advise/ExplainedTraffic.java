package dev.squeeze.feature.advise;

import dev.squeeze.engine.predict.CompressionCurve;
import dev.squeeze.engine.predict.SentRecords;
import dev.squeeze.engine.workload.TopicWorkload;
import java.util.Optional;

/**
 * Determines the workload that explains the batches of a log. This takes several simulations, which depend on the
 * measured ratios but not on CPU times, so it is repeated only when the ratios change, not when speeds become more
 * precise.
 */
final class ExplainedTraffic {
    private final AdviseQuestion question;
    private final SentRecords sent;
    private Optional<Known> last = Optional.empty();

    ExplainedTraffic(AdviseQuestion question) {
        this.question = question;
        this.sent =
                SentRecords.of(question.records().sample(), question.traffic().partitions());
    }

    private record Known(CompressionCurve curve, TopicWorkload.Traffic traffic) {}

    /** @param todays curve of today's codec; absent as long as it is not measured */
    TopicWorkload.Traffic of(Optional<CompressionCurve> todays) {
        if (todays.isEmpty()) {
            return question.traffic(todays, sent);
        }
        CompressionCurve curve = todays.get();
        Known known = last.filter(before -> before.curve().hasRatiosOf(curve))
                .orElseGet(() -> new Known(curve, question.traffic(todays, sent)));
        last = Optional.of(known);
        return known.traffic();
    }
}
