package dev.squeeze.benchmarks;

import dev.squeeze.kit.format.BatchCutter;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.PackedBatch;
import dev.squeeze.kit.format.RecordFormatV2;
import dev.squeeze.kit.kafka.KafkaBatchCodec;
import dev.squeeze.kit.source.RecordSource;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The ratios of a whole source, without sampling: every batch is compressed with Kafka's own classes, on all cores,
 * with a bounded number of batches in memory.
 */
final class Truth implements AutoCloseable {
    private static final int TASK_BYTES = 1 << 20;
    private static final int TASKS_IN_FLIGHT_PER_WORKER = 4;
    private static final long FLOOR_AFTER_BYTES = 4L << 20;

    /** One setting at one batch size. */
    record Setting(Codec codec, int batchBytes) {}

    private final double floorMebibytesPerSecond;
    private final Map<Integer, List<Cell>> cells = new TreeMap<>();
    private final Map<Integer, Population> populations = new HashMap<>();
    private final ExecutorService executor;
    private final int mostInFlight;
    private final Semaphore inFlight;
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final List<Worker> opened = new ArrayList<>();
    private final ThreadLocal<Worker> workers = ThreadLocal.withInitial(this::open);

    /** @param floorMebibytesPerSecond settings slower than this are given up; 0 for no limit */
    Truth(SortedMap<Integer, SortedSet<Codec>> settings, int threads, double floorMebibytesPerSecond) {
        this.floorMebibytesPerSecond = floorMebibytesPerSecond;
        settings.forEach((size, codecs) -> {
            cells.put(size, codecs.stream().map(Cell::new).toList());
            populations.put(size, new Population(size));
        });
        executor = Executors.newFixedThreadPool(threads, runnable -> {
            Thread thread = new Thread(runnable, "truth");
            thread.setDaemon(true);
            return thread;
        });
        mostInFlight = threads * TASKS_IN_FLIGHT_PER_WORKER;
        inFlight = new Semaphore(mostInFlight);
    }

    /** Reads the source and compresses all of it. */
    void compute(RecordSource source, RecordSource.ReadProgress progress) {
        source.read(
                record -> {
                    populations.values().forEach(population -> population.add(record));
                    return failure.get() == null;
                },
                progress);
        populations.values().forEach(Population::finish);
        inFlight.acquireUninterruptibly(mostInFlight);
        inFlight.release(mostInFlight);
        if (failure.get() != null) {
            throw new IllegalStateException("compressing the whole source failed", failure.get());
        }
    }

    /** The ratio of each setting; empty if it was given up as too slow. */
    Map<Setting, OptionalDouble> ratios() {
        Map<Setting, OptionalDouble> ratios = new HashMap<>();
        cells.forEach((size, list) -> {
            Population population = populations.get(size);
            double uncompressed =
                    population.recordBytes + (double) RecordFormatV2.BATCH_HEADER_BYTES * population.batches;
            for (Cell cell : list) {
                ratios.put(
                        new Setting(cell.codec, size),
                        cell.givenUp ? OptionalDouble.empty() : OptionalDouble.of(uncompressed / cell.compressedBytes));
            }
        });
        return ratios;
    }

    private Worker open() {
        Worker worker = new Worker();
        synchronized (opened) {
            opened.add(worker);
        }
        return worker;
    }

    /** The source cut at one batch size; filled only by the reading thread. */
    private final class Population {
        private final int batchBytes;
        private final BatchCutter cutter;
        private List<PackedBatch> pending = new ArrayList<>();
        private long pendingBytes;
        private long batches;
        private long recordBytes;

        Population(int batchBytes) {
            this.batchBytes = batchBytes;
            this.cutter = new BatchCutter(batchBytes);
        }

        void add(BatchRecord record) {
            if (cutter.isFullFor(record)) {
                close();
            }
            cutter.add(record);
        }

        void finish() {
            if (cutter.records() > 0) {
                close();
            }
            submit();
        }

        private void close() {
            PackedBatch batch = cutter.take().orElseThrow();
            batches++;
            recordBytes += batch.recordBytes();
            pending.add(batch);
            pendingBytes += batch.recordBytes();
            if (pendingBytes >= TASK_BYTES) {
                submit();
            }
        }

        private void submit() {
            List<PackedBatch> task = pending;
            pending = new ArrayList<>();
            pendingBytes = 0;
            if (task.isEmpty()) {
                return;
            }
            inFlight.acquireUninterruptibly();
            executor.execute(() -> {
                try {
                    workers.get().compress(task, cells.get(batchBytes));
                } catch (RuntimeException | Error e) {
                    failure.compareAndSet(null, e);
                } finally {
                    inFlight.release();
                }
            });
        }
    }

    /** Totals of one setting at one batch size. */
    private final class Cell {
        private final Codec codec;
        private volatile boolean givenUp;
        private long compressedBytes;
        private long seenBytes;
        private long cpuNanos;

        Cell(Codec codec) {
            this.codec = codec;
        }

        synchronized void add(long compressed, long seen, long nanos) {
            compressedBytes += compressed;
            seenBytes += seen;
            cpuNanos += nanos;
            double mebibytesPerSecond = seenBytes * 1e9 / ((double) cpuNanos * (1 << 20));
            givenUp |= seenBytes >= FLOOR_AFTER_BYTES && mebibytesPerSecond < floorMebibytesPerSecond;
        }
    }

    /** One thread's codecs and buffer. */
    private static final class Worker {
        private final Map<Codec, KafkaBatchCodec> codecs = new HashMap<>();
        private ByteBuffer target = ByteBuffer.allocate(1 << 16);

        void compress(List<PackedBatch> task, List<Cell> settings) {
            BatchRecord[][] batches = task.stream().map(PackedBatch::unpack).toArray(BatchRecord[][]::new);
            long seen = task.stream().mapToLong(PackedBatch::recordBytes).sum();
            int largest = task.stream().mapToInt(PackedBatch::recordBytes).max().orElse(0);
            int room = RecordFormatV2.BATCH_HEADER_BYTES + largest + largest / 8 + 1024;
            if (target.capacity() < room) {
                target = ByteBuffer.allocate(room);
            }
            for (Cell cell : settings) {
                if (cell.givenUp) {
                    continue;
                }
                KafkaBatchCodec kafka = codecs.computeIfAbsent(cell.codec, KafkaBatchCodec::new);
                long compressed = 0;
                long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
                for (BatchRecord[] batch : batches) {
                    target.clear();
                    compressed += kafka.encode(batch, target).remaining();
                }
                cell.add(compressed, seen, ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start);
            }
        }
    }

    @Override
    public void close() {
        executor.shutdown();
        synchronized (opened) {
            opened.forEach(worker -> worker.codecs.values().forEach(KafkaBatchCodec::close));
        }
    }
}
