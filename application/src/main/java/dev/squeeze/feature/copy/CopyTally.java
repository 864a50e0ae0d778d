package dev.squeeze.feature.copy;

import dev.squeeze.kit.stats.ConfidenceInterval;
import dev.squeeze.kit.stats.RatioOfTotals;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.ToLongFunction;

/** Totals of a copy over its rounds. */
final class CopyTally {
    /**
     * Bounds the memory for a copy that falls behind retention for months; the number of lost offsets is counted
     * separately.
     */
    private static final int MAX_GAPS = 1_000;

    private static final double PER_MILLION = 1e6;
    /** The first turns still include much JIT compilation. */
    private static final int WARMUP_TURNS = 2;

    private static final int MIN_TURNS = 4;

    private CopyTotals totals = CopyTotals.NONE;
    private Optional<CopyTotals> ofOthers = Optional.empty();
    private final List<CopyGap> gaps = new ArrayList<>();
    private final CopyTimeline timeline = new CopyTimeline();

    void add(BatchPacker.Packed packed) {
        totals = totals.plus(new CopyTotals(
                packed.records(),
                packed.batches().size(),
                packed.bytes(),
                packed.uncompressedBytes(),
                packed.keptBatches(),
                0,
                0,
                packed.cpuNanos(),
                0,
                0));
    }

    /** Adds what was read for the copy, without the gaps. */
    void add(CopyRound round) {
        totals = totals.plus(new CopyTotals(0, 0, 0, 0, 0, round.storedBytes(), round.abortedRecords(), 0, 0, 0));
    }

    void add(CopyTimeline.Turn turn) {
        totals = totals.plus(new CopyTotals(0, 0, 0, 0, 0, 0, 0, 0, turn.readCpuNanos(), turn.clientCpuNanos()));
        timeline.add(turn);
    }

    void add(List<CopyGap> more) {
        gaps.addAll(more.subList(0, Math.min(more.size(), MAX_GAPS - gaps.size())));
    }

    void add(CopyTally other) {
        totals = totals.plus(other.totals);
        add(other.gaps);
        timeline.add(other.timeline);
    }

    /** Sets what all workers together have committed so far, and adds what they did since the last call. */
    void reached(CopyTotals now, CopyTimeline.Turn since) {
        timeline.add(since);
        totals = now;
    }

    CopyTotals totals() {
        return totals;
    }

    /** Continues from totals that other owners, or this run in an earlier session, have committed. */
    void continueFrom(CopyTotals earlier) {
        totals = earlier;
        ofOthers = ofOthers.or(() -> Optional.of(earlier));
    }

    /** The totals without what had been committed before this tally continued. */
    CopyTotals own() {
        return totals.since(ofOthers.orElse(CopyTotals.NONE));
    }

    List<CopyGap> gaps() {
        return List.copyOf(gaps);
    }

    long records() {
        return totals.records();
    }

    /** Size of the batches as sent. */
    long bytes() {
        return totals.bytes();
    }

    long packCpuNanos() {
        return totals.packCpuNanos();
    }

    /**
     * The copy's part of the report.
     *
     * @param topic as it was found or created; absent if the run has not opened it yet
     * @param reached progress by partition
     * @param startNanos when copying began
     */
    CopyReport.Copy report(
            CopyTarget target,
            Optional<CopyTopics.Destination> topic,
            Map<Integer, CopyProgress> reached,
            OptionalLong diskBytes,
            long linkBytes,
            long startNanos) {
        List<CopyTimeline.Turn> all = timeline.turns();
        List<CopyTimeline.Turn> turns =
                all.size() >= MIN_TURNS + WARMUP_TURNS ? all.subList(WARMUP_TURNS, all.size()) : all;
        return new CopyReport.Copy(
                target.label(),
                target.topic(),
                topic.filter(CopyTopics.Destination::created).isPresent(),
                topic.flatMap(CopyTopics.Destination::keepsLess),
                totals.records(),
                reached.values().stream().mapToLong(CopyProgress::records).sum(),
                totals.batches(),
                totals.bytes(),
                totals.keptBatches() == 0 && totals.batches() > 0
                        ? OptionalLong.of(totals.uncompressedBytes())
                        : OptionalLong.empty(),
                totals.keptBatches(),
                totals.sourceBytes(),
                totals.abortedRecords(),
                gaps,
                reached.values().stream().mapToLong(CopyProgress::lost).sum(),
                perMillion(turns, CopyTimeline.Turn::readCpuNanos),
                perMillion(turns, CopyTimeline.Turn::clientCpuNanos),
                brokerCpu(turns),
                perMillion(turns, CopyTimeline.Turn::busyNanos),
                all.stream().mapToLong(CopyTimeline.Turn::busyNanos).sum() / 1e9,
                diskBytes,
                linkBytes,
                partitions(reached),
                timeline.points(startNanos));
    }

    private static List<CopyReport.PartitionProgress> partitions(Map<Integer, CopyProgress> reached) {
        return reached.entrySet().stream()
                .map(partition -> new CopyReport.PartitionProgress(
                        partition.getKey(),
                        partition.getValue().start(),
                        partition.getValue().next(),
                        partition.getValue().records()))
                .sorted(Comparator.comparingInt(CopyReport.PartitionProgress::partition))
                .toList();
    }

    /** Absent if brokers were not visible in some turn. */
    private static Optional<ConfidenceInterval> brokerCpu(List<CopyTimeline.Turn> turns) {
        return turns.stream().allMatch(turn -> turn.brokerCpuNanos().isPresent())
                ? perMillion(turns, turn -> turn.brokerCpuNanos().orElseThrow())
                : Optional.empty();
    }

    private static Optional<ConfidenceInterval> perMillion(
            List<CopyTimeline.Turn> turns, ToLongFunction<CopyTimeline.Turn> nanos) {
        double[] seconds = turns.stream()
                .mapToDouble(turn -> nanos.applyAsLong(turn) / 1e9)
                .toArray();
        double[] millions =
                turns.stream().mapToDouble(turn -> turn.records() / PER_MILLION).toArray();
        return RatioOfTotals.estimate(seconds, millions, Long.MAX_VALUE);
    }
}
