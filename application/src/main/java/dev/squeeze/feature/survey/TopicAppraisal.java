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
 * What a topic stores, which settings it uses, and what the best settings would save.
 *
 * @param topic name
 * @param partitions of the topic
 * @param replicationFactor replicas of each partition
 * @param outcome what to do
 * @param reason why it is left as it is, or why there is no appraisal; absent if a change is proposed
 * @param storedBytes of one replica of each partition; exact if the cluster reported it or everything was read
 * @param seen what was read; absent if nothing could be read
 * @param proposal absent if there is no appraisal
 * @param notes further notes on the topic
 * @param compressionType of the topic, such as {@code producer}; absent if the cluster did not report it, and in
 *     documents of earlier versions
 * @param ownCompressionType whether compressionType is set on the topic itself and not inherited from brokers; absent
 *     in the same cases
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
                    topic + ": must have a reason unless it is to be changed, and a proposal if it was appraised");
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
     * What was read from a topic.
     *
     * @param whole whether the whole topic was read
     * @param stretches number of stretches of consecutive batches that were read
     * @param stretchesOfAll number of stretches of the same width in the whole topic
     * @param fetchedBytes bytes fetched from brokers
     * @param codecs by stored bytes, largest first
     * @param recordsPerBatch mean
     * @param recordBytesPerBatch mean, uncompressed
     * @param ratio of the stored batches; absent if too few stretches were read for an interval
     * @param recordsPerSecond mean from the oldest record to the newest; absent if they span no time
     * @param activeShare share of the time from the oldest record until now that is before the newest record: 1 for a
     *     topic that is written to
     * @param newest newest timestamp; absent if no record has one
     * @param codecChange absent if producers have not changed their codec, and in documents of earlier versions; with one,
     *     records and bytes per batch are those of the batches since
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
            Optional<Instant> newest,
            Optional<CodecChange> codecChange) {
        public Seen {
            codecs = List.copyOf(codecs);
        }
    }

    /**
     * A change of the producers' codec within the retention.
     *
     * @param from codec of most bytes before the change
     * @param to codec of nearly all bytes since
     * @param ratio of the batches since
     */
    public record CodecChange(String from, String to, double ratio) {}

    /** A codec's share of the stored bytes, 0 to 1. */
    public record Share(String codec, double share) {}

    /**
     * The best settings compared with today's. GB are decimal; a month has 730 hours.
     *
     * @param current estimate of today's settings: a log shows the codec, and a linger longer than the default
     * @param best the best settings found; not proposed if the topic is left as it is
     * @param bestRatio predicted ratio with the best settings
     * @param bestRecordsPerBatch predicted records per batch with the best settings
     * @param wireGigabytesToday per month, from producers to brokers
     * @param diskGigabytesToday on all replicas
     * @param moneyToday per month
     * @param savings of the best settings over today's, per month; intervals include what was not sampled
     * @param workload the workload that amounts are computed for; absent in documents of earlier versions
     * @param moreCores by role; {@code savings} has the sum with its interval; absent in documents of earlier versions
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

    /**
     * Additional busy cores with the best settings compared with today's, over all instances of a role; negative if
     * fewer.
     */
    public record MoreCores(double producers, double brokers, double consumers) {
        static MoreCores between(ResourceEstimate today, ResourceEstimate best) {
            return new MoreCores(
                    best.producerCores() - today.producerCores(),
                    best.brokerCores() - today.brokerCores(),
                    best.consumerCores() - today.consumerCores());
        }
    }

    /** A topic without an appraisal, of which nothing was read. */
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

    /** The savings of following the proposal; empty if nothing should be changed. */
    public Optional<Savings> worthwhile() {
        return outcome == Outcome.CHANGE ? proposal.map(Proposal::savings) : Optional.empty();
    }
}
