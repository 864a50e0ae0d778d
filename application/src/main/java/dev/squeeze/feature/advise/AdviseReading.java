package dev.squeeze.feature.advise;

import dev.squeeze.engine.workload.MeasuredTopic;
import dev.squeeze.kit.cli.ConnectionArguments;
import dev.squeeze.kit.cli.ProgressLine;
import dev.squeeze.kit.cli.SourceArguments;
import dev.squeeze.kit.cli.Terminal;
import dev.squeeze.kit.source.FileSource;
import dev.squeeze.kit.source.FirstRecords;
import dev.squeeze.kit.source.RecordSource;
import dev.squeeze.kit.source.Sample;
import java.util.function.Function;

/** Reads the records that advice rests on, and has it given. */
final class AdviseReading {
    private final SourceArguments source;
    private final TodayArguments today;
    private final ConnectionArguments connection;
    private final Terminal terminal;
    private final ProgressLine progress;

    /** @param today where today's batches lie, if not in the source */
    AdviseReading(
            SourceArguments source,
            TodayArguments today,
            ConnectionArguments connection,
            Terminal terminal,
            ProgressLine progress) {
        this.source = source;
        this.today = today;
        this.connection = connection;
        this.terminal = terminal;
        this.progress = progress;
    }

    /** @param runs what is done with a sample */
    AdviseResult advise(RecordSource records, Function<Sample, AdviseRun> runs) {
        Sample drawn = source.draw(lookingAhead(records, runs), AdviceMeasurement.BATCH_BYTES, false, progress);
        Sample usable =
                AdviceMeasurement.withoutRedundantSizes(AdviceMeasurement.requireEnough(records.notation(), drawn));
        return runs.apply(today.inItsBatches(usable, connection, source.seed, terminal, progress))
                .run();
    }

    /** Files that take long to read have a provisional verdict by their first records. What topics hold is known in seconds. */
    private RecordSource lookingAhead(RecordSource records, Function<Sample, AdviseRun> runs) {
        if (!(records instanceof FileSource) || today.readsTopic()) {
            return records;
        }
        return new FirstRecords(
                records, source.hasTimestamps(), first -> progress.pausingFor(() -> lookAhead(first, runs)));
    }

    private void lookAhead(RecordSource first, Function<Sample, AdviseRun> runs) {
        Sample sample = source.drawHeld(first, AdviceMeasurement.BATCH_BYTES);
        if (MeasuredTopic.isEnough(sample)) {
            runs.apply(AdviceMeasurement.withoutRedundantSizes(sample)).lookAhead();
        }
    }
}
