package dev.squeeze.feature.explain;

import dev.squeeze.engine.predict.CompressionCurve;
import dev.squeeze.engine.predict.CostModel;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.engine.predict.SentRecords;
import dev.squeeze.engine.predict.SettingsPredictor;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.RecordFormatV2;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** The batches that the producers' settings make of records, by the predictor that every command asks. */
record BatchForming(
        SentRecords sent, CostModel costs, Map<Codec, CompressionCurve> curves, ProducerSettings settings, long seed) {
    /** Share of its bytes that a record keeps where it is asked what smaller records do. */
    private static final double KEPT = 0.8;

    /** The records of each batch, in the order in which the batches leave. */
    List<List<BatchRecord>> batches() {
        return predictor().batches(settings, curve());
    }

    /** Other records in the same traffic. */
    BatchForming ofRecords(List<BatchRecord> records, double recordBytes, boolean keyed) {
        return new BatchForming(
                new SentRecords(records, sent.pattern()),
                new CostModel(costs.workload().withRecords(recordBytes, keyed), costs.prices()),
                curves,
                settings,
                seed);
    }

    /**
     * By how many per cent records per batch grow where records shrink by one per cent: 1 where {@code batch.size} closes all batches,
     * 0 where {@code linger.ms} does.
     */
    double elasticity() {
        List<BatchRecord> shorter =
                sent.records().stream().map(BatchForming::shorter).toList();
        double left = bytes(shorter) / bytes(sent.records());
        if (left > 0.99) {
            return 0;
        }
        double before = recordsPerBatch();
        double after = ofRecords(
                        shorter,
                        left * costs.workload().recordBytes(),
                        costs.workload().keyed())
                .recordsPerBatch();
        return Math.max(0, Math.min(1, Math.log(after / before) / -Math.log(left)));
    }

    private double recordsPerBatch() {
        return predictor().of(settings, curve()).fill().recordsPerBatch();
    }

    private static BatchRecord shorter(BatchRecord record) {
        byte[] value = record.value();
        return value == null
                ? record
                : new BatchRecord(
                        record.key(),
                        Arrays.copyOf(value, (int) (KEPT * value.length)),
                        record.headers(),
                        record.timestampMillis());
    }

    private static double bytes(List<BatchRecord> records) {
        return records.stream()
                .mapToDouble(record -> RecordFormatV2.encodedBytes(record, 0, 0))
                .sum();
    }

    private SettingsPredictor predictor() {
        return SettingsPredictor.ofApplications(sent, costs, curves, Optional.empty(), 0, seed);
    }

    private CompressionCurve curve() {
        return Objects.requireNonNull(curves.get(settings.codec()));
    }
}
