package dev.squeeze.feature.advise;

import dev.squeeze.engine.measure.ClientGrid;
import dev.squeeze.engine.predict.ClientProfile;
import dev.squeeze.engine.predict.CompressionCurve;
import dev.squeeze.engine.predict.Prices;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.engine.predict.SentRecords;
import dev.squeeze.engine.predict.Workload;
import dev.squeeze.engine.workload.TopicWorkload;
import dev.squeeze.engine.workload.WorkloadPart;
import dev.squeeze.feature.calibrate.CpuCosts;
import dev.squeeze.kit.cli.RunStart;
import dev.squeeze.kit.format.CodecGrid;
import dev.squeeze.kit.source.Sample;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * The input of {@code squeeze advise} once its source has been read.
 *
 * @param today today's settings
 * @param learned the workload; its number of producers may be an assumption until today's codec is measured
 * @param cpuCosts of clients and brokers; determining them may take seconds
 * @param change where compression may change
 * @param next commands to run after a recommendation
 * @param verify how to verify it live; empty without {@code --verify}
 */
record AdviseQuestion(
        RunStart start,
        Records records,
        ProducerSettings today,
        TopicWorkload learned,
        Prices prices,
        CpuCosts cpuCosts,
        Aims aims,
        Measuring measuring,
        Change change,
        Function<Recommendation, List<String>> next,
        Optional<VerifyRequest> verify) {

    /**
     * The records that were read.
     *
     * @param notation of the source
     * @param storedIn topic that today's batches were read from, if it is not the source itself
     */
    record Records(String notation, Sample sample, Optional<String> storedIn, FromLog fromLog) {}

    /**
     * Objective and limits as given.
     *
     * @param keep share of the largest saving that is enough, as given
     * @param maxLatency as given; absent by default
     * @param maxProducerCores as given; absent by default
     */
    record Aims(
            Objective objective, OptionalDouble keep, Optional<Duration> maxLatency, OptionalDouble maxProducerCores) {}

    /**
     * What is measured.
     *
     * @param clientCodecs the other client's codecs to compare with Java's; empty if its driver is not available
     */
    record Measuring(CodecGrid codecs, Optional<ClientGrid> clientCodecs, Duration budget, long seed) {}

    /** The workload before its producers are known. */
    Workload traffic() {
        return learned.workload();
    }

    /**
     * The workload and its records, chosen to explain the batches of the log.
     *
     * @param curve of today's codec; absent as long as it is not measured
     */
    TopicWorkload.Traffic traffic(Optional<CompressionCurve> curve, SentRecords sent) {
        return records.sample
                .read()
                .stored()
                .map(stored -> learned.explaining(stored, sent, today, curve, measuring.seed))
                .orElseGet(() -> new TopicWorkload.Traffic(learned, sent));
    }

    /** Today's settings, objective and limits for a number of producers. */
    AdviceRequest request(int producers) {
        return new AdviceRequest(
                today,
                aims.objective,
                aims.objective.keep(aims.keep),
                limits(producers),
                learned.rate(),
                learned.isAssumed(WorkloadPart.RATE),
                learned.observedSeconds(),
                records.fromLog.withRetention(learned.keepsAllRecords()),
                change == Change.PRODUCER ? Optional.empty() : Optional.of(change));
    }

    /** Clients other than Java's compress in threads of their own, so only Java's get a default limit on cores. */
    private Limits limits(int producers) {
        OptionalDouble maxLatencyMillis = OptionalDouble.of(aims.maxLatency
                .map(given -> given.toNanos() / 1e6)
                .orElseGet(() -> Limits.maxLatencyMillis(
                        Limits.DEFAULT_MAX_LATENCY_MILLIS,
                        today,
                        traffic().producing().defaults())));
        return aims.maxProducerCores.isEmpty() && traffic().client() == ClientProfile.JAVA
                ? Limits.ofThreadsThatSend(maxLatencyMillis, producers, learned)
                : new Limits(maxLatencyMillis, aims.maxProducerCores);
    }
}
