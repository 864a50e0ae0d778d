package dev.squeeze.feature.published;

import dev.squeeze.engine.experiment.Metric;
import dev.squeeze.engine.inspection.TopicProfile;
import dev.squeeze.engine.measure.CodecMeasurement;
import dev.squeeze.engine.measure.DirectionFigures;
import dev.squeeze.engine.measure.PathFigures;
import dev.squeeze.feature.bench.ArmInfo;
import dev.squeeze.feature.bench.BenchResult;
import dev.squeeze.feature.bench.SearchInfo;
import dev.squeeze.feature.copy.CopyReport;
import dev.squeeze.feature.copy.CopyResult;
import dev.squeeze.feature.inspect.InspectResult;
import dev.squeeze.feature.measure.MeasureResult;
import dev.squeeze.kit.document.Result;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.stats.ConfidenceInterval;
import dev.squeeze.kit.unit.ByteCount;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/**
 * The figures of result documents by name, to be set beside published ones: an arm and a metric of {@code bench}, a codec
 * of {@code copy} or {@code inspect}, a codec at a batch size of {@code measure}, as in {@code zstd:1 64KiB}.
 */
public final class DocumentFigures {
    private static final String SECONDS = "s";
    private static final Map<String, String> OF_COPY = Map.of(
            "ratio", "x",
            "stored-bytes", "bytes",
            "disk-bytes", "bytes",
            "link-bytes", "bytes",
            "records", "records",
            "stored-bytes-per-record", "bytes",
            "client-cpu-per-million", SECONDS,
            "broker-cpu-per-million", SECONDS,
            "seconds-per-million", SECONDS);
    private static final Map<String, String> OF_INSPECT =
            Map.of("ratio", "x", "stored-bytes", "bytes", "records", "records", "stored-bytes-per-record", "bytes");
    private static final Map<String, String> OF_MEASURE = Map.of(
            "ratio", "x",
            "stored-bytes-per-record", "bytes",
            "compress-speed", "MiB/s",
            "decompress-speed", "MiB/s",
            "bare-compress-speed", "MiB/s",
            "bare-decompress-speed", "MiB/s");

    private DocumentFigures() {}

    /** The metrics that documents of a command have, with their units; none of commands that have no such figures. */
    public static Map<String, String> metrics(String command) {
        return switch (command) {
            case "bench" ->
                Arrays.stream(Metric.values())
                        .collect(Collectors.toMap(Metric::key, Metric::unit, (one, other) -> one, TreeMap::new));
            case "copy" -> new TreeMap<>(OF_COPY);
            case "inspect" -> new TreeMap<>(OF_INSPECT);
            case "measure" -> new TreeMap<>(OF_MEASURE);
            default -> Map.of();
        };
    }

    /** A figure; empty where the document does not have it, or says that it may not be quoted. */
    public static Optional<Observed> find(Result document, String arm, String metric) {
        if (document instanceof BenchResult bench) {
            return bench.arms().stream()
                    .filter(one -> one.label().equals(arm) && one.valid())
                    .findFirst()
                    .flatMap(one -> Optional.ofNullable(one.metrics().get(metric)))
                    .map(DocumentFigures::observed)
                    .or(() -> bench.searches().stream()
                            .filter(one -> one.arm().equals(arm))
                            .findFirst()
                            .flatMap(one -> ofSearch(one, metric)));
        }
        if (document instanceof CopyResult copied) {
            return copied.report().copies().stream()
                    .filter(copy -> sameCodec(copy.codec(), arm))
                    .findFirst()
                    .flatMap(copy -> ofCopy(copy, metric));
        }
        if (document instanceof InspectResult inspected) {
            return inspected.profile().codecs().stream()
                    .filter(share -> share.codec().equals(arm))
                    .findFirst()
                    .flatMap(share -> ofCodec(inspected.profile(), share, metric));
        }
        if (document instanceof MeasureResult measured) {
            return measured.sweep().measurements().stream()
                    .filter(one -> arm(one).equals(normal(arm)))
                    .findFirst()
                    .flatMap(one -> ofSetting(one, metric));
        }
        return Optional.empty();
    }

    /**
     * A setting of {@code measure} as all its figures name it.
     *
     * @param text a codec and uncompressed batch bytes, divided by a blank
     * @throws IllegalArgumentException where it is none
     */
    public static String normal(String text) {
        String[] parts = text.strip().split("\\s+", -1);
        if (parts.length != 2) {
            throw new IllegalArgumentException(
                    "a setting of measure is a codec and a batch size, such as 'zstd:1 64KiB', not '" + text + "'");
        }
        return Codec.parse(parts[0]) + " " + ByteCount.parse(parts[1]).bytes();
    }

    /** Whether two name one codec, where one says the level and the other does not. */
    public static boolean sameCodec(String one, String other) {
        return one.equals(other)
                || isCodec(one) && isCodec(other) && Codec.parse(one).equals(Codec.parse(other));
    }

    private static boolean isCodec(String text) {
        return CodecType.named(text.split(":", 2)[0]).isPresent();
    }

    private static String arm(CodecMeasurement measurement) {
        return measurement.codec() + " " + measurement.batchBytes();
    }

    private static Observed observed(ArmInfo.MetricInfo metric) {
        Optional<ConfidenceInterval> interval =
                metric.low().isPresent() && metric.high().isPresent()
                        ? Optional.of(new ConfidenceInterval(
                                metric.estimate(),
                                metric.low().getAsDouble(),
                                metric.high().getAsDouble(),
                                metric.n(),
                                false))
                        : Optional.empty();
        return new Observed(metric.estimate(), interval, metric.rounds());
    }

    /**
     * Of a rate that was searched for, what is known is where it lies: below what failed, above what held. A trial that says
     * otherwise widens that. Everything else comes from one trial, and has no spread.
     */
    private static Optional<Observed> ofSearch(SearchInfo search, String metric) {
        if (!search.problems().isEmpty()
                || !search.complete()
                || search.sustainedRecordsPerSecond().isEmpty()) {
            return Optional.empty();
        }
        if (!metric.equals(Metric.RECORDS_PER_SECOND.key())) {
            return Optional.ofNullable(search.metrics().get(metric))
                    .map(value -> new Observed(value, Optional.empty(), List.of()));
        }
        double held = search.sustainedRecordsPerSecond().getAsDouble();
        if (search.failedRecordsPerSecond().isEmpty()) {
            return Optional.of(new Observed(held, Optional.empty(), List.of()));
        }
        double low = rates(search, false).min().orElse(held);
        double high = rates(search, true).max().orElse(held);
        return Optional.of(Observed.of(new ConfidenceInterval(
                held,
                Math.min(held, low),
                Math.max(search.failedRecordsPerSecond().getAsDouble(), high),
                search.steps().size(),
                false)));
    }

    private static DoubleStream rates(SearchInfo search, boolean sustained) {
        return search.steps().stream()
                .filter(step -> step.sustained() == sustained)
                .mapToDouble(SearchInfo.StepInfo::recordsPerSecond);
    }

    private static Optional<Observed> ofCopy(CopyReport.Copy copy, String metric) {
        return switch (metric) {
            case "ratio" ->
                copy.bytes() > 0 ? counted(copy.uncompressedBytes(), copy.bytes()) : Optional.<Observed>empty();
            case "stored-bytes" -> counted(OptionalLong.of(copy.bytes()), 1);
            case "disk-bytes" -> counted(copy.diskBytes(), 1);
            case "link-bytes" -> counted(OptionalLong.of(copy.linkBytes()), 1);
            case "records" -> counted(OptionalLong.of(copy.records()), 1);
            case "stored-bytes-per-record" ->
                copy.records() > 0 ? counted(OptionalLong.of(copy.bytes()), copy.records()) : Optional.empty();
            case "client-cpu-per-million" -> copy.clientCpuSecondsPerMillion().map(Observed::of);
            case "broker-cpu-per-million" -> copy.brokerCpuSecondsPerMillion().map(Observed::of);
            case "seconds-per-million" -> copy.clockSecondsPerMillion().map(Observed::of);
            default -> Optional.empty();
        };
    }

    private static Optional<Observed> counted(OptionalLong value, double over) {
        return value.isPresent() ? Optional.of(Observed.counted(value.getAsLong() / over)) : Optional.empty();
    }

    /** What was counted is so only of batches that were all read. */
    private static Optional<Observed> ofCodec(TopicProfile profile, TopicProfile.CodecShare share, String metric) {
        boolean whole = profile.reading().map(TopicProfile.TopicReading::whole).orElse(true);
        return switch (metric) {
            case "ratio" -> share.ratio().map(Observed::of);
            case "stored-bytes" -> whole ? counted(OptionalLong.of(share.storedBytes()), 1) : Optional.empty();
            case "records" -> whole ? counted(OptionalLong.of(share.records()), 1) : Optional.empty();
            case "stored-bytes-per-record" ->
                whole && share.records() > 0
                        ? counted(OptionalLong.of(share.storedBytes()), share.records())
                        : Optional.empty();
            default -> Optional.empty();
        };
    }

    private static Optional<Observed> ofSetting(CodecMeasurement setting, String metric) {
        return switch (metric) {
            case "ratio" -> setting.ratio().map(Observed::of);
            case "stored-bytes-per-record" -> setting.storedBytesPerRecord().map(Observed::of);
            case "compress-speed" -> speed(setting.kafka(), PathFigures::compress);
            case "decompress-speed" -> speed(setting.kafka(), PathFigures::decompress);
            case "bare-compress-speed" -> speed(setting.bare(), PathFigures::compress);
            case "bare-decompress-speed" -> speed(setting.bare(), PathFigures::decompress);
            default -> Optional.empty();
        };
    }

    private static Optional<Observed> speed(
            Optional<PathFigures> path, Function<PathFigures, DirectionFigures> direction) {
        return path.map(direction).map(DirectionFigures::mebibytesPerSecond).map(Observed::of);
    }
}
