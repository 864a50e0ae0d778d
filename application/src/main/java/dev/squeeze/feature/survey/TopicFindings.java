package dev.squeeze.feature.survey;

import dev.squeeze.engine.inspection.TopicInspection;
import dev.squeeze.engine.inspection.TopicProfile;
import dev.squeeze.engine.predict.Prediction;
import dev.squeeze.engine.predict.RateUncertainty;
import dev.squeeze.feature.advise.Recommendation;
import dev.squeeze.kit.source.ReadNotice;
import dev.squeeze.kit.source.StoredBatches;
import dev.squeeze.kit.stats.ConfidenceInterval;
import dev.squeeze.kit.unit.DurationText;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What is known of one topic, put together as its appraisal. */
final class TopicFindings {
    private static final int MAX_NOTICES = 3;
    private static final Duration NOTABLE_SILENCE = Duration.ofDays(1);
    private static final double NOTABLE_SHARE = 0.9;
    private static final Duration NOTABLE_LIFE = Duration.ofDays(1);
    private static final int FEW_STRETCHES = 3;

    private final SurveyTopic topic;
    private final TopicInspection.WithStretches inspection;
    private final StoredBatches stored;
    private final Instant now;

    TopicFindings(SurveyTopic topic, TopicInspection.WithStretches inspection, StoredBatches stored, Instant now) {
        this.topic = topic;
        this.inspection = inspection;
        this.stored = stored;
        this.now = now;
    }

    SurveyTopic topic() {
        return topic;
    }

    Duration retention() {
        return topic.retention(between(profile().oldest(), now));
    }

    private TopicProfile profile() {
        return inspection.inspected().profile();
    }

    /** At least a second: a log that started just now has an age. */
    private static Duration between(Optional<Instant> from, Instant until) {
        Duration between = Duration.between(from.orElse(until), until);
        return between.compareTo(Duration.ofSeconds(1)) < 0 ? Duration.ofSeconds(1) : between;
    }

    TopicAppraisal withoutRate() {
        return notAppraised("its records' timestamps span no time, so its rate is not known: squeeze advise topic:"
                + topic.name() + " takes one with --rate");
    }

    TopicAppraisal withTooFewRecords(long records) {
        return notAppraised(String.format(
                Locale.ROOT,
                "it holds %,d record%s, too few to say how they compress",
                records,
                records == 1 ? "" : "s"));
    }

    private TopicAppraisal notAppraised(String reason) {
        return new TopicAppraisal(
                topic.name(),
                topic.partitions(),
                topic.replicationFactor(),
                TopicAppraisal.Outcome.NOT_APPRAISED,
                Optional.of(reason),
                storedBytes(),
                Optional.of(seen()),
                Optional.empty(),
                notes());
    }

    TopicAppraisal appraisal(Recommendation advice, String currency) {
        Prediction current = advice.current();
        Prediction best = advice.best();
        double active = activeShare();
        SampledSavings sampled = SampledSavings.of(
                advice.savings(), inspection.stretches(), current, best, active, rateFactor(), currency);
        Optional<String> leaveIt = advice.leaveIt().or(sampled::leaveIt);
        return new TopicAppraisal(
                topic.name(),
                topic.partitions(),
                topic.replicationFactor(),
                leaveIt.isPresent() ? TopicAppraisal.Outcome.LEAVE_IT : TopicAppraisal.Outcome.CHANGE,
                leaveIt,
                storedBytes(),
                Optional.of(seen()),
                Optional.of(new TopicAppraisal.Proposal(
                        current.settings(),
                        best.settings(),
                        best.ratio(),
                        best.fill().recordsPerBatch(),
                        current.resources().wireGigabytesPerMonth() * active,
                        current.resources().diskGigabytes() * active,
                        current.resources().money() * active,
                        sampled.savings())),
                notes());
    }

    private Optional<ConfidenceInterval> storedBytes() {
        Optional<TopicProfile.TopicReading> reading = profile().reading();
        return TopicAppraisal.reportedBytes(topic)
                .or(() -> stored.whole()
                        ? Optional.of(ConfidenceInterval.exact(
                                profile().storedBytes(), Math.max(1, profile().batches())))
                        : reading.flatMap(TopicProfile.TopicReading::storedBytesOfAll));
    }

    private TopicAppraisal.Seen seen() {
        TopicProfile profile = profile();
        double bytes = 0;
        for (TopicProfile.CodecShare codec : profile.codecs()) {
            bytes += codec.storedBytes();
        }
        double all = Math.max(1, bytes);
        TopicProfile.TopicReading reading = profile.reading().orElseThrow();
        return new TopicAppraisal.Seen(
                stored.whole(),
                reading.stretches(),
                reading.stretchesOfAll(),
                reading.fetchedBytes(),
                profile.codecs().stream()
                        .map(codec -> new TopicAppraisal.Share(codec.codec(), codec.storedBytes() / all))
                        .toList(),
                stored.recordsPerBatch(),
                stored.recordBytesPerBatch(),
                profile.ratio(),
                stored.recordsPerSecond(),
                activeShare(),
                profile.newest());
    }

    private Duration silence() {
        Duration silence = Duration.between(profile().newest().orElse(now), now);
        return silence.isNegative() ? Duration.ZERO : silence;
    }

    private double rateFactor() {
        return RateUncertainty.seenFor(life().toMillis() / 1e3);
    }

    /** How long records are known of: from the oldest until now. */
    private Duration life() {
        return between(profile().oldest(), now);
    }

    private double activeShare() {
        double span =
                between(profile().oldest(), profile().newest().orElse(now)).toMillis();
        return span / (span + silence().toMillis());
    }

    private List<String> notes() {
        List<String> notes = new ArrayList<>();
        if (silence().compareTo(NOTABLE_SILENCE) > 0 && activeShare() < NOTABLE_SHARE) {
            notes.add(String.format(
                    Locale.ROOT,
                    "no record is newer than %,d days: bytes and money are by the mean rate from the oldest record until"
                            + " now",
                    silence().toDays()));
        }
        if (life().compareTo(NOTABLE_LIFE) < 0) {
            notes.add(String.format(
                    Locale.ROOT,
                    "its oldest record is %s old: money a month takes their rate for the month's, and its interval holds %.2g to"
                            + " %.2g times that",
                    DurationText.roughly(life().toMillis() / 1e3),
                    1 / rateFactor(),
                    rateFactor()));
        }
        topic.brokerCodec()
                .ifPresent(
                        type -> notes.add(
                                "the topic sets compression.type=" + type
                                        + ", so brokers compress again what producers send in another codec: set it to producer first"));
        if (!stored.whole() && profile().reading().orElseThrow().stretches() < FEW_STRETCHES) {
            notes.add("its batches are so long that too few places were read for an interval: give a larger --sample");
        }
        inspection.inspected().notices().stream()
                .limit(MAX_NOTICES)
                .map(ReadNotice::message)
                .forEach(notes::add);
        return notes;
    }
}
