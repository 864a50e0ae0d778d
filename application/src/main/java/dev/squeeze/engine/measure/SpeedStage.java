package dev.squeeze.engine.measure;

import dev.squeeze.kit.environment.CpuClock;
import dev.squeeze.kit.format.PackedBatch;
import dev.squeeze.kit.format.RecordFormatV2;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.BooleanSupplier;

/**
 * Measures the speeds, on one thread, in rounds. Each round visits every setting once in a new random order and times a
 * group of batches for at least one to five milliseconds in each direction. A disturbance therefore affects all
 * settings alike, and the variation between rounds is what a user would see. The first round is not counted.
 */
final class SpeedStage implements AutoCloseable {
    private static final long MAX_GROUP_NANOS = 5_000_000L;
    private static final long MIN_GROUP_NANOS = 1_000_000L;

    /** A group takes longer than requested, and decoding and verifying batches take time as well. */
    private static final double WALL_PER_GROUP = 1.8;

    private static final int WANTED_ROUNDS = 7;
    private static final long SLICE_BYTES = 4L << 20;
    private static final int ROUNDS_FOR_AN_INTERVAL = 4;
    private static final double OVERDRAFT = 1.4;
    private static final int MIN_ROUNDS = 6;
    private static final int MAX_ROUNDS = 60;
    private static final int EXHAUSTIVE_ROUNDS = 10;
    private static final double TARGET = 0.02;

    private final MeasurementPlan plan;
    private final SweepListener listener;
    private final List<SpeedCell> cells = new ArrayList<>();
    private final CodecPath kafka = new KafkaPath();
    private final CodecPath bareLibrary = new BareLibraryPath();
    private final OpenClients clients = new OpenClients();
    private long wallNanos;
    private long cpuNanos;
    private int rounds;
    private long groupNanos = MAX_GROUP_NANOS;

    SpeedStage(Iterable<RatioCell> measured, MeasurementPlan plan, SweepListener listener) {
        this.plan = plan;
        this.listener = listener;
        for (RatioCell cell : measured) {
            if (cell.measured() > 0) {
                cells.add(new SpeedCell(cell));
            }
        }
    }

    List<SpeedCell> cells() {
        return cells;
    }

    String library(ClientGrid client) {
        return clients.library(client);
    }

    int rounds() {
        return rounds;
    }

    Optional<Contention> contention() {
        return cpuNanos == 0 ? Optional.empty() : Optional.of(new Contention((double) wallNanos / cpuNanos));
    }

    /**
     * Runs rounds until the time is up, all intervals are narrow, or {@code enough} returns true.
     *
     * @param afterRound called between rounds that count
     * @param enough queried between rounds once there are enough of them for an interval
     */
    void run(Deadline deadline, Runnable afterRound, BooleanSupplier enough) {
        Random random = new Random(plan.seed());
        groupNanos = affordableGroupNanos(deadline);
        List<SpeedCell> order = new ArrayList<>(cells);
        for (int round = 0; round <= MAX_ROUNDS && !order.isEmpty(); round++) {
            Collections.shuffle(order, random);
            boolean whole = true;
            for (int i = 0; i < order.size(); i++) {
                if (order.get(i).skipsRound(round, groupNanos)) {
                    continue;
                }
                if (isOver(deadline, round)) {
                    if (order.stream().noneMatch(this::isOwed)) {
                        return;
                    }
                    if (!isOwed(order.get(i))) {
                        whole = false;
                        continue;
                    }
                }
                boolean counted = round > 0;
                measure(order.get(i), counted);
                double inRounds = (round + (double) i / order.size()) / (MIN_ROUNDS + 1);
                listener.progress(
                        "measuring speeds, round " + (round + 1),
                        plan.exhaustive() ? Math.min(1, inRounds) : deadline.usedFraction());
            }
            if (whole) {
                rounds = round;
            }
            if (round > 0) {
                afterRound.run();
            }
            boolean settled = cells.stream().allMatch(cell -> cell.settled(TARGET, plan.bareLibrary()));
            if ((round >= MIN_ROUNDS && settled) || (plan.exhaustive() && round >= EXHAUSTIVE_ROUNDS)) {
                return;
            }
            if (round >= ROUNDS_FOR_AN_INTERVAL && !plan.exhaustive() && enough.getAsBoolean()) {
                return;
            }
        }
    }

    /** An interval needs some rounds: the first ones may exceed the time slightly. */
    private boolean isOver(Deadline deadline, int round) {
        if (plan.exhaustive()) {
            return deadline.stopRequested();
        }
        return round <= ROUNDS_FOR_AN_INTERVAL ? deadline.passedBy(OVERDRAFT) : deadline.passed();
    }

    /**
     * Settings that are measured in any case get enough rounds for an interval even if the time is over, for instance
     * because other programs use up the machine: without today's codec, all other measurements would be useless. It
     * takes a second of CPU time.
     */
    private boolean isOwed(SpeedCell cell) {
        return !listener.stopRequested()
                && plan.kept().contains(cell.ratio().codec())
                && cell.compressing().rounds() < ROUNDS_FOR_AN_INTERVAL;
    }

    /** The longest group that leaves time for enough rounds. */
    private long affordableGroupNanos(Deadline deadline) {
        if (plan.exhaustive()) {
            return MAX_GROUP_NANOS;
        }
        double groupsPerRound = cells.size() * (plan.bareLibrary() ? 4.0 : 2.0);
        double affordable = deadline.left().toNanos() / (WANTED_ROUNDS * groupsPerRound * WALL_PER_GROUP);
        return (long) Math.max(MIN_GROUP_NANOS, Math.min(MAX_GROUP_NANOS, affordable));
    }

    private int batchesPerGroup(SpeedCell cell, double expectedNanosPerByte) {
        double bytesPerBatch = cell.ratio().sample().meanRecordBytesPerBatch();
        double wanted =
                Math.min(groupNanos / Math.max(expectedNanosPerByte, 1e-3), (double) SLICE_BYTES) / bytesPerBatch;
        return (int) Math.max(1, Math.min(Math.ceil(wanted), cell.ratio().measured()));
    }

    private int repeats(long sliceBytes, double expectedNanosPerByte) {
        double expected = Math.max(1, sliceBytes * expectedNanosPerByte);
        return (int) Math.max(1, Math.min(1_000, Math.ceil(groupNanos / expected)));
    }

    private void measure(SpeedCell cell, boolean counted) {
        Optional<ClientGrid> client = cell.ratio().client();
        if (client.isPresent()) {
            measure(client.get(), cell, counted);
            return;
        }
        measure(kafka, cell, counted);
        if (plan.bareLibrary()) {
            measure(bareLibrary, cell, counted);
        }
    }

    /** The other process measures its own CPU time; this one is idle in the meantime. */
    private void measure(ClientGrid client, SpeedCell cell, boolean counted) {
        SpeedCell.Direction compressing = cell.bareCompress;
        SpeedCell.Direction decompressing = cell.bareDecompress;
        int[] indices = cell.nextSlice(batchesPerGroup(cell, compressing.expectedNanosPerByte));
        List<PackedBatch> packed = packed(cell, indices);
        long bytes = packed.stream().mapToLong(PackedBatch::recordBytes).sum();
        int compressions = repeats(bytes, compressing.expectedNanosPerByte);
        int decompressions = repeats(bytes, decompressing.expectedNanosPerByte);
        ClientCodecs.Outcome outcome = clients.run(client, cell.ratio().codec(), packed, compressions, decompressions);
        for (int i = 0; i < indices.length; i++) {
            int stored = outcome.stored().get(i).bytes().length + RecordFormatV2.BATCH_HEADER_BYTES;
            if (stored != cell.ratio().compressedBytes(indices[i])) {
                throw cell.mismatch(
                        packed.get(i), client.client() + " produced a different size when compressing it again");
            }
        }
        add(
                compressing,
                counted,
                outcome.compressNanos(),
                bytes * compressions,
                outcome.compressAllocatedBytes(),
                (long) indices.length * compressions);
        add(
                decompressing,
                counted,
                outcome.decompressNanos(),
                bytes * decompressions,
                outcome.decompressAllocatedBytes(),
                (long) indices.length * decompressions);
    }

    /** If a library stores all batches uncompressed, decompression takes no measurable time. */
    private static void add(
            SpeedCell.Direction direction, boolean counted, long nanos, long bytes, long allocatedBytes, long batches) {
        long seen = Math.max(nanos, (long) Math.ceil(RoughSpeeds.MIN_NANOS_PER_BYTE * bytes));
        if (counted) {
            direction.add(seen, bytes, allocatedBytes, batches);
        } else {
            direction.calibrate(seen, bytes);
        }
    }

    private void measure(CodecPath path, SpeedCell cell, boolean counted) {
        SpeedCell.Direction compressing = path.compressing(cell);
        SpeedCell.Direction decompressing = path.decompressing(cell);
        int[] indices = cell.nextSlice(batchesPerGroup(cell, compressing.expectedNanosPerByte));
        List<PackedBatch> packed = packed(cell, indices);
        long bytes = packed.stream().mapToLong(PackedBatch::recordBytes).sum();
        CodecPath.Slice slice = path.prepare(cell, indices, packed);

        Group compress = new Group(compressing, counted, bytes, indices.length);
        int repeats = repeats(bytes, compressing.expectedNanosPerByte);
        compress.start();
        for (int repeat = 0; repeat < repeats; repeat++) {
            slice.compress();
        }
        compress.stop(repeats);
        slice.verifyCompressed();

        Group decompress = new Group(decompressing, counted, bytes, indices.length);
        repeats = repeats(bytes, decompressing.expectedNanosPerByte);
        decompress.start();
        for (int repeat = 0; repeat < repeats; repeat++) {
            slice.decompress();
        }
        decompress.stop(repeats);
        slice.verifyDecompressed(repeats);
    }

    private static List<PackedBatch> packed(SpeedCell cell, int[] slice) {
        return Arrays.stream(slice)
                .mapToObj(cell.ratio().sample().batches()::get)
                .toList();
    }

    /** One timed group. */
    private final class Group {
        private final SpeedCell.Direction direction;
        private final boolean counted;
        private final long bytes;
        private final int batches;
        private long wallStart;
        private long cpuStart;
        private long allocatedStart;

        Group(SpeedCell.Direction direction, boolean counted, long bytes, int batches) {
            this.direction = direction;
            this.counted = counted;
            this.bytes = bytes;
            this.batches = batches;
        }

        void start() {
            allocatedStart = CpuClock.allocatedBytes();
            wallStart = System.nanoTime();
            cpuStart = CpuClock.cpuNanos();
        }

        void stop(int repeats) {
            long cpu = CpuClock.cpuNanos() - cpuStart;
            long wall = System.nanoTime() - wallStart;
            long allocated = CpuClock.allocatedBytes() - allocatedStart;
            if (!counted) {
                direction.calibrate(cpu, bytes * repeats);
                return;
            }
            direction.add(cpu, bytes * repeats, allocated, (long) batches * repeats);
            wallNanos += wall;
            cpuNanos += cpu;
        }
    }

    @Override
    public void close() {
        kafka.close();
        bareLibrary.close();
        clients.close();
    }
}
