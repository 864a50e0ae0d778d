package dev.squeeze.feature.survey;

import dev.squeeze.engine.inspection.TopicInspection;
import dev.squeeze.engine.inspection.TopicProfile;
import dev.squeeze.engine.predict.CostModel;
import dev.squeeze.engine.predict.Prediction;
import dev.squeeze.engine.predict.SettingsOfLog;
import dev.squeeze.engine.workload.TopicWorkload;
import dev.squeeze.feature.advise.Caveat;
import dev.squeeze.feature.advise.ChangeCaveat;
import dev.squeeze.feature.advise.Recommendation;
import dev.squeeze.feature.advise.TrafficCaveat;
import dev.squeeze.kit.source.ReadNotice;
import dev.squeeze.kit.source.StoredBatches;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Builds the appraisal of a topic from what is known of it. */
final class TopicFindings {
    private static final int MAX_NOTICES = 3;
    private static final int FEW_STRETCHES = 3;

    private final SurveyTopic topic;
    private final TopicInspection.WithStretches inspection;
    private final StoredBatches stored;
    private final TopicWorkload workload;
    private final List<ReadNotice> ofReading;

    /** @param ofReading notices from reading the records */
    TopicFindings(
            SurveyTopic topic,
            TopicInspection.WithStretches inspection,
            StoredBatches stored,
            TopicWorkload workload,
            List<ReadNotice> ofReading) {
        this.ofReading = ofReading;
        this.topic = topic;
        this.inspection = inspection;
        this.stored = stored;
        this.workload = workload;
    }

    private TopicProfile profile() {
        return inspection.inspected().profile();
    }

    TopicAppraisal withoutRate() {
        return notAppraised("its records' timestamps span no time, so its rate is unknown: squeeze advise topic:"
                + topic.name() + " accepts one with --rate");
    }

    TopicAppraisal withTooFewRecords(long records) {
        return notAppraised(String.format(
                Locale.ROOT,
                "it contains %,d record%s, too few to tell how they compress",
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
                notesWith(workload),
                topic.compressionType(),
                topic.ownCompressionType());
    }

    /** @param explained the workload, with the number of producers that the advice is based on */
    TopicAppraisal appraisal(Recommendation advice, TopicWorkload explained, CostModel costs) {
        Prediction current = advice.current();
        Prediction best = advice.best();
        SampledSavings sampled = SampledSavings.of(
                advice.savings(), inspection.stretches(), current, best, costs, explained.rateFactor());
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
                        current.resources().wireGigabytesPerMonth(),
                        current.resources().diskGigabytes(),
                        current.resources().money(),
                        sampled.savings(),
                        Optional.of(explained),
                        Optional.of(TopicAppraisal.MoreCores.between(current.resources(), best.resources())))),
                notes(explained, advice),
                topic.compressionType(),
                topic.ownCompressionType());
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
                workload.workload().activeShare().orElse(1),
                profile.newest(),
                stored.codecBefore()
                        .map(before -> new TopicAppraisal.CodecChange(
                                before.label(), stored.codec().label(), stored.ratio())));
    }

    private List<String> notes(TopicWorkload explained, Recommendation advice) {
        List<String> notes = notesWith(explained);
        advice.caveats().stream()
                .filter(caveat -> caveat instanceof ChangeCaveat.TextOfBytes
                        || caveat instanceof ChangeCaveat.CompressedValues
                        || caveat instanceof ChangeCaveat.BatchesLimitedByTopic
                        || caveat instanceof TrafficCaveat.TransactionsEndBatches)
                .map(Caveat::message)
                .forEach(notes::add);
        List<String> shown = SettingsOfLog.shown(stored, explained.workload(), stored.codec());
        if (!shown.isEmpty()) {
            notes.add("its batches look like those of " + String.join(" and ", shown)
                    + ", which is assumed to be in use; the settings themselves are not in a log");
        }
        return notes;
    }

    private List<String> notesWith(TopicWorkload known) {
        List<String> notes = new ArrayList<>(known.notes());
        topic.brokersNote().ifPresent(notes::add);
        if (!stored.whole() && profile().reading().orElseThrow().stretches() < FEW_STRETCHES) {
            notes.add("too few parts of it were read for an interval: raise --sample");
        }
        ofReading.stream()
                .filter(notice -> notice.kind() == ReadNotice.Kind.CODEC_CHANGED
                        || notice.kind() == ReadNotice.Kind.TIMESTAMPS_LEFT_OUT)
                .map(ReadNotice::message)
                .forEach(notes::add);
        inspection.inspected().notices().stream()
                // Reported above for all records read, which the rate is computed from.
                .filter(notice -> notice.kind() != ReadNotice.Kind.TIMESTAMPS_LEFT_OUT)
                .limit(MAX_NOTICES)
                .map(ReadNotice::message)
                .forEach(notes::add);
        return notes;
    }
}
