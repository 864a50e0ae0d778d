package dev.squeeze.feature.explain;

import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * What another key would do: records with the same key go to the same partition, so that batches hold records that are alike, and
 * fewer of them, because batches of all partitions fill at the same time. The producer is simulated again with these keys.
 */
record KeyTrial(BatchForming forming, ValueFormatGuess format) {

    /**
     * Stored bytes a record that a field as the key saves.
     *
     * @param stored bytes a record today
     * @return empty where it was stopped before that is known
     */
    Optional<ConfidenceInterval> saved(
            String path, ConfidenceInterval stored, Duration budget, BooleanSupplier stop, int threads) {
        FieldNames names = new FieldNames();
        ValueParser parser = format.parser(names);
        List<BatchRecord> keyed = forming.sent().records().stream()
                .map(record -> keyed(record, path, names, parser))
                .toList();
        List<List<BatchRecord>> batches = forming.ofRecords(
                        keyed, forming.costs().workload().recordBytes(), true)
                .batches();
        BatchSizes sizes = new PairedBatches(
                        MeasuredBatches.once(batches),
                        () -> unread -> Optional.empty(),
                        forming.settings().codec(),
                        BatchClosing.NEVER,
                        forming.seed(),
                        threads)
                .measure(List.of(), budget, stop, done -> {});
        if (stop.getAsBoolean() || !sizes.haveIntervals()) {
            return Optional.empty();
        }
        ConfidenceInterval then = sizes.stored();
        double halfWidth = Math.hypot(then.high() - then.estimate(), stored.high() - stored.estimate());
        return Optional.of(ConfidenceInterval.around(
                stored.estimate() - then.estimate(), halfWidth, Math.min(then.n(), stored.n())));
    }

    private static BatchRecord keyed(BatchRecord record, String path, FieldNames names, ValueParser parser) {
        byte[] value = record.value();
        List<byte[]> keys = new ArrayList<>();
        Optional<ValueTree> tree = value == null ? Optional.empty() : parser.parse(value);
        tree.ifPresent(known -> known.each(node -> {
            if (node.isLeaf() && names.field(node.field()).path().equals(path)) {
                keys.add(ValueRewrite.text(known.bytes(), node.start(), node.end())
                        .getBytes(StandardCharsets.UTF_8));
            }
        }));
        return new BatchRecord(
                keys.isEmpty() ? record.key() : keys.get(0), value, record.headers(), record.timestampMillis());
    }
}
