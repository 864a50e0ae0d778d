package dev.squeeze.feature.explain;

import dev.squeeze.engine.predict.BatchFill;
import dev.squeeze.engine.predict.CostModel;
import dev.squeeze.engine.predict.Prices;
import dev.squeeze.engine.predict.Workload;
import dev.squeeze.kit.format.RecordFormatV2;
import dev.squeeze.kit.stats.ConfidenceInterval;

/**
 * Money per month for bytes of records: traffic, disks and a vendor's charges. Cores are not included, since the CPU
 * cost of a field is not measured.
 */
record FieldMoney(
        Workload workload,
        Prices prices,
        double recordsPerBatch,
        double rawBytesPerRecord,
        double storedBytesPerRecord) {

    double all() {
        return of(rawBytesPerRecord, storedBytesPerRecord);
    }

    /** The saving from fewer bytes in each record. */
    ConfidenceInterval saved(ConfidenceInterval storedBytes, double rawBytes) {
        double raw = rawBytesPerRecord - rawBytes;
        double estimate = all() - of(raw, storedBytesPerRecord - storedBytes.estimate());
        double low = all() - of(raw, storedBytesPerRecord - storedBytes.low());
        double high = all() - of(raw, storedBytesPerRecord - storedBytes.high());
        return new ConfidenceInterval(
                estimate, Math.min(low, estimate), Math.max(high, estimate), storedBytes.n(), false);
    }

    private double of(double raw, double stored) {
        double header = RecordFormatV2.BATCH_HEADER_BYTES / recordsPerBatch;
        BatchFill fill = new BatchFill(recordsPerBatch, raw * recordsPerBatch, false, 0);
        double ratio = (raw + header) / Math.max(stored, 1e-9);
        return new CostModel(workload.withRecords(Math.max(raw, 1e-9), workload.keyed()), prices)
                .estimate(fill, ratio, 0, 0)
                .bytesMoney();
    }
}
