package dev.squeeze.feature.advise;

import dev.squeeze.engine.measure.ClientQuotient;
import dev.squeeze.engine.measure.CodecMeasurement;
import dev.squeeze.engine.measure.SweepResult;
import dev.squeeze.engine.predict.SentRecords;
import dev.squeeze.engine.workload.TopicWorkload;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.List;
import java.util.Optional;

/**
 * The workload that explains the batches of a log. Finding it takes several simulations, in which batches compress as measured and no
 * time counts: it is found again only where other ratios are known, and not each time that speeds are known better.
 */
final class ExplainedTraffic {
    private final AdviseQuestion question;
    private final SentRecords sent;
    private final CodecType todays;
    private Optional<Known> last = Optional.empty();

    ExplainedTraffic(AdviseQuestion question, SentRecords sent, CodecType todays) {
        this.question = question;
        this.sent = sent;
        this.todays = todays;
    }

    private record Known(Ratios ratios, TopicWorkload.Traffic traffic) {}

    /** All that a simulation without a machine takes of a sweep. */
    private record Ratios(List<Ratio> measured, List<ClientQuotient> quotients) {}

    private record Ratio(
            String codec,
            double recordBytesPerBatch,
            Optional<ConfidenceInterval> interval,
            List<Double> batchFractions) {
        static Ratio of(CodecMeasurement measured) {
            return new Ratio(
                    measured.codec().toString(),
                    measured.recordBytesPerBatch(),
                    measured.ratio(),
                    measured.batchFractions());
        }
    }

    TopicWorkload.Traffic of(SweepResult sweep) {
        Ratios ratios = new Ratios(
                sweep.measurements().stream()
                        .filter(point -> point.codec().type() == todays)
                        .filter(point ->
                                point.ratio().isPresent() && point.kafka().isPresent())
                        .map(Ratio::of)
                        .toList(),
                sweep.quotients());
        Known known = last.filter(before -> before.ratios().equals(ratios))
                .orElseGet(() -> new Known(ratios, question.traffic(sweep, sent)));
        last = Optional.of(known);
        return known.traffic();
    }
}
