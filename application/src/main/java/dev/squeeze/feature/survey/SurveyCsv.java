package dev.squeeze.feature.survey;

import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.feature.advise.Savings;
import dev.squeeze.kit.document.CsvColumns;
import dev.squeeze.kit.unit.KebabCase;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** One row per topic, by rank; figures that a topic does not have are empty. */
final class SurveyCsv {
    private static final CsvColumns<Ranked> COLUMNS = new CsvColumns<Ranked>()
            .with("rank", Ranked::rank)
            .with("topic", row -> row.topic().topic())
            .with("outcome", row -> KebabCase.of(row.topic().outcome()))
            .with("partitions", row -> row.topic().partitions())
            .with("replication_factor", row -> row.topic().replicationFactor())
            .with("stored_bytes", Ranked::storedBytes)
            .with("codecs", row -> row.seen().map(SurveyCsv::codecs))
            .with("records_per_batch", row -> row.seen().map(TopicAppraisal.Seen::recordsPerBatch))
            .interval("ratio", "ratio_low", "ratio_high", row -> row.seen().flatMap(TopicAppraisal.Seen::ratio))
            .with("records_per_second", row -> row.seen().map(TopicAppraisal.Seen::recordsPerSecond))
            .with("wire_gb_month", row -> row.proposal().map(TopicAppraisal.Proposal::wireGigabytesToday))
            .with("disk_gb", row -> row.proposal().map(TopicAppraisal.Proposal::diskGigabytesToday))
            .with("money_month", row -> row.proposal().map(TopicAppraisal.Proposal::moneyToday))
            .with("best_codec", row -> row.best().map(ProducerSettings::codec))
            .with("best_batch_size", row -> row.best().map(ProducerSettings::batchSizeBytes))
            .with("best_linger_ms", row -> row.best().map(ProducerSettings::lingerMillis))
            .with("best_ratio", row -> row.proposal().map(TopicAppraisal.Proposal::bestRatio))
            .interval("saved_wire_gb_month", "saved_wire_low", "saved_wire_high", row -> row.savings()
                    .map(Savings::wireGigabytes))
            .interval("saved_disk_gb", "saved_disk_low", "saved_disk_high", row -> row.savings()
                    .map(Savings::diskGigabytes))
            .interval("saved_money_month", "saved_money_low", "saved_money_high", row -> row.savings()
                    .map(Savings::money))
            .with("reason", row -> row.topic().reason())
            .with("notes", row -> String.join("; ", row.topic().notes()));

    private SurveyCsv() {}

    private record Ranked(int rank, TopicAppraisal topic) {
        Optional<BigDecimal> storedBytes() {
            return topic.storedBytes()
                    .map(bytes -> BigDecimal.valueOf(bytes.estimate()).setScale(0, RoundingMode.HALF_UP));
        }

        Optional<TopicAppraisal.Seen> seen() {
            return topic.seen();
        }

        Optional<TopicAppraisal.Proposal> proposal() {
            return topic.proposal();
        }

        Optional<ProducerSettings> best() {
            return proposal().map(TopicAppraisal.Proposal::best);
        }

        Optional<Savings> savings() {
            return proposal().map(TopicAppraisal.Proposal::savings);
        }
    }

    static String of(SurveyResult result) {
        List<Ranked> rows = new ArrayList<>();
        result.topics().forEach(topic -> rows.add(new Ranked(rows.size() + 1, topic)));
        return COLUMNS.text(rows);
    }

    private static String codecs(TopicAppraisal.Seen seen) {
        return seen.codecs().stream()
                .map(share -> share.codec() + "=" + share.share())
                .collect(Collectors.joining(" "));
    }
}
