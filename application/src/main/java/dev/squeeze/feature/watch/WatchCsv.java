package dev.squeeze.feature.watch;

import dev.squeeze.feature.watch.WatchedTopic.CodecShare;
import dev.squeeze.feature.watch.WatchedTopic.Comparison;
import dev.squeeze.feature.watch.WatchedTopic.Money;
import dev.squeeze.feature.watch.WatchedTopic.Promise;
import dev.squeeze.kit.document.CsvColumns;
import dev.squeeze.kit.unit.KebabCase;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** One row per topic. */
final class WatchCsv {
    private static final CsvColumns<WatchedTopic> COLUMNS = new CsvColumns<WatchedTopic>()
            .with("topic", WatchedTopic::topic)
            .with("records", topic -> topic.all().records())
            .with("records_per_second", topic -> topic.all().recordsPerSecond())
            .with("stored_bytes_per_second", topic -> topic.all().storedBytesPerSecond())
            .with("bytes_per_record", topic -> topic.all().bytesPerRecord())
            .with("records_per_batch", topic -> topic.all().recordsPerBatch())
            .with("codecs_by_records", topic -> codecs(topic.all().codecs()))
            .with("producers", WatchedTopic::producers)
            .with("sampled_batches", WatchedTopic::sampledBatches)
            .with("recompressed_share", WatchedTopic::recompressedShare)
            .with("verdict", topic -> compared(topic, comparison -> KebabCase.of(comparison.verdict())))
            .with(
                    "bytes_per_record_before",
                    topic -> compared(topic, comparison -> comparison.before().bytesPerRecord()))
            .with(
                    "bytes_per_record_after",
                    topic -> compared(topic, comparison -> comparison.after().bytesPerRecord()))
            .interval("bytes_change", "bytes_change_low", "bytes_change_high", topic -> topic.comparison()
                    .flatMap(Comparison::bytes))
            .interval("depth_change", "depth_change_low", "depth_change_high", topic -> topic.comparison()
                    .flatMap(Comparison::depth))
            .interval("money_month_change", "money_change_low", "money_change_high", topic -> topic.comparison()
                    .flatMap(Comparison::money)
                    .map(Money::change))
            .with(
                    "codecs_before",
                    topic -> compared(
                            topic, comparison -> codecs(comparison.before().codecs())))
            .with(
                    "codecs_after",
                    topic -> compared(
                            topic, comparison -> codecs(comparison.after().codecs())))
            .with("planned_codec", topic -> topic.promise().map(Promise::codec))
            .interval("planned_bytes_change", "planned_low", "planned_high", topic -> topic.promise()
                    .flatMap(Promise::bytes));

    private WatchCsv() {}

    static String of(WatchResult watch) {
        return COLUMNS.text(watch.topics());
    }

    private static <T> Optional<T> compared(WatchedTopic topic, Function<Comparison, T> figure) {
        return topic.comparison().map(figure);
    }

    private static String codecs(List<CodecShare> codecs) {
        return codecs.stream()
                .map(share -> share.codec() + "=" + Math.round(1000 * share.recordShare()) / 1000.0)
                .collect(Collectors.joining(" "));
    }
}
