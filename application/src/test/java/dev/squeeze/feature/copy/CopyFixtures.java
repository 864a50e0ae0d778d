package dev.squeeze.feature.copy;

import dev.squeeze.feature.measure.MeasureFixtures;
import dev.squeeze.kit.document.BrokerUsage;
import dev.squeeze.kit.document.ClusterInfo;
import dev.squeeze.kit.format.CodecSpan;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/** Hand-made results of {@code squeeze copy}. */
public final class CopyFixtures {
    private CopyFixtures() {}

    /** One copy per codec on embedded brokers, compared: two are equal, one is not. */
    public static CopyResult compared() {
        return new CopyResult(
                MeasureFixtures.run("copy", "orders", "--codecs", "none,zstd:3,keep", "--embedded", "--verify"),
                "kafka1:9092",
                new ClusterInfo(
                        true, OptionalInt.of(1), Optional.empty(), OptionalLong.of(536_870_912L), BrokerUsage.PROCESS),
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
                        OptionalLong.empty(),
                        false,
                        Optional.empty(),
                        List.of(),
                        0,
                        Map.of("retention.ms", "604800000"),
                        Optional.of(1.25),
                        Optional.of(6.5),
                        402_500_000L,
                        41.5,
                        points(402_000_000L, 0),
                        List.of(
                                span(0, 90_000_000L, 80_000, "none"),
                                span(1, 150_000_000L, 400_000, "snappy", "none"),
                                span(2, 70_000_000L, 400_000, "snappy"),
                                span(3, 92_000_000L, 620_000, "zstd", "snappy"))),
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
                Optional.empty(),
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
                        new CopyReport.PartitionProgress(1, 70, 1_500_070, 1_500_000)),
                points(402_000_000L, bytes));
    }

    private static final int POINTS = 5;

    /** @param writtenBytes 0 for the source itself */
    private static List<CopyPoint> points(long sourceBytes, long writtenBytes) {
        return IntStream.range(0, POINTS)
                .mapToObj(i -> new CopyPoint(
                        8.0 * i,
                        8.0 * i + 2,
                        3_000_000 / POINTS,
                        sourceBytes / POINTS,
                        writtenBytes * (i + 3) / (5L * POINTS),
                        0.5 + i % 2,
                        writtenBytes == 0 ? Optional.empty() : Optional.of(0.25)))
                .toList();
    }

    private static CodecSpan span(int hour, long bytes, long records, String... codecs) {
        return new CodecSpan(
                Instant.parse("2026-11-21T06:00:00Z").plusSeconds(3_600L * hour),
                3_600,
                bytes,
                records,
                IntStream.range(0, codecs.length)
                        .mapToObj(i -> new CodecSpan.Part(
                                codecs[i], codecs.length == 1 ? bytes : i == 0 ? bytes - bytes / 4 : bytes / 4))
                        .toList());
    }

    private static ConfidenceInterval interval(double estimate) {
        return new ConfidenceInterval(estimate, 0.95 * estimate, 1.05 * estimate, 71, false);
    }

    private static CopyProof proof(String topic, long copyRecords, String copyChecksum, long recordsNotInSource) {
        return new CopyProof(
                topic,
                List.of(
                        new CopyProof.Partition(
                                0,
                                1_500_000 - recordsNotInSource,
                                copyRecords - recordsNotInSource,
                                "00c0ffee00c0ffee",
                                copyChecksum,
                                recordsNotInSource),
                        new CopyProof.Partition(1, 1_500_000, 1_500_000, "fedcba9876543210", "fedcba9876543210", 0)));
    }

    /** Copied by two workers, one of which was killed. */
    public static CopyResult byWorkers() {
        return compared()
                .copiedBy(new CopyWorkers(
                        "lab",
                        Optional.of("control:9092"),
                        2,
                        List.of(
                                new CopyWorkers.Member(
                                        "first-host-123-a1b",
                                        "0.1.0",
                                        "Linux 6.1.0 amd64",
                                        8,
                                        List.of(0, 1),
                                        7_000_000,
                                        1_400_000_000L,
                                        2,
                                        0,
                                        0,
                                        1),
                                new CopyWorkers.Member(
                                        "second-host-456-c2d",
                                        "0.1.0",
                                        "Linux 6.1.0 amd64",
                                        4,
                                        List.of(1),
                                        2_000_000,
                                        383_000_000,
                                        0,
                                        0,
                                        1,
                                        0)),
                        1));
    }

    /** Followed to another cluster, with failures on the way and at the end, and little data. */
    public static CopyResult broken() {
        return new CopyResult(
                MeasureFixtures.run("copy", "orders", "--codecs", "zstd:6", "--to-bootstrap-server", "dr1:9092"),
                "kafka1:9092",
                new ClusterInfo(
                        false,
                        OptionalInt.empty(),
                        Optional.of("dr1:9092"),
                        OptionalLong.empty(),
                        BrokerUsage.NOT_VISIBLE),
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
                                Optional.of(
                                        "orders keeps less than the source: it has retention.ms=604800000 (7 d), the source"
                                                + " 7776000000 (90 d). Its brokers delete copied records accordingly, old ones within"
                                                + " minutes, since timestamps are kept. To keep what the source keeps:"
                                                + " kafka-configs.sh --bootstrap-server dr1:9092 --alter --entity-type topics"
                                                + " --entity-name orders --add-config retention.ms=7776000000"),
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
                                List.of(new CopyReport.PartitionProgress(0, 100, 1_500, 900)),
                                List.of())),
                        false,
                        OptionalLong.of(1_234),
                        true,
                        Optional.of("topic orders of dr1:9092: it was deleted during the copy"),
                        List.of("a fetch of orders-0: NOT_LEADER_OR_FOLLOWER", "dr1:9092 did not answer in time"),
                        2,
                        Map.of(),
                        Optional.empty(),
                        Optional.empty(),
                        4_096,
                        41.25,
                        List.of(),
                        List.of()),
                List.of());
    }
}
