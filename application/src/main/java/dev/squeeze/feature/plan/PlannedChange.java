package dev.squeeze.feature.plan;

import com.fasterxml.jackson.annotation.JsonAlias;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.feature.advise.Savings;
import dev.squeeze.feature.survey.TopicAppraisal;
import dev.squeeze.kit.format.TopicCompression;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A planned change of one topic.
 *
 * @param owner absent if no line of the owners' file matches
 * @param from estimate of today's settings
 * @param moneyToday per month
 * @param wireGigabytesToday per month, from producers to brokers; absent in documents of earlier versions
 * @param storedBytesOfRecord relative change of the stored bytes per record: -0.4 is 40 % less. Unlike amounts per
 *     month, it does not depend on how well the rate is known; absent in documents of earlier versions
 * @param savings per month
 * @param evidence what the plan is based on; absent in documents of earlier versions
 * @param needs prerequisites, each a sentence
 * @param guards conditions for a rollback, each a sentence
 * @param rollback lines for a Java producer that restore the settings that the change modifies
 * @param progress according to a later survey; absent if none was given
 */
public record PlannedChange(
        String topic,
        Optional<String> owner,
        Wave wave,
        ProducerSettings from,
        ProducerSettings to,
        double moneyToday,
        Optional<Double> wireGigabytesToday,
        Optional<ConfidenceInterval> storedBytesOfRecord,
        Savings savings,
        Optional<Evidence> evidence,
        List<String> needs,
        List<String> guards,
        List<String> rollback,
        Optional<Progress> progress) {
    public PlannedChange {
        needs = List.copyOf(needs);
        guards = List.copyOf(guards);
        rollback = List.copyOf(rollback);
    }

    /**
     * The topic's compression.type, if it makes brokers store another codec than the planned one. It then has to be set
     * to {@code producer}, but only after no producer relies on it any more: batches of such a producer would be stored
     * uncompressed.
     */
    Optional<TopicCompression> settingToLift() {
        return TopicForm.notKeeping(evidence.flatMap(Evidence::compressionType), to.codec());
    }

    /**
     * The settings that producers have to change. They include the codec, changed or not, if the topic's
     * compression.type is a codec: the log then shows the codec of brokers, not that of producers.
     */
    List<String> lines(ConfigForm form) {
        return form.lines(from, to, hasCodecOfBrokers(evidence.flatMap(Evidence::compressionType)));
    }

    /** @param compressionType of the topic; empty if it is not known */
    static boolean hasCodecOfBrokers(Optional<String> compressionType) {
        return compressionType
                .filter(value -> !TopicCompression.parse(value).keepsWhatIsSent())
                .isPresent();
    }

    /** Whether the topic's compression.type is not known and has to be looked up before it is changed. */
    boolean hasUnknownSetting() {
        return evidence.flatMap(Evidence::compressionType).isEmpty();
    }

    /**
     * Whether the topic inherits its compression.type from the brokers, so that a rollback deletes the topic's own
     * setting.
     */
    boolean inheritsSetting() {
        return evidence.flatMap(Evidence::ownCompressionType)
                .filter(own -> !own)
                .isPresent();
    }

    /** Steps to take once all producers have changed, each a sentence. */
    List<String> afterwards() {
        String codec = to.codec().type().label();
        return settingToLift().stream()
                .map(now -> "Set the topic's compression.type to producer. It is now " + now + ", so until you do,"
                        + " brokers "
                        + (now.isUncompressed()
                                ? "decompress " + codec + " and store it uncompressed."
                                : "recompress " + codec + " as " + now + "."))
                .toList();
    }

    /**
     * What the plan is based on: what the survey found in the log, and the prediction for the planned settings.
     *
     * @param codecs in the log, by stored bytes
     * @param recordsPerBatch mean in the log
     * @param ratio of the stored batches; absent if too little was read for an interval
     * @param recordsPerSecond rate of the topic that predictions are made for; absent if the log did not show it
     * @param expectedRecordsPerBatch mean with the planned settings
     * @param expectedRatio with the planned settings
     * @param compressionType of the topic; absent if the cluster did not report it, and in documents of earlier
     *     versions
     * @param ownCompressionType whether compressionType is set on the topic itself and not inherited from brokers;
     *     absent in the same cases
     */
    public record Evidence(
            List<TopicAppraisal.Share> codecs,
            double recordsPerBatch,
            Optional<ConfidenceInterval> ratio,
            OptionalDouble recordsPerSecond,
            double expectedRecordsPerBatch,
            double expectedRatio,
            Optional<String> compressionType,
            Optional<Boolean> ownCompressionType) {
        public Evidence {
            codecs = List.copyOf(codecs);
        }
    }

    /**
     * How far a change has come.
     *
     * @param shareOfCodec share of the stored bytes in batches of the planned codec, 0 to 1; absent if unknown
     * @param recordsPerBatch mean over all stored batches; absent if unknown
     * @param otherCodec codec with the most stored bytes among those that appeared and are neither the old nor the
     *     planned one; absent if none appeared
     */
    public record Progress(
            State state,
            Optional<Double> shareOfCodec,
            Optional<Double> recordsPerBatch,
            Optional<String> otherCodec) {}

    /** What a later survey shows. */
    public enum State {
        /** Everything is as planned, except for a remainder of older batches. */
        DONE("done"),
        /** Some batches have the planned codec. */
        UNDER_WAY("under way"),
        /** Nothing has changed. */
        @JsonAlias("left")
        NOT_STARTED("not started"),
        /** Batches have a codec that is neither the old nor the planned one. */
        @JsonAlias("otherwise")
        OTHER_CODEC("another codec"),
        /**
         * The later survey does not include the topic or could not read it, or a log cannot show the change: the codec
         * was the planned one already and batches contained about as many records, so that only the level differs.
         */
        UNKNOWN("unknown");

        private final String words;

        State(String words) {
            this.words = words;
        }

        /** The label in reports. */
        String words() {
            return words;
        }
    }
}
