package dev.squeeze.engine.measure;

import dev.squeeze.kit.format.BatchCutter;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.PackedBatch;
import dev.squeeze.kit.format.RecordFormatV2;
import dev.squeeze.kit.kafka.ProducerReplay;
import dev.squeeze.kit.source.BatchSample;
import dev.squeeze.kit.source.Sample;
import dev.squeeze.kit.stats.RatioOfTotals;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Compresses some batches of a sample with the codecs of another client library and with Java's, and compares the
 * sizes. Both compress the same batches, so few of them are enough: the quotient varies far less between batches than
 * the ratio. If records are distributed over partitions, so are those of these batches, because other implementations
 * find fewer matches in less similar records.
 */
public final class ClientQuotients {
    private static final long BYTES_PER_SIZE = 1 << 19;
    private static final int MIN_BATCHES = 16;
    private static final int MAX_BATCHES = 1_000;

    /** Fewer batches do not yield an interval. */
    private static final int MIN_BATCHES_FOR_INTERVAL = 3;

    /**
     * Elapsed time for a codec and size: at high levels, librdkafka's zstd takes about 30 ms for a batch, however
     * small.
     */
    private static final long NANOS = 300_000_000;

    /** How many times longer the first {@link #MIN_BATCHES} may take. */
    private static final int MAX_EXTENSION = 3;

    /**
     * Clients with a limit on uncompressed bytes hardly ever send larger batches, and the quotient for those differs
     * little from this.
     */
    private static final int MAX_BATCH_BYTES = 1 << 18;

    private ClientQuotients() {}

    /**
     * Compares the codecs. Takes a few seconds of CPU time for ten codecs. Slow codecs compress fewer batches, so that
     * none occupies a thread much longer than 0.3 s per size, or a second if single batches take that long.
     *
     * @param client with the codecs to compare
     * @param partitions over which consecutive records are distributed, by their keys or in turn; 1 if they stay
     *     together
     * @param threads that compress
     * @return by codec and batch size; incomplete if the listener requested a stop
     * @throws RoundTripException if Kafka's classes do not find the original records in the library's output
     */
    public static List<ClientQuotient> measure(
            Sample sample, ClientGrid client, int partitions, int threads, SweepListener listener) {
        List<BatchSample> sizes = sizes(sample, partitions);
        List<ClientQuotient> quotients = new ArrayList<>();
        List<Consumer<BatchWorker>> tasks = new ArrayList<>();
        AtomicInteger done = new AtomicInteger();
        for (Codec codec : client.codecs()) {
            tasks.add(worker -> {
                for (BatchSample size : sizes) {
                    if (!listener.stopRequested()) {
                        Optional<ClientQuotient> quotient = quotient(codec, size, client, worker, listener);
                        synchronized (quotients) {
                            quotient.ifPresent(quotients::add);
                        }
                    }
                }
                listener.progress(
                        "compressing with the codecs of " + client.client(),
                        (double) done.incrementAndGet() / client.codecs().size());
            });
        }
        try (WorkerPool pool = new WorkerPool(threads)) {
            pool.runAll(tasks);
        }
        quotients.sort(
                Comparator.comparing(ClientQuotient::codec).thenComparingDouble(ClientQuotient::recordBytesPerBatch));
        return quotients;
    }

    private static List<BatchSample> sizes(Sample sample, int partitions) {
        BatchSample largest = sample.sizes().get(sample.sizes().size() - 1);
        return sample.sizes().stream()
                .filter(size -> size.nominalBytes() <= MAX_BATCH_BYTES)
                .flatMap(size -> partitions == 1
                        ? Stream.of(size)
                        : Optional.of(dealt(largest.batches(), partitions, size.nominalBytes()))
                                .filter(batches -> !batches.isEmpty())
                                .map(BatchSample::of)
                                .stream())
                .toList();
    }

    /**
     * The records of each large batch, distributed over partitions and cut into small batches there; partial batches
     * are dropped.
     */
    private static List<PackedBatch> dealt(List<PackedBatch> large, int partitions, int nominalBytes) {
        List<PackedBatch> small = new ArrayList<>();
        long bytes = 0;
        for (PackedBatch from : large) {
            BatchCutter[] cutters = new BatchCutter[partitions];
            Arrays.setAll(cutters, partition -> new BatchCutter(nominalBytes));
            int turn = 0;
            for (BatchRecord record : from.unpack()) {
                int own = ProducerReplay.partitionOf(record, partitions);
                BatchCutter cutter = cutters[own == ProducerReplay.ANY_PARTITION ? turn++ % partitions : own];
                if (cutter.isFullFor(record)) {
                    PackedBatch full = cutter.take().orElseThrow();
                    small.add(full);
                    bytes += full.recordBytes();
                }
                cutter.add(record);
            }
            if (bytes >= BYTES_PER_SIZE && small.size() >= MIN_BATCHES) {
                break;
            }
        }
        return small;
    }

    private static Optional<ClientQuotient> quotient(
            Codec codec, BatchSample size, ClientGrid client, BatchWorker worker, SweepListener listener) {
        RatioCell javas = new RatioCell(codec, size);
        RatioCell theirs = new RatioCell(codec, size, Optional.of(client));
        int all = Math.min(batches(size), size.batches().size());
        worker.clients().start(client);
        long start = System.nanoTime();
        int target = Math.min(all, MIN_BATCHES_FOR_INTERVAL);
        while (theirs.measured() < target && !listener.stopRequested()) {
            javas.measureUpTo(target, worker);
            theirs.measureUpTo(target, worker);
            target = Math.min(all, withinTime(target, System.nanoTime() - start));
        }
        return RatioOfTotals.estimate(recordBytes(theirs), recordBytes(javas), Long.MAX_VALUE)
                .map(bytes -> new ClientQuotient(codec, size.meanRecordBytesPerBatch(), bytes));
    }

    /** The number of batches that fit into the time, given how long this many have taken. */
    private static int withinTime(int batches, long nanos) {
        double perBatch = (double) Math.max(1, nanos) / batches;
        return (int) Math.max(NANOS / perBatch, Math.min(MIN_BATCHES, MAX_EXTENSION * NANOS / perBatch));
    }

    private static int batches(BatchSample size) {
        double wanted = BYTES_PER_SIZE / size.meanRecordBytesPerBatch();
        return (int) Math.max(MIN_BATCHES, Math.min(MAX_BATCHES, wanted));
    }

    private static double[] recordBytes(RatioCell cell) {
        double[] bytes = new double[cell.measured()];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = cell.compressedBytes(i) - RecordFormatV2.BATCH_HEADER_BYTES;
        }
        return bytes;
    }
}
