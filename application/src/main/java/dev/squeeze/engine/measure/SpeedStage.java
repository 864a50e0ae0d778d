package dev.squeeze.engine.measure;

import dev.squeeze.kit.environment.CpuClock;
import dev.squeeze.kit.format.BareCodec;
import dev.squeeze.kit.format.BareLibraries;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.PackedBatch;
import dev.squeeze.kit.kafka.KafkaBatchCodec;
import dev.squeeze.kit.unit.ByteCount;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/**
 * Takes the speeds, on one thread, in rounds. Each round visits every setting once in a new random order and times a
 * group of batches of one to five milliseconds at least in each direction; so a disturbance hits all settings alike, and the
 * spread between rounds is the spread that a user would see. The first round is not counted.
 */
final class SpeedStage implements AutoCloseable {
    private static final long LARGEST_GROUP_NANOS = 5_000_000L;
    private static final long SMALLEST_GROUP_NANOS = 1_000_000L;

    /** A group comes out longer than asked for, and unpacking and checking take time too. */
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
    private final Map<Codec, KafkaBatchCodec> kafkaCodecs = new HashMap<>();
    private final Map<Codec, BareCodec> bareCodecs = new HashMap<>();
    private ByteBuffer kafkaArena = ByteBuffer.allocate(1 << 20);
    private byte[] bareSource = new byte[1 << 20];
    private byte[] bareArena = new byte[1 << 20];
    private byte[] restored = new byte[1 << 20];
    private long wallNanos;
    private long cpuNanos;
    private int rounds;
    private long groupNanos = LARGEST_GROUP_NANOS;

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

    int rounds() {
        return rounds;
    }

    Optional<Contention> contention() {
        return cpuNanos == 0 ? Optional.empty() : Optional.of(new Contention((double) wallNanos / cpuNanos));
    }

    /** @param afterRound called between rounds that count */
    void run(Deadline deadline, Runnable afterRound) {
        Random random = new Random(plan.seed());
        groupNanos = affordableGroupNanos(deadline);
        List<SpeedCell> order = new ArrayList<>(cells);
        for (int round = 0; round <= MAX_ROUNDS && !order.isEmpty(); round++) {
            Collections.shuffle(order, random);
            boolean whole = true;
            for (int i = 0; i < order.size(); i++) {
                if (order.get(i).restsIn(round, groupNanos)) {
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
                measureKafka(order.get(i), counted);
                if (plan.bareLibrary()) {
                    measureBare(order.get(i), counted);
                }
                double inRounds = (round + (double) i / order.size()) / (MIN_ROUNDS + 1);
                listener.progress(
                        "taking speeds, round " + (round + 1),
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
        }
    }

    /** An interval needs some rounds: the time may be overdrawn a little for the first ones. */
    private boolean isOver(Deadline deadline, int round) {
        if (plan.exhaustive()) {
            return deadline.stopRequested();
        }
        return round <= ROUNDS_FOR_AN_INTERVAL ? deadline.passedBy(OVERDRAFT) : deadline.passed();
    }

    /**
     * Settings that are measured in any case get the rounds of an interval even when the time is over, as on a machine that
     * others use up: without today's codec all that was measured would be for nothing. It takes a second of CPU time.
     */
    private boolean isOwed(SpeedCell cell) {
        return !listener.stopRequested()
                && plan.kept().contains(cell.ratio().codec())
                && cell.kafkaCompress.rounds() < ROUNDS_FOR_AN_INTERVAL;
    }

    /** The longest group that leaves time for enough rounds. */
    private long affordableGroupNanos(Deadline deadline) {
        if (plan.exhaustive()) {
            return LARGEST_GROUP_NANOS;
        }
        double groupsPerRound = cells.size() * (plan.bareLibrary() ? 4.0 : 2.0);
        double affordable = deadline.left().toNanos() / (WANTED_ROUNDS * groupsPerRound * WALL_PER_GROUP);
        return (long) Math.max(SMALLEST_GROUP_NANOS, Math.min(LARGEST_GROUP_NANOS, affordable));
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

    private void measureKafka(SpeedCell cell, boolean counted) {
        KafkaBatchCodec codec = kafkaCodecs.computeIfAbsent(cell.ratio().codec(), KafkaBatchCodec::new);
        int[] slice = cell.nextSlice(batchesPerGroup(cell, cell.kafkaCompress.expectedNanosPerByte));
        List<PackedBatch> packed = packed(cell, slice);
        long bytes = packed.stream().mapToLong(PackedBatch::recordBytes).sum();
        BatchRecord[][] records = packed.stream().map(PackedBatch::unpack).toArray(BatchRecord[][]::new);
        int[] starts = new int[slice.length + 1];
        for (int i = 0; i < slice.length; i++) {
            starts[i + 1] = starts[i] + BatchWorker.boundBytes(packed.get(i).recordBytes());
        }
        if (kafkaArena.capacity() < starts[slice.length]) {
            kafkaArena = ByteBuffer.allocate(starts[slice.length]);
        }
        ByteBuffer[] encoded = new ByteBuffer[slice.length];
        Group compress = new Group(cell.kafkaCompress, counted, bytes, slice.length);
        int repeats = repeats(bytes, cell.kafkaCompress.expectedNanosPerByte);
        compress.start();
        for (int repeat = 0; repeat < repeats; repeat++) {
            for (int i = 0; i < slice.length; i++) {
                encoded[i] = codec.encode(records[i], kafkaArena.slice(starts[i], starts[i + 1] - starts[i]));
            }
        }
        compress.stop(repeats);
        for (int i = 0; i < slice.length; i++) {
            if (encoded[i].remaining() != cell.ratio().compressedBytes(slice[i])) {
                throw mismatch(cell, packed.get(i), "compressing it again gave another size");
            }
        }
        Group decompress = new Group(cell.kafkaDecompress, counted, bytes, slice.length);
        repeats = repeats(bytes, cell.kafkaDecompress.expectedNanosPerByte);
        long payload = 0;
        decompress.start();
        for (int repeat = 0; repeat < repeats; repeat++) {
            for (int i = 0; i < slice.length; i++) {
                payload += codec.consume(encoded[i]);
            }
        }
        decompress.stop(repeats);
        long expected = 0;
        for (BatchRecord[] batch : records) {
            for (BatchRecord record : batch) {
                expected += record.payloadBytes();
            }
        }
        if (payload != expected * repeats) {
            throw mismatch(cell, packed.get(0), "reading it again gave other records");
        }
    }

    private void measureBare(SpeedCell cell, boolean counted) {
        BareCodec codec = bareCodecs.computeIfAbsent(cell.ratio().codec(), BareLibraries::open);
        int[] slice = cell.nextSlice(batchesPerGroup(cell, cell.bareCompress.expectedNanosPerByte));
        List<PackedBatch> packed = packed(cell, slice);
        long bytes = packed.stream().mapToLong(PackedBatch::recordBytes).sum();
        int[] starts = new int[slice.length + 1];
        int[] sourceStarts = new int[slice.length + 1];
        if (bareSource.length < bytes) {
            bareSource = new byte[Math.toIntExact(bytes)];
        }
        int longest = 0;
        for (int i = 0; i < slice.length; i++) {
            // End to end, as a C program holds its blocks: scattered over the heap, small batches cost cache misses.
            byte[] records = packed.get(i).encodedRecords();
            System.arraycopy(records, 0, bareSource, sourceStarts[i], records.length);
            sourceStarts[i + 1] = sourceStarts[i] + records.length;
            starts[i + 1] = starts[i] + codec.maxCompressedLength(packed.get(i).recordBytes());
            longest = Math.max(longest, packed.get(i).recordBytes());
        }
        if (bareArena.length < starts[slice.length]) {
            bareArena = new byte[starts[slice.length]];
        }
        if (restored.length < longest) {
            restored = new byte[longest];
        }
        int[] lengths = new int[slice.length];
        Group compress = new Group(cell.bareCompress, counted, bytes, slice.length);
        int repeats = repeats(bytes, cell.bareCompress.expectedNanosPerByte);
        compress.start();
        for (int repeat = 0; repeat < repeats; repeat++) {
            for (int i = 0; i < slice.length; i++) {
                lengths[i] = codec.compress(
                        bareSource, sourceStarts[i], sourceStarts[i + 1] - sourceStarts[i], bareArena, starts[i]);
            }
        }
        compress.stop(repeats);
        Group decompress = new Group(cell.bareDecompress, counted, bytes, slice.length);
        repeats = repeats(bytes, cell.bareDecompress.expectedNanosPerByte);
        decompress.start();
        for (int repeat = 0; repeat < repeats; repeat++) {
            for (int i = 0; i < slice.length; i++) {
                codec.decompress(
                        bareArena,
                        starts[i],
                        lengths[i],
                        restored,
                        packed.get(i).recordBytes());
            }
        }
        decompress.stop(repeats);
        for (int i = 0; i < slice.length; i++) {
            byte[] original = packed.get(i).encodedRecords();
            codec.decompress(bareArena, starts[i], lengths[i], restored, original.length);
            int differsAt = Arrays.mismatch(original, 0, original.length, restored, 0, original.length);
            if (differsAt >= 0) {
                throw mismatch(cell, packed.get(i), "the bare library gave back another byte at " + differsAt);
            }
        }
    }

    private static List<PackedBatch> packed(SpeedCell cell, int[] slice) {
        return Arrays.stream(slice)
                .mapToObj(cell.ratio().sample().batches()::get)
                .toList();
    }

    private static RoundTripException mismatch(SpeedCell cell, PackedBatch batch, String what) {
        return new RoundTripException(cell.ratio().codec() + " at "
                + new ByteCount(cell.ratio().nominalBytes()) + ", batch from record " + batch.firstRecord()
                + " of the source on: " + what);
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
        kafkaCodecs.values().forEach(KafkaBatchCodec::close);
        bareCodecs.values().forEach(BareCodec::close);
    }
}
