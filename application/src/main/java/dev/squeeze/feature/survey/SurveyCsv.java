package dev.squeeze.feature.survey;

import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.feature.advise.Savings;
import dev.squeeze.kit.document.CsvTable;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** One row for each topic, by rank; figures that it has not are empty. */
final class SurveyCsv {
    private static final List<String> COLUMNS = List.of(
            "rank",
            "topic",
            "outcome",
            "partitions",
            "replication_factor",
            "stored_bytes",
            "codecs",
            "records_per_batch",
            "ratio",
            "ratio_low",
            "ratio_high",
            "records_per_second",
            "wire_gb_month",
            "disk_gb",
            "money_month",
            "best_codec",
            "best_batch_size",
            "best_linger_ms",
            "best_ratio",
            "saved_wire_gb_month",
            "saved_wire_low",
            "saved_wire_high",
            "saved_disk_gb",
            "saved_disk_low",
            "saved_disk_high",
            "saved_money_month",
            "saved_money_low",
            "saved_money_high",
            "reason",
            "notes");

    private SurveyCsv() {}

    static String of(SurveyResult result) {
        CsvTable csv = new CsvTable(COLUMNS);
        int rank = 0;
        for (TopicAppraisal topic : result.topics()) {
            csv.row(cells(++rank, topic));
        }
        return csv.text();
    }

    private static List<Object> cells(int rank, TopicAppraisal topic) {
        List<Object> cells = new ArrayList<>(List.of(
                rank,
                topic.topic(),
                topic.outcome().name().toLowerCase(Locale.ROOT).replace('_', '-'),
                topic.partitions(),
                topic.replicationFactor(),
                topic.storedBytes()
                        .map(bytes -> BigDecimal.valueOf(bytes.estimate()).setScale(0, RoundingMode.HALF_UP))));
        Optional<TopicAppraisal.Seen> seen = topic.seen();
        cells.add(seen.map(SurveyCsv::codecs));
        cells.add(seen.map(TopicAppraisal.Seen::recordsPerBatch));
        addInterval(cells, seen.flatMap(TopicAppraisal.Seen::ratio));
        cells.add(seen.map(TopicAppraisal.Seen::recordsPerSecond).orElse(OptionalDouble.empty()));
        addProposal(cells, topic.proposal());
        cells.add(topic.reason());
        cells.add(String.join("; ", topic.notes()));
        return cells;
    }

    private static String codecs(TopicAppraisal.Seen seen) {
        return seen.codecs().stream()
                .map(share -> share.codec() + "=" + share.share())
                .collect(Collectors.joining(" "));
    }

    private static void addProposal(List<Object> cells, Optional<TopicAppraisal.Proposal> proposal) {
        cells.add(proposal.map(TopicAppraisal.Proposal::wireGigabytesToday));
        cells.add(proposal.map(TopicAppraisal.Proposal::diskGigabytesToday));
        cells.add(proposal.map(TopicAppraisal.Proposal::moneyToday));
        Optional<ProducerSettings> best = proposal.map(TopicAppraisal.Proposal::best);
        cells.add(best.map(ProducerSettings::codec));
        cells.add(best.map(ProducerSettings::batchSizeBytes));
        cells.add(best.map(ProducerSettings::lingerMillis));
        cells.add(proposal.map(TopicAppraisal.Proposal::bestRatio));
        Optional<Savings> savings = proposal.map(TopicAppraisal.Proposal::savings);
        addInterval(cells, savings.map(Savings::wireGigabytes));
        addInterval(cells, savings.map(Savings::diskGigabytes));
        addInterval(cells, savings.map(Savings::money));
    }

    private static void addInterval(List<Object> cells, Optional<ConfidenceInterval> interval) {
        cells.add(interval.map(ConfidenceInterval::estimate));
        cells.add(interval.map(ConfidenceInterval::low));
        cells.add(interval.map(ConfidenceInterval::high));
    }
}
