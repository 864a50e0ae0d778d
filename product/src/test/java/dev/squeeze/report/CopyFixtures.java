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

/** Results of {@code squeeze copy} made by hand. */
final class CopyFixtures {
    private CopyFixtures() {}

    /** Once per codec on brokers of our own, compared: two are equal, one is not. */
    static CopyResult compared() {
        return new CopyResult(
                MeasureFixtures.run("copy", "orders", "--codecs", "none,zstd:3,keep", "--embedded", "--verify"),
                "kafka1:9092",
                new ClusterInfo(true, OptionalInt.of(1), Optional.empty(), OptionalLong.of(536_870_912L), "process"),
                0,
                false,
                Optional.empty(),
                new CopyReport(
                        "orders",
                        2,
                        List.of(
                                copy("none", 1_130_000_000L, OptionalLong.of(1_130_000_000L), 0.51, 4.2),
                                copy("zstd:3", 251_000_000L, OptionalLong.of(1_130_000_000L), 3.75, 3.1),
                                copy("keep", 402_000_000L, OptionalLong.empty(), 0.19, 2.9)),
                        true,
                        false,
                        Optional.empty(),
                        List.of(),
                        0,
                        Map.of("retention.ms", "604800000"),
                        Optional.of(1.25),
                        Optional.of(6.5),
                        402_500_000L,
                        41.5),
                List.of(
                        proof("orders-none", 1_500_000, "00c0ffee00c0ffee", 0),
                        proof("orders-zstd-3", 1_499_999, "0123456789abcdef", 0),
                        proof("orders-keep", 1_500_000, "00c0ffee00c0ffee", 1_200)));
    }

    private static CopyReport.Copy copy(
            String codec, long bytes, OptionalLong uncompressedBytes, double clientSeconds, double brokerSeconds) {
        return new CopyReport.Copy(
                codec,
                "orders-" + codec.replace(':', '-'),
                true,
                3_000_000,
                3_000_000,
                60_000,
                bytes,
                uncompressedBytes,
                uncompressedBytes.isPresent() ? 0 : 59_990,
                402_000_000L,
                250,
                List.of(),
                0,
                Optional.of(interval(0.125)),
                Optional.of(interval(clientSeconds)),
                Optional.of(interval(brokerSeconds)),
                Optional.of(interval(4.2)),
                12.5,
                OptionalLong.of(bytes + 1_000_000),
                bytes + 4_000_000,
                List.of(
                        new CopyReport.PartitionProgress(0, 0, 1_500_253, 1_500_000),
                        new CopyReport.PartitionProgress(1, 70, 1_500_070, 1_500_000)));
    }

    private static ConfidenceInterval interval(double estimate) {
        return new ConfidenceInterval(estimate, 0.95 * estimate, 1.05 * estimate, 71, false);
    }

    private static CopyProof proof(String topic, long copyRecords, String copyChecksum, long beyondProof) {
        return new CopyProof(
                topic,
                List.of(
                        new CopyProof.Partition(
                                0,
                                1_500_000 - beyondProof,
                                copyRecords - beyondProof,
                                "00c0ffee00c0ffee",
                                copyChecksum,
                                beyondProof),
                        new CopyProof.Partition(1, 1_500_000, 1_500_000, "fedcba9876543210", "fedcba9876543210", 0)));
    }

    /** Followed to another cluster, with trouble on the way and at the end, and little of everything. */
    static CopyResult broken() {
        return new CopyResult(
                MeasureFixtures.run("copy", "orders", "--codecs", "zstd:6", "--to-bootstrap-server", "dr1:9092"),
                "kafka1:9092",
                new ClusterInfo(
                        false, OptionalInt.empty(), Optional.of("dr1:9092"), OptionalLong.empty(), "not visible"),
                262_144,
                true,
                Optional.of("5,000 records/s"),
                new CopyReport(
                        "orders",
                        1,
                        List.of(new CopyReport.Copy(
                                "zstd:6",
                                "orders",
                                false,
                                0,
                                900,
                                0,
                                0,
                                OptionalLong.empty(),
                                0,
                                0,
                                0,
                                List.of(new CopyGap(0, 1_000, 1_500)),
                                700,
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                0,
                                OptionalLong.empty(),
                                2_048,
                                List.of(new CopyReport.PartitionProgress(0, 100, 1_500, 900)))),
                        false,
                        true,
                        Optional.of("topic orders of dr1:9092: it was deleted while it was copied"),
                        List.of("a fetch of orders-0: NOT_LEADER_OR_FOLLOWER", "dr1:9092 did not answer in time"),
                        2,
                        Map.of(),
                        Optional.empty(),
                        Optional.empty(),
                        4_096,
                        41.25),
                List.of());
    }
}
