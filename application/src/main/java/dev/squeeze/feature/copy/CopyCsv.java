package dev.squeeze.feature.copy;

import static dev.squeeze.kit.document.Figures.say;

import dev.squeeze.kit.document.CsvColumns;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.Optional;

/** A row for each copy. */
final class CopyCsv {
    private static final CsvColumns<CopyReport.Copy> COLUMNS = new CsvColumns<CopyReport.Copy>()
            .with("codec", CopyReport.Copy::codec)
            .with("topic", CopyReport.Copy::topic)
            .with("records", CopyReport.Copy::records)
            .with("batches", CopyReport.Copy::batches)
            .with("bytes", CopyReport.Copy::bytes)
            .with("uncompressed_bytes", CopyReport.Copy::uncompressedBytes)
            .with("source_bytes", CopyReport.Copy::sourceBytes)
            .with("aborted_records", CopyReport.Copy::abortedRecords)
            .with("lost_offsets", CopyReport.Copy::totalLostOffsets)
            .with("client_cpu_seconds_per_million", copy -> estimate(copy.clientCpuSecondsPerMillion()))
            .with("broker_cpu_seconds_per_million", copy -> estimate(copy.brokerCpuSecondsPerMillion()))
            .with("busy_seconds", copy -> say("%.3f", copy.busySeconds()))
            .with("disk_bytes", CopyReport.Copy::diskBytes);

    private CopyCsv() {}

    static String write(CopyResult result) {
        return COLUMNS.text(result.report().copies());
    }

    private static Optional<String> estimate(Optional<ConfidenceInterval> interval) {
        return interval.map(known -> say("%.4f", known.estimate()));
    }
}
