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

/** A copy as a result: of copying alone at first, then with what came of comparing it with the source. */
final class CopyJob {
    private final RunStart start;
    private final CopyPlan plan;
    private final RemoteCluster source;
    private final LiveSession destination;
    private final BooleanSupplier stop;
    private final Optional<CopyFleet> fleet;

    /** What is compared with the source once the copy came to its end. */
    enum Comparison {
        NONE,
        OF_RECORDS,
        /** Records, and where each of them went. */
        WITH_OFFSETS
    }

    /**
     * What came of a job.
     *
     * @param result with the proofs, where copies were compared
     * @param maps of offsets, one for each copy that was compared; without rows unless asked for
     * @param interrupted why some copies were not compared; absent where all were, or none was to be
     * @param failure why a side could not be read; what was copied is a result all the same
     */
    record Outcome(
            CopyResult result, List<OffsetMap> maps, Optional<String> interrupted, Optional<CopyException> failure) {
        private static Outcome of(CopyResult copied, Optional<CopyException> failure) {
            return new Outcome(copied, List.of(), Optional.empty(), failure);
        }
    }

    /**
     * @param fleet workers that do it; absent where this process does
     * @param stop whether somebody wants the job to end
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
     * Copies, and compares the copies with the source where they came to their end.
     *
     * @param keep takes what was copied, before it is compared
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

    /** Whether the copy came to its end, so that comparing it says something. */
    private boolean isComparable(CopyResult copied) {
        return copied.report().problem().isEmpty()
                && (plan.follow() || !copied.report().interrupted());
    }

    /** To stop it, somebody has to ask again after the copying was stopped. */
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

    /** The result of what was copied until now. */
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
