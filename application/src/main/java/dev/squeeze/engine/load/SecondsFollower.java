package dev.squeeze.engine.load;

import dev.squeeze.kit.cluster.ProducerMetrics;
import java.util.Optional;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;

/** Divides a trial into seconds for its {@link TrialWatch}. */
final class SecondsFollower {
    private static final double MIN_REST = 0.3;

    private final TrialWatch watch;
    private final LoadGenerator generator;
    private Tick last = new Tick(0, 0, 0, 0);
    private LoadProgress lastProgress = LoadProgress.NONE;
    private double lastWireBytes;
    private long lastFailed;

    SecondsFollower(TrialWatch watch, LoadGenerator generator) {
        this.watch = watch;
        this.generator = generator;
        // A service that outlives a trial may have sent bytes before this one.
        this.lastWireBytes = watch == TrialWatch.NONE ? 0 : wireBytes();
    }

    /** @return whether the window should end */
    boolean at(Tick tick, LoadProgress progress) {
        return tick.seconds() - last.seconds() >= 1 && report(tick, progress);
    }

    /** Reports the incomplete last second, if it is long enough to compute a rate. */
    void end(Tick tick, LoadProgress progress) {
        if (tick.seconds() - last.seconds() >= MIN_REST) {
            report(tick, progress);
        }
    }

    private boolean report(Tick tick, LoadProgress progress) {
        if (watch == TrialWatch.NONE) {
            return false;
        }
        double wire = wireBytes();
        long failed = Math.max(
                progress.refused() + progress.bufferFull(), generator.errors().records());
        LoadProgress done = progress.minus(lastProgress);
        TrialSecond second = new TrialSecond(
                tick.seconds(),
                tick.seconds() - last.seconds(),
                tick.due() - last.due(),
                done.sent(),
                done.acknowledged(),
                done.acknowledgedBytes(),
                wire > 0 ? OptionalDouble.of(wire - lastWireBytes) : OptionalDouble.empty(),
                failed - lastFailed,
                tick.backlog(),
                watch.wantsLatencies() ? generator.latestAcknowledgeNanos() : Optional.<Histogram>empty());
        last = tick;
        lastProgress = progress;
        lastWireBytes = wire;
        lastFailed = failed;
        return watch.afterSecond(second);
    }

    private double wireBytes() {
        ProducerMetrics metrics = generator.metrics();
        return metrics.outgoingBytes();
    }
}
