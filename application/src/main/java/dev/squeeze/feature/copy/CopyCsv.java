package dev.squeeze.feature.copy;

import static dev.squeeze.kit.document.Figures.say;

import dev.squeeze.kit.document.CsvTable;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.Optional;

/** A row for each copy. */
final class CopyCsv {
    private CopyCsv() {}

    static String write(CopyResult result) {
        CsvTable table = new CsvTable(
                "codec",
                "topic",
                "records",
                "batches",
                "bytes",
                "uncompressed_bytes",
                "source_bytes",
                "aborted_records",
                "lost_offsets",
                "client_cpu_seconds_per_million",
                "broker_cpu_seconds_per_million",
                "busy_seconds",
                "disk_bytes");
        for (CopyReport.Copy copy : result.report().copies()) {
            table.row(
                    copy.codec(),
                    copy.topic(),
                    copy.records(),
                    copy.batches(),
                    copy.bytes(),
                    copy.uncompressedBytes(),
                    copy.sourceBytes(),
                    copy.abortedRecords(),
                    copy.lostInAll(),
                    estimate(copy.clientCpuSecondsPerMillion()),
                    estimate(copy.brokerCpuSecondsPerMillion()),
                    say("%.3f", copy.busySeconds()),
                    copy.diskBytes());
        }
        return table.text();
    }

    private static Optional<String> estimate(Optional<ConfidenceInterval> interval) {
        return interval.map(known -> say("%.4f", known.estimate()));
    }
}
