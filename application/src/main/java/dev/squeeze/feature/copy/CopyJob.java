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

/** A copy as a result: of copying alone at first, then with what came of comparing it with the source. */
final class CopyJob {
    private final RunStart start;
    private final CopyPlan plan;
    private final RemoteCluster source;
    private final LiveSession destination;
    private final BooleanSupplier stop;

    /**
     * What came of a comparison.
     *
     * @param result with the proofs
     * @param maps of offsets, one for each copy that was compared; without rows unless asked for
     * @param interrupted why some copies were not compared; absent where all were
     */
    record Compared(CopyResult result, List<OffsetMap> maps, Optional<String> interrupted) {}

    /** @param stop whether somebody wants the job to end */
    CopyJob(RunStart start, CopyPlan plan, RemoteCluster source, LiveSession destination, BooleanSupplier stop) {
        this.start = start;
        this.plan = plan;
        this.source = source;
        this.destination = destination;
        this.stop = stop;
    }

    /** Copies, and returns what it came to, also where it failed on the way. */
    CopyResult copy(CopyListener listener) {
        return result(TopicCopier.run(plan, source, destination.cluster(), listener, stop));
    }

    /** Whether the copy came to its end, so that comparing it says something. */
    boolean isComparable(CopyResult copied) {
        return copied.report().problem().isEmpty()
                && (plan.follow() || !copied.report().interrupted());
    }

    /**
     * Compares the copies with the source. To stop it, somebody has to ask again after the copying was stopped.
     *
     * @throws CopyException when a side cannot be read
     */
    Compared compare(CopyResult copied, boolean mapsOffsets, CopyComparison.ReadListener listener) {
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
            for (CopyReport.Copy copy : copied.report().copies()) {
                CopyComparison.Compared compared = comparison.compare(copy);
                proofs.add(compared.proof());
                maps.add(compared.map());
            }
        } catch (CancellationException e) {
            interrupted = Optional.of(String.valueOf(e.getMessage()));
        }
        return new Compared(result(copied.report(), proofs), maps, interrupted);
    }

    /** The result of what was copied until now. */
    CopyResult result(CopyReport report) {
        return result(report, List.of());
    }

    private CopyResult result(CopyReport report, List<CopyProof> proofs) {
        return new CopyResult(
                start.untilNow(),
                source.bootstrap(),
                destination.info(),
                plan.joinUpToBytes(),
                plan.follow(),
                plan.rate().map(ArrivalRate::toString),
                report,
                proofs);
    }
}
