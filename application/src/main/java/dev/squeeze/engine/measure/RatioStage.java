package dev.squeeze.engine.measure;

import dev.squeeze.kit.environment.CpuClock;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.source.BatchSample;
import dev.squeeze.kit.source.Sample;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Measures the ratios, on all cores. First, it tries every codec's levels in ascending order on a few batches until
 * they become too slow. Then it compresses more batches with the settings that are not dominated, in waves over one
 * shared random order of batches, until each interval is narrow enough or the time is up. Every batch is read back and
 * compared.
 */
final class RatioStage {
    private static final int LEVELS_BELOW_FLOOR = 2;
    private static final int FIRST_BYTES = 1 << 17;
    private static final long FIRST_NANOS = 100_000_000L;
    private static final int MIN_BATCHES = 24;
    private static final int MIN_LARGE_BATCHES = 12;
    private static final int LARGE_BYTES = 1 << 19;
    private static final int MIN_BYTES = 1 << 21;
    private static final int MAX_FIRST_BATCHES = 128;
    private static final int MAX_MIN_BATCHES = 512;
    private static final int GROWTH_PER_WAVE = 4;
    private static final int STEPS_PER_TASK = 8;
    private static final int MIN_FOR_AN_INTERVAL = 3;
    private static final double CLIMB_SHARE = 0.35;
    private static final double MIN_NARROWING_SHARE = 0.15;
    private static final double WHOLE_SHARE = 0.45;
    private static final double ALL_FROM_SHARE = 0.6;

    /** How many times the budget the most important codec may take to reach its minimum number of batches. */
    private static final double OVERDRAFT = 3;

    /**
     * With few batches, an interval may be narrow by luck because the rare batches that would have widened it were not
     * drawn.
     */
    private static final int THOROUGH_BATCHES = 192;

    private static final long AFFORDABLE_BYTES = 16L << 20;
    private static final long WARM_UP_NANOS = 300_000_000L;
    /** Share of the climb: a short budget, or a busy machine, must leave time to measure. */
    private static final double WARM_UP_SHARE = 0.4;

    private final Sample sample;
    private final MeasurementPlan plan;
    private final SweepListener listener;
    private final List<ClientGrid> clients;
    private final List<RatioCell> ofClients = new ArrayList<>();
    /** The codec whose ratios matter most. */
    private Optional<Codec> first = Optional.empty();

    private final Map<Integer, List<RatioCell>> alive = new LinkedHashMap<>();
    private final List<SkippedSetting> skipped = new ArrayList<>();

    RatioStage(Sample sample, MeasurementPlan plan, List<ClientGrid> clients, SweepListener listener) {
        this.sample = sample;
        this.plan = plan;
        this.listener = listener;
        this.clients = List.copyOf(clients);
        sample.sizes().forEach(size -> alive.put(size.nominalBytes(), new ArrayList<>()));
    }

    /** Settings that are measured further, by batch size. */
    Map<Integer, List<RatioCell>> alive() {
        return alive;
    }

    /** Settings of other client libraries; none of these is dropped. */
    List<RatioCell> ofClients() {
        return ofClients;
    }

    List<SkippedSetting> skipped() {
        return skipped;
    }

    /**
     * Runs the stage within its part of the budget. Trying every setting once may take most of it. Narrowing the
     * intervals has a share of its own, so that a slow machine does not end up with many settings and no intervals.
     *
     * @param afterClimb called once every setting has been tried, without counting its time; returns the codec whose
     *     intervals are narrowed first
     * @return the remaining budget
     */
    Duration run(WorkerPool pool, Supplier<Optional<Codec>> afterClimb) {
        Deadline climbing = new Deadline(share(CLIMB_SHARE), plan.workers(), listener);
        warmUp(pool, climbing);
        climb(pool, climbing);
        begin(pool, climbing);
        Duration used = climbing.used();
        first = afterClimb.get();
        Duration narrowing =
                longer(share(MIN_NARROWING_SHARE), share(WHOLE_SHARE).minus(used));
        Deadline deadline = new Deadline(narrowing, plan.workers(), listener);
        narrow(pool, deadline);
        return longer(Duration.ZERO, plan.budget().minus(used).minus(deadline.used()));
    }

    private Duration share(double share) {
        return Duration.ofNanos((long) (plan.budget().toNanos() * share));
    }

    private static Duration longer(Duration first, Duration second) {
        return first.compareTo(second) > 0 ? first : second;
    }

    private void narrow(WorkerPool pool, Deadline deadline) {
        Domination domination = new Domination(plan);
        int wave = 0;
        boolean thorough = false;
        while (true) {
            if (plan.mayDrop()) {
                skipped.addAll(domination.dropFrom(alive));
            }
            List<RatioCell> pending = pending(thorough, deadline);
            if (pending.isEmpty() && (thorough || deadlinePassed(deadline))) {
                return;
            }
            if (pending.isEmpty()) {
                thorough = true;
            } else {
                refine(pool, pending, deadline, ++wave);
            }
        }
    }

    /**
     * Settings that need more batches and for which there is time: first those of the most important codec, then the
     * cheapest.
     */
    private List<RatioCell> pending(boolean thorough, Deadline deadline) {
        return Stream.concat(alive.values().stream().flatMap(List::stream), ofClients.stream())
                .filter(cell -> needsMore(cell, thorough))
                .filter(cell -> !isOver(deadline, cell))
                .sorted(Comparator.<RatioCell, Boolean>comparing(cell -> !isFirst(cell))
                        .thenComparingLong(cell -> cell.cpuNanosFor(nextTarget(cell) - cell.measured())))
                .toList();
    }

    /** Gets each codec's stream compiled before anything is selected by speed. */
    private void warmUp(WorkerPool pool, Deadline deadline) {
        BatchSample size = sample.sizes().get(sample.sizes().size() / 2);
        List<Consumer<BatchWorker>> tasks = new ArrayList<>();
        plan.grid().codecs().stream()
                .map(Codec::type)
                .distinct()
                .forEach(type -> tasks.add(worker -> {
                    Codec codec = Codec.ofDefaultLevel(type);
                    long start = CpuClock.cpuNanos();
                    for (int i = 0; CpuClock.cpuNanos() - start < WARM_UP_NANOS && mayWarmUp(deadline); i++) {
                        int batch = i % size.batches().size();
                        worker.compressAndVerify(
                                codec, size.nominalBytes(), size.batches().subList(batch, batch + 1));
                    }
                }));
        listener.progress("warming up", 0);
        pool.runAll(tasks);
    }

    private boolean mayWarmUp(Deadline deadline) {
        return !deadline.stopRequested() && (plan.exhaustive() || deadline.usedFraction() < WARM_UP_SHARE);
    }

    private void climb(WorkerPool pool, Deadline deadline) {
        List<BatchSample> largestFirst = new ArrayList<>(sample.sizes());
        largestFirst.sort(Comparator.comparingInt(BatchSample::nominalBytes).reversed());
        List<Consumer<BatchWorker>> chains = new ArrayList<>();
        AtomicInteger done = new AtomicInteger();
        int settings = plan.grid().codecs().size() * sample.sizes().size();
        for (CodecType type :
                new CodecType[] {CodecType.ZSTD, CodecType.LZ4, CodecType.GZIP, CodecType.SNAPPY, CodecType.NONE}) {
            List<Codec> levels = plan.grid().codecs().stream()
                    .filter(codec -> codec.type() == type)
                    .toList();
            for (BatchSample size : largestFirst) {
                if (!levels.isEmpty()) {
                    chains.add(worker -> climbCodec(
                            levels,
                            size,
                            worker,
                            deadline,
                            () -> listener.progress(
                                    "trying every setting on a few batches",
                                    (double) done.incrementAndGet() / settings)));
                }
            }
        }
        pool.runAll(chains);
        alive.values().forEach(cells -> cells.sort(Comparator.comparing(RatioCell::codec)));
    }

    /** Measures a few batches with each setting of the other libraries. */
    private void begin(WorkerPool pool, Deadline deadline) {
        for (ClientGrid client : clients) {
            for (BatchSample size : sample.sizes()) {
                client.codecs().forEach(codec -> ofClients.add(new RatioCell(codec, size, Optional.of(client))));
            }
        }
        AtomicInteger done = new AtomicInteger();
        List<Consumer<BatchWorker>> tasks = new ArrayList<>();
        for (RatioCell cell : ofClients) {
            tasks.add(worker -> {
                if (!deadline.stopRequested()) {
                    cell.measureUpTo(MIN_FOR_AN_INTERVAL, worker);
                    cell.measureUpTo(Math.min(firstTarget(cell.sample()), affordable(cell)), worker);
                }
                listener.progress(
                        "trying the codecs of other clients", (double) done.incrementAndGet() / ofClients.size());
            });
        }
        pool.runAll(tasks);
    }

    private void climbCodec(
            List<Codec> levels, BatchSample size, BatchWorker worker, Deadline deadline, Runnable settingDone) {
        int slow = 0;
        String slowest = "";
        for (Codec codec : levels) {
            settingDone.run();
            boolean wanted = plan.kept().contains(codec);
            if (slow >= LEVELS_BELOW_FLOOR && !wanted) {
                skip(codec, size, SkippedSetting.Reason.BELOW_FLOOR, "not tried: " + slowest);
                continue;
            }
            if (deadlinePassed(deadline) && (!wanted || deadline.stopRequested())) {
                String cause = deadline.stopRequested() ? "the run was stopped" : "the budget was used up";
                skip(codec, size, SkippedSetting.Reason.OUT_OF_TIME, "not tried: " + cause);
                continue;
            }
            RatioCell cell = new RatioCell(codec, size);
            cell.measureUpTo(MIN_FOR_AN_INTERVAL, worker);
            cell.measureUpTo(Math.min(firstTarget(size), affordable(cell)), worker);
            boolean belowFloor = cell.roughMebibytesPerSecond() < plan.floorMebibytesPerSecond();
            if (belowFloor && plan.mayDrop() && !wanted) {
                slow++;
                slowest = codec
                        + String.format(java.util.Locale.ROOT, " reaches %.1f MiB/s", cell.roughMebibytesPerSecond());
                skip(cell, SkippedSetting.Reason.BELOW_FLOOR, slowest);
                continue;
            }
            synchronized (alive) {
                alive.getOrDefault(size.nominalBytes(), new ArrayList<>()).add(cell);
            }
        }
    }

    private void refine(WorkerPool pool, List<RatioCell> pending, Deadline deadline, int wave) {
        AtomicInteger done = new AtomicInteger();
        List<Consumer<BatchWorker>> tasks = new ArrayList<>();
        for (RatioCell cell : pending) {
            int target = nextTarget(cell);
            tasks.add(worker -> {
                int step = Math.max(1, (target - cell.measured()) / STEPS_PER_TASK);
                while (cell.measured() < target && !isOver(deadline, cell)) {
                    cell.measureUpTo(Math.min(target, cell.measured() + step), worker);
                }
                listener.progress(
                        "refining the ratios, wave " + wave, (double) done.incrementAndGet() / pending.size());
            });
        }
        pool.runAll(tasks);
    }

    /** The recommended setting must have a result, even if that takes longer. */
    private boolean isOver(Deadline deadline, RatioCell cell) {
        boolean owed = isFirst(cell) && cell.measured() < leastBatches(cell.sample());
        return owed && !plan.exhaustive() ? deadline.passedBy(OVERDRAFT) : deadlinePassed(deadline);
    }

    private boolean isFirst(RatioCell cell) {
        return cell.client().isEmpty() && first.equals(Optional.of(cell.codec()));
    }

    private boolean deadlinePassed(Deadline deadline) {
        return plan.exhaustive() ? deadline.stopRequested() : deadline.passed();
    }

    /** @param thorough whether every interval is narrow already, so that the remaining time is used for more batches */
    private boolean needsMore(RatioCell cell, boolean thorough) {
        if (cell.codec().type() == CodecType.NONE || cell.sampleUsedUp()) {
            return false;
        }
        if (plan.exhaustive() || cell.measured() < leastBatches(cell.sample())) {
            return true;
        }
        if (cell.ratio()
                .map(ratio -> ratio.relativeHalfWidth() > plan.ratioTarget())
                .orElse(true)) {
            return true;
        }
        return thorough && cell.measured() < THOROUGH_BATCHES;
    }

    private int nextTarget(RatioCell cell) {
        int measured = cell.measured();
        int all = cell.sample().batches().size();
        if (plan.exhaustive()) {
            return all;
        }
        int least = leastBatches(cell.sample());
        Optional<ConfidenceInterval> ratio = cell.ratio();
        if (measured < least || ratio.isEmpty()) {
            return orAll(Math.min(all, Math.max(least, measured + 1)), cell.sample());
        }
        if (ratio.get().relativeHalfWidth() <= plan.ratioTarget()) {
            return orAll(Math.min(Math.min(all, THOROUGH_BATCHES), 2 * measured), cell.sample());
        }
        double missing = ratio.get().relativeHalfWidth() / plan.ratioTarget();
        double needed = Math.ceil(measured * missing * missing * 1.1) + 1;
        return orAll((int) Math.min(all, Math.min(needed, (double) GROWTH_PER_WAVE * measured)), cell.sample());
    }

    private static int firstTarget(BatchSample size) {
        return (int) Math.max(
                MIN_FOR_AN_INTERVAL, Math.min(MAX_FIRST_BATCHES, FIRST_BYTES / size.meanRecordBytesPerBatch()));
    }

    /** From level 12, zstd takes tens of milliseconds to begin a batch, however small. */
    private static int affordable(RatioCell cell) {
        return (int) Math.min(Integer.MAX_VALUE, FIRST_NANOS / Math.max(1, cell.cpuNanosFor(1)));
    }

    private static int leastBatches(BatchSample size) {
        double bytes = size.meanRecordBytesPerBatch();
        int least = bytes >= LARGE_BYTES ? MIN_LARGE_BATCHES : MIN_BATCHES;
        return (int) Math.max(least, Math.min(MAX_MIN_BATCHES, MIN_BYTES / bytes));
    }

    /** If most of the batches would be compressed, all of them are: then nothing has to be estimated. */
    private static int orAll(int target, BatchSample size) {
        int all = size.batches().size();
        boolean affordable = all * size.meanRecordBytesPerBatch() <= AFFORDABLE_BYTES;
        return target >= ALL_FROM_SHARE * all && affordable ? all : target;
    }

    private void skip(Codec codec, BatchSample size, SkippedSetting.Reason reason, String detail) {
        synchronized (skipped) {
            skipped.add(new SkippedSetting(
                    codec, size.nominalBytes(), reason, detail, OptionalDouble.empty(), OptionalDouble.empty()));
        }
    }

    private void skip(RatioCell cell, SkippedSetting.Reason reason, String detail) {
        synchronized (skipped) {
            skipped.add(Domination.skipped(cell, reason, detail));
        }
    }
}
