package dev.squeeze.benchmarks.headline;

import dev.squeeze.benchmarks.SourceRecords;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/** A case, predicted and measured live. */
record Agreement(HeadlineCase of, CaseFile file, Prediction predicted, LiveRun.Live live) {
    private static final double RATE_TOLERANCE = 0.03;
    private static final double MAX_LATE_SHARE = 0.05;

    /** Predicted divided by live, minus 1. */
    double recordsError() {
        return predicted.recordsPerBatch() / live.recordsPerBatch() - 1;
    }

    /** Predicted divided by live, minus 1. */
    double storedError() {
        return predicted.storedBytesPerRecord() / live.storedBytesPerRecord() - 1;
    }

    /** Whether the interval contains the live value; empty if there is no interval. */
    Optional<Boolean> recordsHeld() {
        return held(predicted.recordsPerBatch(), predicted.recordsHalfWidth(), live.recordsPerBatch());
    }

    /** Whether the interval contains the live value; empty if there is no interval. */
    Optional<Boolean> storedHeld() {
        return held(predicted.storedBytesPerRecord(), predicted.storedHalfWidth(), live.storedBytesPerRecord());
    }

    private static Optional<Boolean> held(double estimate, OptionalDouble halfWidth, double truth) {
        return halfWidth.isEmpty()
                ? Optional.empty()
                : Optional.of(Math.abs(truth - estimate) <= estimate * halfWidth.getAsDouble());
    }

    /** Why the case does not count: the load was not the one that was predicted. */
    Optional<String> problem() {
        double rate = live.recordsPerSecond() / file.recordsPerSecond() - 1;
        if (Math.abs(rate) > RATE_TOLERANCE) {
            return Optional.of(String.format(Locale.ROOT, "the rate did not hold: %+.1f %%", 100 * rate));
        }
        if (live.lateShare() > MAX_LATE_SHARE) {
            return Optional.of(
                    String.format(Locale.ROOT, "%.1f %% of the records were sent late", 100 * live.lateShare()));
        }
        return Optional.empty();
    }

    /** One line for progress output. */
    String line() {
        return String.format(
                Locale.ROOT,
                "records per batch %.2f, live %.2f (%+.1f %%); stored bytes per record %.1f, live %.1f (%+.1f %%); %d batches, %.1f %% late, load %.1f%s",
                predicted.recordsPerBatch(),
                live.recordsPerBatch(),
                100 * recordsError(),
                predicted.storedBytesPerRecord(),
                live.storedBytesPerRecord(),
                100 * storedError(),
                live.batches(),
                100 * live.lateShare(),
                live.loadAverage(),
                problem().map(why -> "; INVALID: " + why).orElse(""));
    }

    static String csvHead() {
        return "case,data,keys,arrivals,rate,records_per_second,partitions,producers,program,codec,batch_size,linger_ms,"
                + "records_per_batch,live_records_per_batch,records_error,records_half_width,"
                + "stored_bytes,live_stored_bytes,stored_error,stored_half_width,"
                + "live_records,live_batches,live_records_per_second,late_share,load_average,problem\n";
    }

    String csv() {
        return String.format(
                Locale.ROOT,
                "%d,%s,%s,%s,%s,%d,%d,%d,%s,%s,%d,%d,%.4f,%.4f,%.4f,%s,%.3f,%.3f,%.4f,%s,%d,%d,%.1f,%.4f,%.2f,%s%n",
                of.number(),
                SourceRecords.shortName(of.source()),
                HeadlineCase.name(file.keys()),
                HeadlineCase.name(of.arrivals()),
                HeadlineCase.name(of.rate()),
                file.recordsPerSecond(),
                of.partitions(),
                of.producers(),
                HeadlineCase.name(of.program()),
                of.codec(),
                of.batchSizeBytes(),
                of.lingerMillis(),
                predicted.recordsPerBatch(),
                live.recordsPerBatch(),
                recordsError(),
                text(predicted.recordsHalfWidth()),
                predicted.storedBytesPerRecord(),
                live.storedBytesPerRecord(),
                storedError(),
                text(predicted.storedHalfWidth()),
                live.records(),
                live.batches(),
                live.recordsPerSecond(),
                live.lateShare(),
                live.loadAverage(),
                problem().orElse(""));
    }

    private static String text(OptionalDouble fraction) {
        return fraction.isEmpty() ? "" : String.format(Locale.ROOT, "%.4f", fraction.getAsDouble());
    }
}
