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
 * What is to be changed for one topic.
 *
 * @param owner absent where no line of the owners' file matches
 * @param from settings that stand for today's
 * @param moneyToday per month
 * @param wireGigabytesToday per month, from producers to brokers; absent in documents of earlier versions
 * @param storedBytesOfRecord with the planned settings, as a part more: -0.4 is 40 % less. Unlike amounts per month it does not
 *     depend on how far the rate is known; absent in documents of earlier versions
 * @param savings per month
 * @param evidence what the plan rests on; absent in documents of earlier versions
 * @param needs what has to be true before, each a sentence
 * @param guards when to stop, each a sentence
 * @param rollback lines of a Java producer that bring back what was, for the same settings as those of the change
 * @param progress against a later survey; absent where none was given
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
     * The topic's compression.type where it would have brokers store another codec than the planned one, so that it is set to
     * {@code producer}: once no producer relies on it any more, lest its batches be stored uncompressed meanwhile.
     */
    Optional<TopicCompression> settingToLift() {
        return TopicForm.notKeeping(evidence.flatMap(Evidence::compressionType), to.codec());
    }

    /**
     * What producers have to set. The codec is always among it where the topic has one of its own: the log then shows what brokers
     * make of batches, and not what producers send.
     */
    List<String> lines(ConfigForm form) {
        return form.lines(from, to, hasCodecOfBrokers(evidence.flatMap(Evidence::compressionType)));
    }

    /** @param compressionType of the topic; empty where it is not known */
    static boolean hasCodecOfBrokers(Optional<String> compressionType) {
        return compressionType
                .filter(value -> !TopicCompression.parse(value).keepsWhatIsSent())
                .isPresent();
    }

    /** Whether the topic's compression.type is not known, so that somebody has to look before it is changed. */
    boolean hasUnknownSetting() {
        return evidence.flatMap(Evidence::compressionType).isEmpty();
    }

    /** Whether the topic has its compression.type from the brokers, so that going back deletes its own. */
    boolean inheritsSetting() {
        return evidence.flatMap(Evidence::ownCompressionType)
                .filter(own -> !own)
                .isPresent();
    }

    /** What follows once all producers have changed, each a sentence. */
    List<String> afterwards() {
        String codec = to.codec().type().label();
        return settingToLift().stream()
                .map(now ->
                        "Set the topic's compression.type to producer; it is now " + now + ", so until then brokers "
                                + (now.isUncompressed()
                                        ? "unpack " + codec + " and store it uncompressed."
                                        : "compress " + codec + " again as " + now + "."))
                .toList();
    }

    /**
     * What the plan rests on: what the survey found in the log, and what the planned settings are predicted to lead to.
     *
     * @param codecs in the log, by stored bytes
     * @param recordsPerBatch mean in the log
     * @param ratio of the stored batches; absent where too little was read for an interval
     * @param recordsPerSecond of the topic, at which the rest is predicted; absent where the log did not show it
     * @param expectedRecordsPerBatch mean with the planned settings
     * @param expectedRatio with the planned settings
     * @param compressionType of the topic; absent where the cluster did not show it, and in documents of earlier versions
     * @param ownCompressionType whether that is set on the topic itself, and not inherited from brokers; absent as above
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
     * @param shareOfCodec of the stored bytes, those in batches of the planned codec, 0 to 1; absent where it is not known
     * @param recordsPerBatch mean of all that is stored; absent where it is not known
     * @param otherCodec that is neither the old nor the planned one and takes the most bytes of those that appeared; absent where
     *     none did
     */
    public record Progress(
            State state,
            Optional<Double> shareOfCodec,
            Optional<Double> recordsPerBatch,
            Optional<String> otherCodec) {}

    /** What a later survey shows. */
    public enum State {
        /** All but a rest of older batches is as planned. */
        DONE("done"),
        /** Some batches are of the planned codec. */
        UNDER_WAY("under way"),
        /** Nothing has changed. */
        @JsonAlias("left")
        NOT_STARTED("not started"),
        /** Batches are of a codec that is neither the old nor the planned one. */
        @JsonAlias("otherwise")
        OTHER_CODEC("another codec"),
        /**
         * The later survey does not have the topic or could not read it, or a log cannot show the change: its codec was the
         * planned one already and its batches about as deep, so that only the level differs.
         */
        UNKNOWN("unknown");

        private final String words;

        State(String words) {
            this.words = words;
        }

        /** As people read it. */
        String words() {
            return words;
        }
    }
}
