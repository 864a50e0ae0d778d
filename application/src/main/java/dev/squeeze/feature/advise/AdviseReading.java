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

/** Reads the records that a recommendation is based on, and runs it on them. */
final class AdviseReading {
    /** Compressed bytes that are decompressed within some tenths of a second. */
    private static final long FEW_BYTES = 4L << 20;
    /** How many times the records looked at a log may contain to count as nearly all. */
    private static final double FEW_OF_ALL = 4;

    private final SourceArguments source;
    private final TodayArguments today;
    private final ConnectionArguments connection;
    private final Terminal terminal;
    private final ProgressLine progress;

    /** @param today where to read today's batches from, if not from the source */
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

    /** @param runs makes the run for a sample */
    AdviseResult advise(RecordSource records, Function<Sample, AdviseRun> runs) throws UnverifiedException {
        Sample drawn = source.draw(lookingAhead(records, runs), AdviceMeasurement.BATCH_BYTES, false, progress);
        Sample usable =
                AdviceMeasurement.withoutRedundantSizes(AdviceMeasurement.requireEnough(records.notation(), drawn));
        return runs.apply(today.inItsBatches(usable, connection, source.seed, terminal, progress))
                .run();
    }

    /**
     * Gives a provisional verdict on a few records if reading takes long: the first records of a file, or some from all
     * over a log.
     */
    private RecordSource lookingAhead(RecordSource records, Function<Sample, AdviseRun> runs) {
        if (today.readsTopic()) {
            return records;
        }
        if (records instanceof FileSource) {
            return new FirstRecords(
                    records,
                    source.hasTimestamps(),
                    first -> progress.pausingFor(
                            () -> lookAhead(source.drawHeld(first, AdviceMeasurement.BATCH_BYTES), runs)));
        }
        records.few(FEW_BYTES)
                .map(few -> source.draw(few, AdviceMeasurement.BATCH_BYTES, false, progress))
                .filter(few -> !isNearlyAll(few))
                .ifPresent(few -> lookAhead(few, runs));
        return records;
    }

    /** Whether the rest of a log can be read within about a second. */
    private static boolean isNearlyAll(Sample sample) {
        return sample.read()
                .stored()
                .map(stored -> stored.whole()
                        || stored.rate()
                                .filter(rate -> rate.recordsPerSecond() * rate.seconds()
                                        < FEW_OF_ALL * sample.read().records())
                                .isPresent())
                .orElse(false);
    }

    private static void lookAhead(Sample sample, Function<Sample, AdviseRun> runs) {
        if (MeasuredTopic.isEnough(sample)) {
            runs.apply(AdviceMeasurement.withoutRedundantSizes(sample)).lookAhead();
        }
    }
}
