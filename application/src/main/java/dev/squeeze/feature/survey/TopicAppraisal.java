package dev.squeeze.feature.survey;

import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.engine.predict.ResourceEstimate;
import dev.squeeze.engine.workload.TopicWorkload;
import dev.squeeze.feature.advise.Savings;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What a topic stores and uses, and what the best setting would save.
 *
 * @param topic its name
 * @param partitions of the topic
 * @param replicationFactor copies of each partition
 * @param outcome what to do
 * @param reason why it is left as it is, or why there is no appraisal; absent where a change is proposed
 * @param storedBytes of one replica of each partition, exact where the cluster reported it or all was read
 * @param seen what was read; absent where nothing could be
 * @param proposal absent where there is no appraisal
 * @param notes what else to know of the topic
 * @param compressionType of the topic, such as {@code producer}; absent where the cluster did not show it, and in documents of
 *     earlier versions
 * @param ownCompressionType whether that is set on the topic itself, and not inherited from brokers; absent as above
 */
public record TopicAppraisal(
        String topic,
        int partitions,
        int replicationFactor,
        Outcome outcome,
        Optional<String> reason,
        Optional<ConfidenceInterval> storedBytes,
        Optional<Seen> seen,
        Optional<Proposal> proposal,
        List<String> notes,
        Optional<String> compressionType,
        Optional<Boolean> ownCompressionType) {
    public TopicAppraisal {
        notes = List.copyOf(notes);
        if ((outcome == Outcome.CHANGE) == reason.isPresent()
                || (outcome == Outcome.NOT_APPRAISED) == proposal.isPresent()) {
            throw new IllegalArgumentException(
                    topic + ": a reason stands for a change, and a proposal for an appraisal");
        }
    }

    /** What to do with a topic. */
    public enum Outcome {
        CHANGE,
        LEAVE_IT,
        /** It is empty, or could not be read. */
        NOT_APPRAISED
    }

    /**
     * What was read of a topic.
     *
     * @param whole whether that was all of it
     * @param stretches that were read, of batches that follow one another
     * @param stretchesOfAll of the same width in the whole topic
     * @param fetchedBytes from brokers
     * @param codecs by stored bytes, the largest first
     * @param recordsPerBatch mean
     * @param recordBytesPerBatch mean, uncompressed
     * @param ratio of the stored batches; absent where too few stretches were read for an interval
     * @param recordsPerSecond mean from the oldest record to the newest; absent where they span no time
     * @param activeShare of the time from the oldest record until now, the part before the newest one: 1 for a topic that
     *     is written to
     * @param newest timestamp; absent where no record has one
     */
    public record Seen(
            boolean whole,
            long stretches,
            long stretchesOfAll,
            long fetchedBytes,
            List<Share> codecs,
            double recordsPerBatch,
            double recordBytesPerBatch,
            Optional<ConfidenceInterval> ratio,
            OptionalDouble recordsPerSecond,
            double activeShare,
            Optional<Instant> newest) {
        public Seen {
            codecs = List.copyOf(codecs);
        }
    }

    /** A codec's share of the stored bytes, 0 to 1. */
    public record Share(String codec, double share) {}

    /**
     * The best settings next to today's. GB are decimal; a month has 730 hours.
     *
     * @param current settings that stand for today's: a log shows the codec, and a linger that is longer than the default
     * @param best the best that was found; not proposed where the topic is left as it is
     * @param bestRatio of its batches
     * @param bestRecordsPerBatch that it achieves
     * @param wireGigabytesToday per month, from producers to brokers
     * @param diskGigabytesToday on all replicas
     * @param moneyToday per month
     * @param savings of the best settings against today's, per month, with what the sample left out in the intervals
     * @param workload what the amounts are computed with; absent in documents of earlier versions
     * @param moreCores by role, of which {@code savings} has the sum with its interval; absent in documents of earlier versions
     */
    public record Proposal(
            ProducerSettings current,
            ProducerSettings best,
            double bestRatio,
            double bestRecordsPerBatch,
            double wireGigabytesToday,
            double diskGigabytesToday,
            double moneyToday,
            Savings savings,
            Optional<TopicWorkload> workload,
            Optional<MoreCores> moreCores) {}

    /** Busy cores that the best settings take more than today's, of all instances of a role; less than 0 where they take less. */
    public record MoreCores(double producers, double brokers, double consumers) {
        static MoreCores between(ResourceEstimate today, ResourceEstimate best) {
            return new MoreCores(
                    best.producerCores() - today.producerCores(),
                    best.brokerCores() - today.brokerCores(),
                    best.consumerCores() - today.consumerCores());
        }
    }

    /** A topic of which nothing is known. */
    static TopicAppraisal none(SurveyTopic topic, String why) {
        return new TopicAppraisal(
                topic.name(),
                topic.partitions(),
                topic.replicationFactor(),
                Outcome.NOT_APPRAISED,
                Optional.of(why),
                reportedBytes(topic),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                topic.compressionType(),
                topic.ownCompressionType());
    }

    static Optional<ConfidenceInterval> reportedBytes(SurveyTopic topic) {
        return topic.storedBytes().isPresent()
                ? Optional.of(ConfidenceInterval.exact(topic.storedBytes().getAsLong(), 1))
                : Optional.empty();
    }

    /** What is saved where the proposal is followed; empty where nothing is to be changed. */
    public Optional<Savings> worthwhile() {
        return outcome == Outcome.CHANGE ? proposal.map(Proposal::savings) : Optional.empty();
    }
}
