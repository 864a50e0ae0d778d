package dev.squeeze.feature.measure;

import dev.squeeze.engine.measure.ClientGrid;
import dev.squeeze.engine.measure.MeasurementPlan;
import dev.squeeze.engine.measure.Sweep;
import dev.squeeze.engine.measure.SweepResult;
import dev.squeeze.kit.cli.ProgressLine;
import dev.squeeze.kit.cli.RunStart;
import dev.squeeze.kit.cli.Terminal;
import dev.squeeze.kit.document.SourceInfo;
import dev.squeeze.kit.source.Sample;
import java.time.Duration;
import java.util.List;

/**
 * Measures settings on a sample.
 *
 * @param notation of the source
 * @param clients other client libraries whose codecs are measured too
 * @param exhaustive whether every setting is measured on every batch, without a time limit
 */
record MeasureRun(
        RunStart start,
        String notation,
        Sample sample,
        MeasurementPlan plan,
        List<ClientGrid> clients,
        Duration budget,
        boolean exhaustive) {

    MeasureResult run(Terminal terminal, ProgressLine progress) {
        if (!exhaustive) {
            progress.measuringFor(budget);
        }
        return result(Sweep.run(sample, plan, clients, new SweepProgress(terminal, progress, this::result)));
    }

    private MeasureResult result(SweepResult sweep) {
        return new MeasureResult(
                start.untilNow(), SourceInfo.of(notation, sample), SweepInfo.of(budget.toNanos() / 1e9, sweep));
    }
}
