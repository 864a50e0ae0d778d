package dev.squeeze.feature.inspect;

import dev.squeeze.engine.inspection.TopicProfile;
import dev.squeeze.kit.document.CsvTable;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.Optional;

/** One row for the total, one per codec and one per partition. */
final class InspectCsv {
    private final CsvTable table = new CsvTable(
            "part",
            "name",
            "batches",
            "records",
            "stored_bytes",
            "ratio",
            "ratio_low",
            "ratio_high",
            "ratio_n",
            "byte_share_low",
            "byte_share_high");

    private InspectCsv() {}

    static String write(InspectResult result) {
        TopicProfile profile = result.profile();
        InspectCsv csv = new InspectCsv();
        csv.row(
                "all",
                "",
                profile.batches(),
                profile.records(),
                profile.storedBytes(),
                profile.ratio(),
                Optional.empty());
        for (TopicProfile.CodecShare codec : profile.codecs()) {
            csv.row(
                    "codec",
                    codec.codec(),
                    codec.batches(),
                    codec.records(),
                    codec.storedBytes(),
                    codec.ratio(),
                    codec.byteShare());
        }
        for (TopicProfile.Partition partition : profile.partitions()) {
            csv.row(
                    "partition",
                    partition.partition(),
                    partition.batches(),
                    partition.records(),
                    partition.storedBytes(),
                    Optional.empty(),
                    Optional.empty());
        }
        return csv.table.text();
    }

    private void row(
            String part,
            String name,
            long batches,
            long records,
            long storedBytes,
            Optional<ConfidenceInterval> ratio,
            Optional<ConfidenceInterval> byteShare) {
        table.row(
                part,
                name,
                batches,
                records,
                storedBytes,
                ratio.map(ConfidenceInterval::estimate),
                ratio.map(ConfidenceInterval::low),
                ratio.map(ConfidenceInterval::high),
                ratio.map(ConfidenceInterval::n),
                byteShare.map(ConfidenceInterval::low),
                byteShare.map(ConfidenceInterval::high));
    }
}
