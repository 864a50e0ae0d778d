package dev.squeeze.feature.copy;

import dev.squeeze.kit.cli.LiveSession;
import dev.squeeze.kit.cli.RunStart;
import dev.squeeze.kit.cluster.RemoteCluster;
import dev.squeeze.kit.unit.ArrivalRate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Copies a topic and creates the result: first of the copying alone, then with the comparison with the source. */
final class CopyJob {
    private final RunStart start;
    private final CopyPlan plan;
    private final RemoteCluster source;
    private final LiveSession destination;
    private final BooleanSupplier stop;
    private final Optional<CopyFleet> fleet;

    /** What to compare with the source when the copy has finished. */
    enum Comparison {
        NONE,
        OF_RECORDS,
        /** Records, and the offset of each in the copy. */
        WITH_OFFSETS
    }

    /**
     * The outcome of a job.
     *
     * @param result with proofs if copies were compared
     * @param maps offset maps, one for each copy that was compared; without rows unless requested
     * @param interrupted why some copies were not compared; absent if all were, or no comparison was requested
     * @param failure why the source or a copy could not be read for the comparison; the result still has what was
     *     copied
     */
    record Outcome(
            CopyResult result, List<OffsetMap> maps, Optional<String> interrupted, Optional<CopyException> failure) {
        private static Outcome of(CopyResult copied, Optional<CopyException> failure) {
            return new Outcome(copied, List.of(), Optional.empty(), failure);
        }
    }

    /**
     * @param fleet the workers that copy; absent if this process copies
     * @param stop whether the user wants the job to end
     */
    CopyJob(
            RunStart start,
            CopyPlan plan,
            RemoteCluster source,
            LiveSession destination,
            Optional<CopyFleet> fleet,
            BooleanSupplier stop) {
        this.fleet = fleet;
        this.start = start;
        this.plan = plan;
        this.source = source;
        this.destination = destination;
        this.stop = stop;
    }

    /**
     * Copies, and compares the copies with the source if copying reached its end.
     *
     * @param keep receives the result of the copying, before the comparison
     */
    Outcome run(Comparison wanted, CopyProgressLine progress, Consumer<CopyResult> keep) {
        CopyReport report = fleet.isPresent()
                ? copy(fleet.get(), progress)
                : TopicCopier.run(plan, source, destination.cluster(), progress, stop);
        CopyResult copied = result(report);
        progress.clear();
        if (wanted == Comparison.NONE || !isComparable(copied)) {
            return Outcome.of(copied, Optional.empty());
        }
        keep.accept(copied);
        try {
            return compare(copied, wanted == Comparison.WITH_OFFSETS, progress::comparing);
        } catch (CopyException e) {
            return Outcome.of(copied, Optional.of(e));
        }
    }

    private CopyReport copy(CopyFleet workers, CopyListener progress) {
        CopyRun run = CopyRun.inShares(plan, source, destination.cluster(), progress, stop, workers.units());
        return TopicCopier.run(run, new SharedCopy(workers, run));
    }

    /** Whether copying reached its end, so that a comparison is meaningful. */
    private boolean isComparable(CopyResult copied) {
        return copied.report().problem().isEmpty()
                && (plan.follow() || !copied.report().interrupted());
    }

    /** If the copying was stopped by the user, that request does not also stop the comparison. */
    private Outcome compare(CopyResult copied, boolean mapsOffsets, CopyComparison.ReadListener listener) {
        boolean stoppedBefore = stop.getAsBoolean();
        CopyComparison comparison = new CopyComparison(
                source,
                destination.cluster().target(),
                plan.topic(),
                plan.retryTimeout(),
                mapsOffsets,
                listener,
                () -> !stoppedBefore && stop.getAsBoolean());
        List<CopyProof> proofs = new ArrayList<>();
        List<OffsetMap> maps = new ArrayList<>();
        Optional<String> interrupted = Optional.empty();
        try {
            if (fleet.isPresent()) {
                List<List<CopyReport.PartitionProgress>> all = new ArrayList<>();
                copied.report().copies().forEach(copy -> all.add(comparison.allPartitions(copy)));
                proofs.addAll(new SharedComparison(fleet.get(), listener)
                        .compare(plan, all, () -> !stoppedBefore && stop.getAsBoolean()));
                return new Outcome(result(copied.report(), proofs), maps, interrupted, Optional.empty());
            }
            for (CopyReport.Copy copy : copied.report().copies()) {
                CopyComparison.Compared compared = comparison.compare(copy);
                proofs.add(compared.proof());
                maps.add(compared.map());
            }
        } catch (CancellationException e) {
            interrupted = Optional.of(String.valueOf(e.getMessage()));
        }
        return new Outcome(result(copied.report(), proofs), maps, interrupted, Optional.empty());
    }

    /** The result of what was copied so far. */
    CopyResult result(CopyReport report) {
        return result(report, List.of());
    }

    private CopyResult result(CopyReport report, List<CopyProof> proofs) {
        CopyResult result = new CopyResult(
                start.untilNow(),
                source.bootstrap(),
                destination.info(),
                plan.joinUpToBytes(),
                plan.follow(),
                plan.rate().map(ArrivalRate::toString),
                report,
                proofs);
        return fleet.map(workers -> result.copiedBy(workers.workers())).orElse(result);
    }
}
