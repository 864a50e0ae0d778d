package dev.squeeze.feature.copy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.Invocation;
import dev.squeeze.kit.cluster.LiveCluster;
import dev.squeeze.kit.cluster.RemoteCluster;
import dev.squeeze.kit.unit.ArrivalRate;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** How a copy is divided into shares, who owns a share, and what is stored with its positions. */
class CopyShareTest {
    private static final CopyTarget TARGET = new CopyTarget(Optional.empty(), "orders");

    @Test
    void everyPartitionBelongsToOneShare() {
        int partitions = 23;
        int[] owners = new int[partitions];
        for (int unit = 0; unit < 5; unit++) {
            for (int partition : share(unit, 5, partitions, Map.of()).own()) {
                owners[partition]++;
            }
        }
        assertThat(owners).containsOnly(1);
    }

    @Test
    void thereAreMoreSharesThanWorkersAndNeverMoreThanPartitions() {
        assertThat(CopyFleet.shares(3, 4)).isEqualTo(3);
        assertThat(CopyFleet.shares(100, 1)).isEqualTo(16);
        assertThat(CopyFleet.shares(100, 8)).isEqualTo(32);
        assertThat(CopyFleet.shares(10_000, 100)).isEqualTo(200);
    }

    @Test
    void anOwnerIsReadAsItWasWrittenAndOlderOnesHaveTheWholeCopy() {
        CopyOwner worker = new CopyOwner("run-1", 17, 3);
        assertThat(CopyOwner.parse(worker.toString())).isEqualTo(worker);
        assertThat(worker.transactionalId(TARGET)).isEqualTo("squeeze-copy-orders/3");
        assertThat(CopyOwner.parse("5f0e")).isEqualTo(CopyOwner.whole("5f0e"));
        assertThat(CopyOwner.parse("").transactionalId(TARGET)).isEqualTo("squeeze-copy-orders");
        assertThat(CopyOwner.parse("a#b#c").isWhole()).isTrue();
    }

    /** The run's position may be out of date: records that a worker has committed since would be copied again. */
    @Test
    void whatAWorkerOfTheRunHasTakenAgainIsNotCommittedByTheRunItself() {
        CopyPlan plan = plan();
        RemoteCluster cluster = new RemoteCluster("127.0.0.1:1", Map.of());
        LiveCluster destination = new LiveCluster(cluster, Optional.empty(), () -> {});
        CopyListener listener = new CopyProgressLine(Invocation.silentTerminal(), report -> {
            throw new IllegalStateException("not copying");
        });
        CopyRun run = CopyRun.inShares(plan, cluster, destination, listener, () -> false, 4);
        CopyRun whole = new CopyRun(plan, cluster, destination, listener, () -> false);
        CopyProgress fresh = CopyProgress.begin("c/t", "id", 0);

        assertThat(run.isOfWorkers(fresh)).isFalse();
        assertThat(run.isOfWorkers(fresh.ownedBy(CopyOwner.whole("other")))).isFalse();
        assertThat(run.isOfWorkers(fresh.ownedBy(new CopyOwner("other", 17, 1))))
                .isFalse();
        assertThat(run.isOfWorkers(fresh.ownedBy(run.owner(1)))).isTrue();
        assertThat(run.isOfWorkers(fresh.ownedBy(new CopyOwner(run.id(), 17, 1))))
                .isTrue();
        assertThat(whole.isOfWorkers(fresh.ownedBy(whole.owner(1)))).isFalse();
    }

    @Test
    void totalsGoAlongWithAPositionUntilAnotherOwnerTakesIt() {
        CopyTotals totals = new CopyTotals(1, 2, 3, 4, 5, 6, 7, 8, 9, Long.MAX_VALUE);
        CopyProgress stored = CopyProgress.begin("a", "b", 4)
                .plus(9, OptionalInt.of(2), 5, 0)
                .ownedBy(new CopyOwner("r", 1, 0))
                .with(totals);

        CopyProgress read = CopyProgress.parse(9, stored.metadata()).orElseThrow();

        assertThat(read).isEqualTo(stored);
        assertThat(CopyTotals.parse(read.totals())).contains(totals);
        assertThat(read.ownedBy(new CopyOwner("r", 2, 0)).totals()).isEqualTo(totals.text());
        assertThat(read.ownedBy(CopyOwner.whole("other")).totals()).isEmpty();
        assertThat(CopyTotals.parse("1,2")).isEmpty();
        assertThat(CopyTotals.parse("1,2,3,4,5,6,7,8,9,x")).isEmpty();
    }

    @Test
    void aHeartbeatThatIsLateTakesNothingBack() {
        CopyTotals now = new CopyTotals(10, 1, 100, 0, 0, 0, 0, 0, 0, 0);
        CopyTotals later = new CopyTotals(12, 1, 90, 0, 0, 0, 0, 0, 0, 0);
        assertThat(later.since(now).records()).isEqualTo(2);
        assertThat(later.since(now).bytes()).isZero();
    }

    @Test
    void aTaskArrivesAsItWasGiven() {
        CopyPlan plan = plan();
        CopyTask task = new CopyTask(
                plan.atRateOf(0.25),
                share(1, 4, 8, Map.of(1, 500L, 5, 0L)),
                "source-id",
                "destination-id",
                List.of(List.of(new CopyReport.PartitionProgress(1, 0, 500, 480)), List.of()));

        CopyTask read = CopyTask.of(task.toJson().put("work", 6), 2);

        assertThat(read).isEqualTo(task);
        assertThat(read.plan().rate()).contains(new ArrivalRate.BytesPerSecond(1_000));
    }

    private static CopyPlan plan() {
        return new CopyPlan(
                "orders",
                List.of(new CopyTarget(Optional.empty(), "a"), TARGET),
                65_536,
                new CopyStart.Earliest(),
                true,
                Optional.empty(),
                Optional.of(new ArrivalRate.BytesPerSecond(4_000)),
                OptionalInt.empty(),
                Map.of(),
                2,
                Duration.ofSeconds(10),
                Duration.ofMinutes(2),
                Duration.ofDays(1));
    }

    private static CopyShare share(int unit, int units, int partitions, Map<Integer, Long> ends) {
        return new CopyShare(new CopyOwner("run", 6, unit), units, "c/t", List.of("id-a", "id-b"), partitions, ends);
    }
}
