package dev.squeeze.engine.measure;

import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.RecordFormatV2;
import dev.squeeze.kit.source.BatchSample;
import dev.squeeze.kit.source.Sample;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Measures the settings of a plan on a sample: first the ratios, on all cores, then the speeds, on one. */
public final class Sweep {
    private static final int KEPT_FRACTIONS = 256;

    private Sweep() {}

    /**
     * Runs the sweep within its budget.
     *
     * @throws RoundTripException if a batch read back differs from the original
     */
    public static SweepResult run(Sample sample, MeasurementPlan plan, SweepListener listener) {
        return run(sample, plan, List.of(), listener);
    }

    /**
     * The same, with the codecs of other client libraries in the same rounds.
     *
     * @param clients do not extend the time of the plan, however many there are
     */
    public static SweepResult run(
            Sample sample, MeasurementPlan plan, List<ClientGrid> clients, SweepListener listener) {
        RatioStage ratios = new RatioStage(sample, plan, clients, listener);
        Duration forSpeeds;
        try (WorkerPool pool = new WorkerPool(plan.workers())) {
            forSpeeds = ratios.run(pool, () -> listener.firstLook(() -> firstLook(ratios, plan.kept(), listener)));
        }
        List<RatioCell> cells = Stream.concat(
                        ratios.alive().values().stream().flatMap(List::stream), ratios.ofClients().stream())
                .toList();
        try (SpeedStage speeds = new SpeedStage(cells, plan, listener)) {
            Supplier<SweepResult> soFar = () -> result(ratios, speeds, listener);
            speeds.run(
                    new Deadline(forSpeeds, 1, listener),
                    () -> listener.soFar(soFar),
                    () -> listener.knowsEnough(soFar));
            return soFar.get();
        }
    }

    /** Only for settings that are measured in any case: rough speeds of many others would be misleading. */
    private static SweepResult firstLook(RatioStage ratios, Set<Codec> kept, SweepListener listener) {
        List<CodecMeasurement> measurements = new ArrayList<>();
        ratios.alive().values().forEach(cells -> cells.stream()
                .filter(cell -> cell.measured() > 0 && kept.contains(cell.codec()))
                .forEach(cell ->
                        measurements.add(measurement(cell, Optional.of(RoughSpeeds.of(cell)), Optional.empty()))));
        return new SweepResult(
                ParetoFront.marked(measurements), List.of(), Optional.empty(), 0, listener.stopRequested());
    }

    private static SweepResult result(RatioStage ratios, SpeedStage speeds, SweepListener listener) {
        Map<Optional<ClientGrid>, List<CodecMeasurement>> measured = new LinkedHashMap<>();
        for (SpeedCell cell : speeds.cells()) {
            measured.computeIfAbsent(cell.ratio().client(), client -> new ArrayList<>())
                    .add(measurement(cell));
        }
        measured.values()
                .forEach(rows -> rows.sort(
                        Comparator.comparingInt(CodecMeasurement::batchBytes).thenComparing(CodecMeasurement::codec)));
        List<ClientSweep> clients = new ArrayList<>();
        measured.forEach((client, rows) -> client.ifPresent(known -> clients.add(new ClientSweep(
                known.client(), speeds.library(known), ParetoFront.marked(rows, CodecMeasurement::bare)))));
        List<SkippedSetting> skipped = new ArrayList<>(ratios.skipped());
        skipped.sort(Comparator.comparingInt(SkippedSetting::batchBytes).thenComparing(SkippedSetting::codec));
        return new SweepResult(
                ParetoFront.marked(measured.getOrDefault(Optional.<ClientGrid>empty(), List.of())),
                skipped,
                speeds.contention(),
                speeds.rounds(),
                listener.stopRequested(),
                clients,
                List.of());
    }

    private static CodecMeasurement measurement(SpeedCell cell) {
        return measurement(cell.ratio(), cell.kafka(), cell.bare());
    }

    static CodecMeasurement measurement(RatioCell ratio, Optional<PathFigures> kafka, Optional<PathFigures> bare) {
        BatchSample sample = ratio.sample();
        double records = sample.populationRecords();
        double uncompressed = sample.populationRecordBytes()
                + (double) RecordFormatV2.BATCH_HEADER_BYTES * sample.populationBatches();
        Optional<ConfidenceInterval> interval = ratio.ratio();
        return new CodecMeasurement(
                ratio.codec(),
                sample.nominalBytes(),
                sample.meanRecordBytesPerBatch(),
                records / sample.populationBatches(),
                interval,
                interval.map(known -> known.dividing(uncompressed / records)),
                kafka,
                bare,
                false,
                ratio.batchFractions(KEPT_FRACTIONS));
    }
}
