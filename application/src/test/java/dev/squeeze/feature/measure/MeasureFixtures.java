package dev.squeeze.feature.measure;

import dev.squeeze.engine.measure.ClientSweep;
import dev.squeeze.engine.measure.CodecMeasurement;
import dev.squeeze.engine.measure.Contention;
import dev.squeeze.engine.measure.DirectionFigures;
import dev.squeeze.engine.measure.PathFigures;
import dev.squeeze.engine.measure.SkippedSetting;
import dev.squeeze.kit.document.RunInfo;
import dev.squeeze.kit.document.SourceInfo;
import dev.squeeze.kit.environment.Environment;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.source.ReadNotice;
import dev.squeeze.kit.source.Sample;
import dev.squeeze.kit.source.StoredBatches;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Hand-made results of {@code squeeze measure}: nothing in them depends on the machine or the date. */
public final class MeasureFixtures {
    static final int SMALL = 16_384;
    static final int LARGE = 1_048_576;

    private MeasureFixtures() {}

    /** Two batch sizes and another client, with all figures, on an idle machine. */
    public static MeasureResult complete() {
        return new MeasureResult(
                run("measure", "events.jsonl", "--codecs", "zstd:3,lz4", "--client", "franz-go"),
                keyedSource(),
                withClients(completeSweep()));
    }

    /**
     * Interrupted on a busy machine: absent speeds, a ratio of too few batches, wide ratios, settings left out for each
     * reason.
     */
    public static MeasureResult troubled() {
        return new MeasureResult(run("measure", "dump.bin"), troubledSource(), troubledSweep());
    }

    public static RunInfo run(String... words) {
        Map<String, String> libraries = new LinkedHashMap<>();
        libraries.put("zstd", "1.5.7-17");
        libraries.put("lz4-java", "1.11.2");
        libraries.put("snappy", "1.1.10");
        libraries.put("zlib", "of the JDK");
        List<String> command = new ArrayList<>(List.of("squeeze"));
        command.addAll(List.of(words));
        return new RunInfo(
                command,
                Instant.parse("2026-01-02T03:04:05Z"),
                61.25,
                new Environment(
                        "0.1.0",
                        "4.4.0",
                        libraries,
                        "Example CPU @ 3.00GHz",
                        8,
                        34_359_738_368L,
                        1_073_741_824L,
                        "Linux 6.1 amd64",
                        "OpenJDK 64-Bit Server VM 17.0.15+6",
                        OptionalDouble.of(0.25)));
    }

    public static SourceInfo keyedSource() {
        return new SourceInfo(
                "file:events.jsonl",
                "jsonl",
                250_000,
                75_497_472,
                new Sample.RecordBytes(42, 290, 301.99, 640, 4_096),
                true,
                true,
                OptionalDouble.of(1_234.5),
                1,
                List.of(),
                List.of(
                        new SourceInfo.SampledSize(SMALL, 4_700, 1_024, 4_700, 53.191, List.of(4.1, 4.3, 4.2)),
                        new SourceInfo.SampledSize(LARGE, 74, 74, 74, 3_378.4, List.of())),
                Optional.empty(),
                Optional.empty());
    }

    /** From a topic, of which only a part was read. */
    public static SourceInfo storedSource() {
        SourceInfo keyed = keyedSource();
        return new SourceInfo(
                "topic:orders",
                "topic",
                keyed.records(),
                keyed.payloadBytes(),
                keyed.recordBytes(),
                true,
                true,
                OptionalDouble.of(2_000),
                1,
                List.of(new ReadNotice(
                        ReadNotice.Kind.SAMPLED_TOPIC,
                        "topic:orders was sampled: 256 of 455,000 stretches were read, drawn at random")),
                keyed.samples(),
                Optional.of(new StoredBatches(
                        false,
                        CodecType.LZ4,
                        0.98,
                        20_000,
                        12.5,
                        3_915,
                        2.1,
                        OptionalDouble.of(4.25),
                        OptionalDouble.of(2_000),
                        OptionalDouble.of(604_800),
                        48,
                        OptionalLong.of(66_000_000),
                        Optional.empty(),
                        OptionalDouble.of(0.25),
                        OptionalDouble.of(14.5),
                        Optional.of(CodecType.NONE))),
                Optional.empty());
    }

    /** Records of a file, compared with the batches stored in a topic. */
    public static SourceInfo comparedSource() {
        SourceInfo keyed = keyedSource();
        return new SourceInfo(
                keyed.source(),
                keyed.format(),
                keyed.records(),
                keyed.payloadBytes(),
                keyed.recordBytes(),
                keyed.keyed(),
                keyed.timestamps(),
                keyed.recordsPerSecond(),
                keyed.seed(),
                keyed.notices(),
                keyed.samples(),
                storedSource().stored(),
                Optional.of("topic:orders"));
    }

    public static SourceInfo troubledSource() {
        return new SourceInfo(
                "file:dump.bin",
                "lines",
                900,
                1_500_000,
                new Sample.RecordBytes(1, 1_500, 1_666.67, 9_000, 20_000),
                false,
                false,
                OptionalDouble.empty(),
                7,
                List.of(
                        new ReadNotice(
                                ReadNotice.Kind.BINARY_AS_LINES,
                                "dump.bin looks binary but is read as lines: give --format length-prefixed if it is that"),
                        new ReadNotice(ReadNotice.Kind.FILE_LEFT_OUT, "left out: empty.bin is empty")),
                List.of(
                        new SourceInfo.SampledSize(1, 900, 900, 900, 1, List.of(1.1, 2.9, 1.0, 1.2)),
                        new SourceInfo.SampledSize(SMALL, 96, 12, 96, 9.375, List.of(1.3, 3.4))),
                Optional.empty(),
                Optional.empty());
    }

    public static SweepInfo completeSweep() {
        return new SweepInfo(
                60,
                12,
                false,
                Optional.of(new Contention(1.01)),
                List.of(
                        row("none", SMALL, ConfidenceInterval.exact(1, 1_024), 12_400.5, true),
                        row("lz4", SMALL, interval(3.2, 0.004), 1_650, false),
                        row("zstd:3", SMALL, interval(4.6217, 0.009), 410.25, true),
                        row("none", LARGE, ConfidenceInterval.exact(1, 74), 11_000, true),
                        row("zstd:3", LARGE, interval(123.456, 0.011, 74), 95.5, true)),
                List.of(),
                List.of());
    }

    private static SweepInfo withClients(SweepInfo sweep) {
        ClientSweep franzGo = new ClientSweep(
                "franz-go",
                "franz-go 1.22.3",
                List.of(
                        ofClient("lz4", SMALL, Optional.of(interval(3.1, 0.004)), 800, false),
                        ofClient("zstd:3", SMALL, Optional.of(interval(4.6, 0.009)), 240, true),
                        ofClient("zstd:10", LARGE, Optional.empty(), 24, false)));
        return new SweepInfo(
                sweep.budgetSeconds(),
                sweep.rounds(),
                sweep.interrupted(),
                sweep.contention(),
                sweep.measurements(),
                sweep.skipped(),
                List.of(franzGo));
    }

    private static CodecMeasurement ofClient(
            String codec, int size, Optional<ConfidenceInterval> ratio, double compressMib, boolean optimal) {
        return new CodecMeasurement(
                Codec.parse(codec),
                size,
                size * 0.985,
                size / 308.0,
                ratio,
                ratio.map(known -> known.dividing(308)),
                Optional.empty(),
                ratio.map(known -> path(compressMib, 0.03)),
                optimal,
                List.of());
    }

    public static SweepInfo troubledSweep() {
        return new SweepInfo(
                3,
                2,
                true,
                Optional.of(new Contention(1.87)),
                List.of(
                        troubled(
                                "none",
                                1,
                                Optional.of(ConfidenceInterval.exact(1, 900)),
                                Optional.of(path(800, 0.05)),
                                Optional.of(path(1_000, 0.05))),
                        troubled("zstd:1", 1, Optional.of(interval(0.9512, 0.002)), Optional.empty(), Optional.empty()),
                        troubled(
                                "none",
                                SMALL,
                                Optional.of(ConfidenceInterval.around(1, 0, 12)),
                                Optional.of(path(9_000, 0.05)),
                                Optional.of(path(11_250, 0.05))),
                        troubled(
                                "snappy",
                                SMALL,
                                Optional.of(ConfidenceInterval.around(2.5, 0.4, 12)),
                                Optional.of(path(700, 0.31)),
                                Optional.empty()),
                        troubled("zstd:1", SMALL, Optional.empty(), Optional.empty(), Optional.empty())),
                List.of(
                        skipped(
                                "gzip:9",
                                1,
                                SkippedSetting.Reason.BELOW_FLOOR,
                                "5.10 MiB/s, the floor is 10",
                                1.02,
                                5.1),
                        skipped("lz4:1", SMALL, SkippedSetting.Reason.DOMINATED, "by snappy", 2.4, 300),
                        skipped("lz4:3", SMALL, SkippedSetting.Reason.DOMINATED, "by snappy", 2.45, 250),
                        new SkippedSetting(
                                Codec.parse("zstd:22"),
                                SMALL,
                                SkippedSetting.Reason.OUT_OF_TIME,
                                "not tried: the budget was used up",
                                OptionalDouble.empty(),
                                OptionalDouble.empty())),
                List.of());
    }

    private static SkippedSetting skipped(
            String codec, int size, SkippedSetting.Reason reason, String detail, double ratio, double speed) {
        return new SkippedSetting(
                Codec.parse(codec), size, reason, detail, OptionalDouble.of(ratio), OptionalDouble.of(speed));
    }

    private static ConfidenceInterval interval(double estimate, double relativeHalfWidth) {
        return interval(estimate, relativeHalfWidth, 128);
    }

    private static ConfidenceInterval interval(double estimate, double relativeHalfWidth, long n) {
        return ConfidenceInterval.around(estimate, estimate * relativeHalfWidth, n);
    }

    static CodecMeasurement row(String codec, int size, ConfidenceInterval ratio, double compressMib, boolean optimal) {
        return new CodecMeasurement(
                Codec.parse(codec),
                size,
                size * 0.985,
                size / 308.0,
                Optional.of(ratio),
                Optional.of(ratio.dividing(308)),
                Optional.of(path(compressMib, 0.018)),
                Optional.of(path(compressMib * 1.25, 0.007)),
                optimal,
                List.of());
    }

    private static CodecMeasurement troubled(
            String codec,
            int size,
            Optional<ConfidenceInterval> ratio,
            Optional<PathFigures> kafka,
            Optional<PathFigures> bare) {
        return new CodecMeasurement(
                Codec.parse(codec),
                size,
                size == 1 ? 1_673.5 : size * 0.985,
                size == 1 ? 1 : 9.375,
                ratio,
                ratio.map(known -> known.dividing(1_690)),
                kafka,
                bare,
                false,
                List.of());
    }

    private static PathFigures path(double compressMib, double relativeHalfWidth) {
        return new PathFigures(
                direction(compressMib, relativeHalfWidth, 2_048),
                direction(compressMib * 2.5, relativeHalfWidth / 2, 70_000.5));
    }

    private static DirectionFigures direction(double mib, double relativeHalfWidth, double allocatedBytes) {
        ConfidenceInterval speed = ConfidenceInterval.around(mib, mib * relativeHalfWidth, 12);
        return new DirectionFigures(
                speed, speed.dividing(308 * 1e9 / (1 << 20)), ConfidenceInterval.around(allocatedBytes, 64, 12));
    }
}
