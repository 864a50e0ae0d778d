package dev.squeeze.feature.inspect;

import dev.squeeze.engine.inspection.TopicProfile;
import dev.squeeze.engine.inspection.TopicProfile.Bin;
import dev.squeeze.engine.inspection.TopicProfile.CodecShare;
import dev.squeeze.engine.inspection.TopicProfile.Distribution;
import dev.squeeze.feature.measure.MeasureFixtures;
import dev.squeeze.kit.format.CodecSpan;
import dev.squeeze.kit.source.ReadNotice;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** Results of {@code squeeze inspect} made by hand. */
public final class InspectFixtures {
    private InspectFixtures() {}

    /** Two partitions, a codec that was changed, transactions and a damaged tail. */
    public static InspectResult mixed() {
        return new InspectResult(
                MeasureFixtures.run("inspect", "segment:/data"),
                "segment:/data",
                new TopicProfile(
                        3,
                        40_000,
                        1_200_000,
                        402_653_184,
                        List.of(
                                new CodecShare(
                                        "zstd",
                                        301_989_888,
                                        1_100_000,
                                        20_000,
                                        ratio(4.25, 0.06, 256),
                                        Optional.empty()),
                                new CodecShare("none", 100_653_184, 100_000, 20_000, exact(), Optional.empty())),
                        List.of(
                                new CodecSpan(
                                        Instant.parse("2026-01-01T00:00:00Z"),
                                        4_096,
                                        100_653_184,
                                        100_000,
                                        List.of(new CodecSpan.Part("none", 100_653_184))),
                                new CodecSpan(
                                        Instant.parse("2026-01-01T01:08:16Z"),
                                        4_096,
                                        301_989_888,
                                        1_100_000,
                                        List.of(new CodecSpan.Part("zstd", 301_989_888)))),
                        distribution(1, 20, 110, 512),
                        distribution(120, 9_000, 16_200, 1_048_500),
                        0.125,
                        OptionalDouble.of(146.5),
                        OptionalDouble.of(0.0625),
                        new TopicProfile.Producers(
                                12,
                                0.75,
                                0.31,
                                List.of(
                                        new TopicProfile.Producer(4_001, 12_400, 0.31, 400_000, 120_000_000),
                                        new TopicProfile.Producer(4_007, 6_000, 0.15, 200_000, 60_000_000))),
                        900,
                        450,
                        0,
                        new TopicProfile.OffsetHoles(700, 80),
                        Optional.of(Instant.parse("2026-01-01T00:00:01Z")),
                        Optional.of(Instant.parse("2026-01-01T02:16:31Z")),
                        ratio(3.4375, 0.05, 512),
                        Optional.of(new TopicProfile.UnpackedSample(
                                512, 15_000, 1, distribution(90, 310, 900, 4_096), 412.5, 0.98, 0.015, 1)),
                        List.of(
                                new TopicProfile.Partition("orders-0", 2, 30_000, 900_000, 302_000_000, 1_000, 901_000),
                                new TopicProfile.Partition("orders-1", 1, 10_000, 300_000, 100_653_184, 0, 300_100)),
                        2,
                        Optional.empty()),
                List.of(new ReadNotice(
                        ReadNotice.Kind.BATCHES_LEFT_OUT,
                        "/data/orders-1/00000000000000000000.log at byte 100653184: the file ends within the header of a"
                                + " batch; the last 17 bytes of the file are not read")));
    }

    /** More producers than are distinguished. */
    static InspectResult manyProducers() {
        InspectResult few = unknown();
        TopicProfile profile = few.profile();
        return new InspectResult(
                few.run(),
                few.inspected(),
                new TopicProfile(
                        1,
                        100_000,
                        100_000,
                        9_000_000,
                        profile.codecs(),
                        profile.spans(),
                        profile.recordsPerBatch(),
                        profile.batchBytes(),
                        1,
                        OptionalDouble.empty(),
                        OptionalDouble.empty(),
                        new TopicProfile.Producers(
                                65_536, 1, 0.01, List.of(new TopicProfile.Producer(17, 1_000, 0.01, 1_000, 90_000))),
                        0,
                        0,
                        0,
                        profile.holes(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        profile.partitions(),
                        1,
                        Optional.empty()),
                List.of());
    }

    /** One partition of which nothing could be decompressed and nothing has a timestamp. */
    public static InspectResult unknown() {
        return new InspectResult(
                MeasureFixtures.run("inspect", "segment:a.log"),
                "segment:a.log",
                new TopicProfile(
                        1,
                        2,
                        2,
                        180,
                        List.of(new CodecShare("unknown-5", 180, 2, 2, Optional.empty(), Optional.empty())),
                        List.of(),
                        distribution(1, 1, 1, 1),
                        distribution(90, 90, 90, 90),
                        1,
                        OptionalDouble.empty(),
                        OptionalDouble.empty(),
                        new TopicProfile.Producers(0, 0, 0, List.of()),
                        0,
                        0,
                        2,
                        new TopicProfile.OffsetHoles(0, 0),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        List.of(new TopicProfile.Partition("a-0", 1, 2, 2, 180, 0, 1)),
                        1,
                        Optional.empty()),
                List.of());
    }

    /** A large topic of which only stretches were read. */
    public static InspectResult sampled() {
        return new InspectResult(
                MeasureFixtures.run("inspect", "topic:orders", "--bootstrap-server", "kafka1:9092"),
                "topic:orders",
                new TopicProfile(
                        0,
                        2_048,
                        61_440,
                        16_777_216,
                        List.of(
                                new CodecShare(
                                        "lz4",
                                        12_582_912,
                                        51_200,
                                        1_536,
                                        ratio(3.1, 0.04, 256),
                                        ratio(0.75, 0.05, 256)),
                                new CodecShare("none", 4_194_304, 10_240, 512, exact(), ratio(0.25, 0.05, 256))),
                        List.of(new CodecSpan(
                                Instant.parse("2026-01-01T00:00:00Z"),
                                65_536,
                                16_777_216,
                                61_000,
                                List.of(new CodecSpan.Part("lz4", 12_582_912), new CodecSpan.Part("none", 4_194_304)))),
                        distribution(1, 30, 90, 120),
                        distribution(400, 8_000, 16_100, 16_384),
                        0.05,
                        OptionalDouble.of(2_000),
                        OptionalDouble.empty(),
                        new TopicProfile.Producers(
                                3, 1, 0.34, List.of(new TopicProfile.Producer(17, 696, 0.34, 20_890, 5_704_253))),
                        0,
                        0,
                        0,
                        new TopicProfile.OffsetHoles(0, 12),
                        Optional.of(Instant.parse("2026-01-01T00:00:01Z")),
                        Optional.of(Instant.parse("2026-01-01T15:10:00Z")),
                        ratio(2.575, 0.05, 256),
                        Optional.of(new TopicProfile.UnpackedSample(
                                2_048, 61_440, 0, distribution(90, 310, 900, 4_096), 412.5, 1, 0.01, 1)),
                        List.of(
                                new TopicProfile.Partition("orders-0", 0, 1_024, 30_720, 8_388_608, 1_000, 54_613_999),
                                new TopicProfile.Partition("orders-1", 0, 1_024, 30_720, 8_388_608, 0, 54_599_999)),
                        2,
                        Optional.of(new TopicProfile.TopicReading(
                                false,
                                256,
                                455_000,
                                109_213_000,
                                18_350_080,
                                1,
                                Optional.of(ConfidenceInterval.around(29_800_000_000.0, 700_000_000, 256))))),
                List.of());
    }

    /** Ninety of a hundred in the bin of the median, the others in that of the largest. */
    private static Distribution distribution(long p5, long p50, long p95, long max) {
        long middle = Long.highestOneBit(p50);
        long end = Long.highestOneBit(max);
        List<Bin> bins = new ArrayList<>();
        for (long from = middle; from <= end; from *= 2) {
            double share = (from == middle ? 0.9 : 0) + (from == end ? 0.1 : 0);
            bins.add(new Bin(from, 2 * from - 1, share));
        }
        return new Distribution(p5, p50, p95, max, bins);
    }

    private static Optional<ConfidenceInterval> ratio(double estimate, double halfWidth, long n) {
        return Optional.of(ConfidenceInterval.around(estimate, halfWidth, n));
    }

    private static Optional<ConfidenceInterval> exact() {
        return Optional.of(ConfidenceInterval.exact(1, 256));
    }
}
