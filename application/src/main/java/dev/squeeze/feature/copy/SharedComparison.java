package dev.squeeze.feature.copy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.squeeze.engine.workers.CrewMember;
import dev.squeeze.engine.workers.SharedWork;
import dev.squeeze.kit.cluster.ClusterException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Compares copies with their source by means of workers: each reads its partitions on both sides; the checksums are
 * collected here.
 */
final class SharedComparison implements SharedWork.Listener {
    private static final long PAUSE_MILLIS = 50;

    private final CopyFleet fleet;
    private final CopyComparison.ReadListener listener;
    private final Map<Integer, Long> read = new HashMap<>();
    private final Map<Integer, JsonNode> answers = new HashMap<>();

    SharedComparison(CopyFleet fleet, CopyComparison.ReadListener listener) {
        this.fleet = fleet;
        this.listener = listener;
    }

    /**
     * @param all for each copy, the partitions to compare
     * @return for each copy, the comparison of all partitions
     * @throws CopyException if a worker cannot read a side, or no worker is left
     * @throws CancellationException if the user stops the comparison
     */
    List<CopyProof> compare(CopyPlan plan, List<List<CopyReport.PartitionProgress>> all, BooleanSupplier stop) {
        SharedWork work = fleet.share(tasks(plan, all), this);
        try {
            while (!work.step()) {
                if (stop.getAsBoolean()) {
                    work.stop(CopyWork.STOP);
                    throw new CancellationException("interrupted while the copy was compared with its source");
                }
                listener.read(read.values().stream().mapToLong(Long::longValue).sum());
                TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            }
        } catch (ClusterException e) {
            throw new CopyException(
                    e.getMessage() + "; the copy itself is complete: to compare it, run the same command"
                            + " again with --verify",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted while the copy was compared with its source");
        }
        List<CopyProof> proofs = new ArrayList<>();
        for (int copy = 0; copy < all.size(); copy++) {
            List<CopyProof.Partition> partitions = new ArrayList<>();
            for (JsonNode answer : answers.values()) {
                partitions.addAll(CompareWork.partitions(answer, copy));
            }
            partitions.sort(Comparator.comparingInt(CopyProof.Partition::partition));
            proofs.add(new CopyProof(plan.targets().get(copy).topic(), partitions));
        }
        return proofs;
    }

    private List<ObjectNode> tasks(CopyPlan plan, List<List<CopyReport.PartitionProgress>> all) {
        List<ObjectNode> tasks = new ArrayList<>();
        for (int i = 0; i < fleet.units(); i++) {
            int unit = i;
            List<List<CopyReport.PartitionProgress>> own = all.stream()
                    .map(copy -> copy.stream()
                            .filter(partition -> CopyShare.unitOf(partition.partition(), fleet.units()) == unit)
                            .toList())
                    .toList();
            CopyShare share = new CopyShare(
                    new CopyOwner("", 0, unit),
                    fleet.units(),
                    "",
                    plan.targets().stream().map(target -> "").toList(),
                    0,
                    Map.of());
            tasks.add(fleet.task(plan, share, own).toJson());
        }
        return tasks;
    }

    @Override
    public void began(int unit, CrewMember worker) {
        read.put(unit, 0L);
    }

    @Override
    public void moved(int unit, CrewMember from, CrewMember to, boolean isLost) {
        if (isLost) {
            fleet.say("worker " + from.name() + " died, was paused, cut off or ended: " + to.name()
                    + " compares its partitions again");
        }
    }

    @Override
    public void progress(int unit, CrewMember worker, JsonNode body) {
        read.put(unit, body.path("records").asLong());
    }

    @Override
    public void done(int unit, CrewMember worker, JsonNode body) {
        progress(unit, worker, body);
        answers.put(unit, body);
    }
}
