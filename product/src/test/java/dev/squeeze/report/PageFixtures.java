package dev.squeeze.report;

import dev.squeeze.copy.CopyGap;
import dev.squeeze.copy.CopyProof;
import dev.squeeze.copy.CopyReport;
import dev.squeeze.stats.ConfidenceInterval;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;

/** Every result that is made a page of: those of the golden files, and copies of topics. */
final class PageFixtures {
    private PageFixtures() {}

    static Map<String, Result> all() {
        Map<String, Result> all = new TreeMap<>(GoldenRenderingTest.RESULTS);
        all.put("copied-and-compared", copied("aa", false));
        all.put("copied-and-different", copied("bb", true));
        return all;
    }

    private static CopyResult copied(String checksum, boolean failed) {
        return new CopyResult(
                MeasureFixtures.run("copy", "topic:orders", "--bootstrap-server", "kafka1:9092"),
                "kafka1:9092",
                new ClusterInfo(true, OptionalInt.of(1), Optional.empty(), OptionalLong.of(512 << 20), "process"),
                131_072,
                false,
                Optional.empty(),
                new CopyReport(
                        "orders",
                        2,
                        List.of(
                                copy("zstd:3", 12_000_000, failed),
                                copy("lz4", 21_000_000, failed),
                                copy("keep", 0, failed)),
                        !failed,
                        false,
                        failed ? Optional.of("no connection to kafka1:9092") : Optional.empty(),
                        List.of(),
                        0,
                        Map.of("retention.ms", "604800000"),
                        Optional.of(0.4),
                        Optional.empty(),
                        12.5),
                List.of(new CopyProof(
                        "orders-zstd-3", List.of(new CopyProof.Partition(0, 500_000, 500_000, "aa", checksum, 3)))));
    }

    private static CopyReport.Copy copy(String codec, long bytes, boolean failed) {
        boolean any = bytes > 0;
        return new CopyReport.Copy(
                codec,
                "orders-" + codec.replace(':', '-'),
                true,
                any ? 500_000 : 0,
                any ? 500_000 : 0,
                any ? 4_000 : 0,
                bytes,
                any ? OptionalLong.of(61_000_000) : OptionalLong.empty(),
                0,
                any ? 61_000_000 : 0,
                17,
                failed ? List.of(new CopyGap(1, 5, 90)) : List.of(),
                failed ? 85 : 0,
                0.7,
                any ? Optional.of(ConfidenceInterval.around(2.5, 0.3, 6)) : Optional.empty(),
                Optional.empty(),
                any ? 4.2 : 0,
                OptionalLong.empty(),
                List.of(new CopyReport.PartitionProgress(0, 0, 500_000, 500_000)));
    }
}
