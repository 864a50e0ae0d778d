package dev.squeeze.feature.survey;

import dev.squeeze.kit.stats.ConfidenceInterval;
import dev.squeeze.kit.unit.KebabCase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;

/** One row for each topic, by rank; figures that it has not are empty. */
public final class SurveyCsv {
    private static final CSVFormat FORMAT = CSVFormat.RFC4180
            .builder()
            .setRecordSeparator("\n")
            .setHeader(
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
                    "notes")
            .get();

    private SurveyCsv() {}

    public static String write(SurveyResult result) {
        StringBuilder text = new StringBuilder();
        try (CSVPrinter csv = new CSVPrinter(text, FORMAT)) {
            int rank = 0;
            for (TopicAppraisal topic : result.topics()) {
                csv.printRecord(cells(++rank, topic));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    private static List<String> cells(int rank, TopicAppraisal topic) {
        List<String> cells = new ArrayList<>(List.of(
                Integer.toString(rank),
                topic.topic(),
                KebabCase.of(topic.outcome()),
                Integer.toString(topic.partitions()),
                Integer.toString(topic.replicationFactor()),
                topic.storedBytes()
                        .map(bytes -> String.format(Locale.ROOT, "%.0f", bytes.estimate()))
                        .orElse("")));
        Optional<TopicAppraisal.Seen> seen = topic.seen();
        cells.add(seen.map(one -> one.codecs().stream()
                        .map(share -> share.codec() + "=" + share.share())
                        .collect(Collectors.joining(" ")))
                .orElse(""));
        cells.add(seen.map(one -> Double.toString(one.recordsPerBatch())).orElse(""));
        cells.addAll(interval(seen.flatMap(TopicAppraisal.Seen::ratio)));
        cells.add(seen.filter(one -> one.recordsPerSecond().isPresent())
                .map(one -> Double.toString(one.recordsPerSecond().getAsDouble()))
                .orElse(""));
        cells.addAll(proposal(topic.proposal()));
        cells.add(topic.reason().orElse(""));
        cells.add(String.join("; ", topic.notes()));
        return cells;
    }

    private static List<String> proposal(Optional<TopicAppraisal.Proposal> proposal) {
        List<String> cells = new ArrayList<>();
        cells.add(proposal.map(one -> Double.toString(one.wireGigabytesToday())).orElse(""));
        cells.add(proposal.map(one -> Double.toString(one.diskGigabytesToday())).orElse(""));
        cells.add(proposal.map(one -> Double.toString(one.moneyToday())).orElse(""));
        cells.add(proposal.map(one -> one.best().codec().toString()).orElse(""));
        cells.add(proposal.map(one -> Integer.toString(one.best().batchSizeBytes()))
                .orElse(""));
        cells.add(
                proposal.map(one -> Integer.toString(one.best().lingerMillis())).orElse(""));
        cells.add(proposal.map(one -> Double.toString(one.bestRatio())).orElse(""));
        cells.addAll(interval(proposal.map(one -> one.savings().wireGigabytes())));
        cells.addAll(interval(proposal.map(one -> one.savings().diskGigabytes())));
        cells.addAll(interval(proposal.map(one -> one.savings().money())));
        return cells;
    }

    private static List<String> interval(Optional<ConfidenceInterval> interval) {
        return interval.map(one -> List.of(
                        Double.toString(one.estimate()), Double.toString(one.low()), Double.toString(one.high())))
                .orElse(List.of("", "", ""));
    }
}
