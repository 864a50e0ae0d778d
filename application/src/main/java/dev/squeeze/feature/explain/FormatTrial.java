package dev.squeeze.feature.explain;

import dev.squeeze.engine.encoding.DataFormat;
import dev.squeeze.engine.encoding.EncodedValues;
import dev.squeeze.engine.encoding.EncodingSpeeds;
import dev.squeeze.engine.encoding.Encodings;
import dev.squeeze.engine.encoding.ValueDocument;
import dev.squeeze.engine.measure.FormedBatches;
import dev.squeeze.engine.measure.PathFigures;
import dev.squeeze.engine.measure.SweepListener;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.kit.cli.FailedException;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Converts the records to other formats, lets the simulated producer form batches of them, and compresses these. */
final class FormatTrial {
    /** Maximum bytes of the sample to convert; less if the codec is too slow. */
    private static final long MAX_BYTES = 12L << 20;

    private static final int MAX_TIMED_VALUES = 1_000;
    private static final int DEEP_BATCH_BYTES = 1 << 18;
    private static final int DEEP_LINGER_MILLIS = 20;
    private static final Duration COMPRESSING = Duration.ofSeconds(2);
    private static final long NANOS_OF_A_CELL = 90_000_000L;

    private final BatchForming forming;
    private final Function<byte[], Optional<ValueDocument>> documents;
    private final SweepListener listener;

    /**
     * @param forming of the records as they are
     * @param documents parses a value; empty if it is not a document
     */
    FormatTrial(BatchForming forming, Function<byte[], Optional<ValueDocument>> documents, SweepListener listener) {
        this.forming = forming.affordable(COMPRESSING, MAX_BYTES);
        this.documents = documents;
        this.listener = listener;
    }

    /** Empty if stopped, or if no value is a document. */
    Optional<FormatComparison> run() {
        List<byte[]> values = forming.sent().records().stream()
                .map(record -> Optional.ofNullable(record.value()))
                .flatMap(Optional::stream)
                .toList();
        listener.progress("inferring a schema", 0);
        Optional<Encodings> encodings = Encodings.infer(values, documents, listener::stopRequested);
        return encodings.flatMap(inferred -> inferred.write(
                        listener::stopRequested,
                        done -> listener.progress("converting the records to other formats", done))
                .flatMap(written -> compare(inferred, values, written)));
    }

    private Optional<FormatComparison> compare(Encodings inferred, List<byte[]> values, List<EncodedValues> written) {
        listener.progress("timing serialisers", 0);
        Map<DataFormat, EncodingSpeeds.Speed> speeds = speeds(inferred);
        List<EncodedValues> all = new ArrayList<>();
        all.add(new EncodedValues(DataFormat.AS_THEY_ARE, values, Map.of(), 0));
        all.addAll(written);
        List<Formed> formed = formed(all);
        if (listener.stopRequested()) {
            return Optional.empty();
        }
        listener.progress("timing compression", 0);
        List<FormedBatches> cells = formed.stream()
                .flatMap(table -> table.sizes.stream())
                .map(FormedSizes::formed)
                .toList();
        List<Optional<PathFigures>> figures =
                FormedBatches.speeds(cells, Duration.ofNanos(NANOS_OF_A_CELL * cells.size()), forming.seed(), listener);
        List<FormatComparison.Table> tables = new ArrayList<>();
        int at = 0;
        for (Formed table : formed) {
            int end = at + table.sizes.size();
            table.table(figures.subList(at, end)).ifPresent(tables::add);
            at = end;
        }
        // The answer is about the first table.
        boolean asked = !tables.isEmpty() && tables.get(0).settings().equals(formed.get(0).settings);
        return listener.stopRequested() || !asked
                ? Optional.empty()
                : Optional.of(new FormatComparison(
                        values.size(),
                        values.size() - inferred.documents(),
                        all.stream()
                                .map(each -> values(each, speeds.get(each.format())))
                                .toList(),
                        tables));
    }

    private Map<DataFormat, EncodingSpeeds.Speed> speeds(Encodings inferred) {
        try {
            return inferred.speeds(MAX_TIMED_VALUES, forming.seed()).measure(listener::stopRequested);
        } catch (IOException e) {
            throw new FailedException("a value that was written cannot be read back: " + e.getMessage(), e);
        }
    }

    private static FormatComparison.Values values(EncodedValues encoded, EncodingSpeeds.@Nullable Speed speed) {
        return new FormatComparison.Values(
                encoded.format(),
                encoded.bytesPerValue(),
                Optional.ofNullable(speed).map(EncodingSpeeds.Speed::write),
                Optional.ofNullable(speed).map(EncodingSpeeds.Speed::read),
                encoded.losses().entrySet().stream()
                        .map(entry -> new FormatComparison.LossCount(entry.getKey(), entry.getValue()))
                        .sorted(Comparator.comparing(FormatComparison.LossCount::loss))
                        .toList(),
                encoded.roundTripFailures());
    }

    /** The batches that formed with certain settings. */
    private record Formed(ProducerSettings settings, boolean deep, List<FormedSizes> sizes, BatchForming forming) {
        /** Empty if too few batches form for intervals. */
        Optional<FormatComparison.Table> table(List<Optional<PathFigures>> figures) {
            SameRecords paired = new SameRecords(sizes);
            List<FormatComparison.Cell> cells = new ArrayList<>();
            for (int i = 0; i < sizes.size(); i++) {
                Optional<ConfidenceInterval> against = paired.against(i);
                if (against.isEmpty()) {
                    return Optional.empty();
                }
                cells.add(cell(paired, i, against.get(), figures.get(i)));
            }
            return Optional.of(new FormatComparison.Table(settings, deep, cells));
        }

        private FormatComparison.Cell cell(
                SameRecords paired, int format, ConfidenceInterval against, Optional<PathFigures> figures) {
            double stored = paired.storedBytesPerRecord(0);
            double before = money(paired, 0, stored);
            ConfidenceInterval saved = format == 0
                    ? ConfidenceInterval.exact(0, 1)
                    : new ConfidenceInterval(
                            before - money(paired, format, against.estimate() * stored),
                            before - money(paired, format, against.high() * stored),
                            before - money(paired, format, against.low() * stored),
                            against.n(),
                            false);
            return new FormatComparison.Cell(
                    sizes.get(format).format(),
                    sizes.get(format).recordsPerBatch(),
                    paired.rawBytesPerRecord(format),
                    paired.storedBytesPerRecord(format),
                    against,
                    figures.map(known -> known.compress().nanosPerRecord()),
                    figures.map(known -> known.decompress().nanosPerRecord()),
                    saved);
        }

        private double money(SameRecords paired, int format, double stored) {
            return new FieldMoney(
                            forming.costs().workload(),
                            forming.costs().prices(),
                            sizes.get(format).recordsPerBatch(),
                            paired.rawBytesPerRecord(format),
                            stored)
                    .all();
        }
    }

    private List<Formed> formed(List<EncodedValues> all) {
        TreeSet<Codec> codecs = new TreeSet<>(List.of(
                Codec.NONE,
                Codec.ofDefaultLevel(CodecType.LZ4),
                Codec.ofDefaultLevel(CodecType.ZSTD),
                forming.settings().codec()));
        List<ProducerSettings> settings = new ArrayList<>();
        ProducerSettings today = forming.settings();
        codecs.forEach(
                codec -> settings.add(new ProducerSettings(codec, today.batchSizeBytes(), today.lingerMillis())));
        codecs.forEach(codec -> settings.add(deep(today, codec)));
        settings.sort(Comparator.comparing(each -> !each.equals(today)));
        List<Formed> formed = new ArrayList<>();
        settings.forEach(each -> formed.add(
                new Formed(each, each.batchSizeBytes() > today.batchSizeBytes(), new ArrayList<>(), forming)));
        for (int format = 0; format < all.size() && !listener.stopRequested(); format++) {
            listener.progress("forming batches of " + all.get(format).format().label(), (double) format / all.size());
            BatchForming own = forming.withValues(all.get(format).values(), codecs, listener);
            for (Formed table : formed) {
                if (!listener.stopRequested()) {
                    table.sizes.add(FormedSizes.compress(
                            all.get(format).format(), own.with(table.settings), COMPRESSING, listener));
                }
            }
        }
        return formed;
    }

    private static ProducerSettings deep(ProducerSettings today, Codec codec) {
        return new ProducerSettings(
                codec,
                Math.max(DEEP_BATCH_BYTES, 4 * today.batchSizeBytes()),
                Math.max(DEEP_LINGER_MILLIS, today.lingerMillis()));
    }
}
